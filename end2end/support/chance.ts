// Chance that can be had again: the same seed and name give the same draws, on every machine.

/** A row of draws of its own. */
export class Chance {
  private state: number;

  constructor(seed: number, name: string) {
    this.state = hash(`${seed}/${name}`);
  }

  /** From 0 up to, but not with, 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** True so many times in a hundred. */
  percent(times: number): boolean {
    return this.next() * 100 < times;
  }

  /** A whole number, both ends included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  /** One of a list. */
  one<T>(list: readonly T[]): T {
    const found = list[this.between(0, list.length - 1)];
    if (found === undefined) throw new Error("nothing to choose from");
    return found;
  }

  /** One of the names, each as often as its weight says. */
  weighed<K extends string>(weights: Partial<Record<K, number>>): K {
    const entries = Object.entries(weights) as [K, number][];
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name;
    }
    return entries[entries.length - 1]![0];
  }
}

/** FNV-1a. */
function hash(text: string): number {
  let found = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    found = Math.imul(found ^ text.charCodeAt(at), 0x01000193);
  }
  return found | 0;
}
