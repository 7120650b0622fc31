// One run of the right-belief test: a person, a bad line, and what the last page says held against the
// database. See `tests/belief.spec.ts`.
import type { Browser } from "@playwright/test";
import { type Claim, type Seen, claimsOf, wrong } from "./belief";
import { Person } from "./person";
import type { Server } from "./server";
import { type Standing, Stored, listed } from "./stored";
import { type FateOf, type Tally, Weather } from "./weather";

/** What came of a run. */
export type Run = {
  seed: number;
  /** Why the belief was not right; empty when it was. */
  faults: string[];
  /** For people: everything that is needed to understand a fault. */
  report: string;
  tally: Tally & Record<string, number>;
};

/** Let somebody try, and judge. */
export async function run(
  browser: Browser,
  server: Server,
  seed: number,
  fateOf?: FateOf,
): Promise<Run> {
  const weather = await Weather.start(seed, server.portNumber, fateOf);
  const person = await Person.arrives(browser, weather, server.url, seed);
  const judged = new Judged(server, weather, person);
  try {
    await person.tries();
    await judged.judge();
  } catch (error) {
    judged.faults.push(String(error));
  } finally {
    await person.leaves();
    await weather.stop();
  }
  return judged.run(seed);
}

class Judged {
  readonly faults: string[] = [];
  private readonly counts: Record<string, number> = {};
  private last: Seen | undefined;
  private claims: Claim[] = [];
  private stored: Stored | undefined;

  constructor(
    private readonly server: Server,
    private readonly weather: Weather,
    private readonly person: Person,
  ) {}

  async judge(): Promise<void> {
    const { person, weather } = this;
    await weather.clears();
    this.last = await person.lastPage();
    await weather.clears();
    this.claims = this.claimsOf(this.last);
    const before = await this.reads();
    this.compare("the last page", this.claims, [before.after()]);

    // What arrives now was pressed long ago.
    if ((await weather.lastRepeats()) > 0) {
      const after = await this.reads();
      if (`${after}` !== `${before}`) this.faults.push("a repeat that came last changed something");
      this.compare("the last page, after the last repeats", this.claims, [after.after()]);
    }
    await this.judgeWhatIsThere();
    this.judgeAllPages();
  }

  /** Nothing is there that "my bookings" does not show, and never two for one intent. */
  private async judgeWhatIsThere(): Promise<void> {
    const list = this.claimsOf(await this.person.looksIntoBookings());
    const now = this.stored!.after();
    this.compare("my bookings", list, [now]);
    const live = [...now.visits.values()].map(({ status }) => status);
    const held = live.filter((status) => status === "HELD").length;
    const sent = live.filter((status) => status === "REQUESTED" || status === "CONFIRMED").length;
    if (held > 1) this.faults.push(`${held} times are held for one visitor`);
    if (sent > 1) this.faults.push(`${sent} bookings for one intent`);
    const ends = sent ? "booked" : held ? "held" : live.length > 0 ? "given up" : "nothing";
    this.count(`ended ${ends}`);
  }

  /** Each page on the way was true when it was drawn. */
  private judgeAllPages(): void {
    for (const seen of this.person.pages) {
      const by = this.weather.passages.find(({ n }) => n === seen.passage);
      if (!by || !this.stored) throw new Error(`${seen.url} came from nowhere`);
      const claims = this.claimsOf(seen);
      this.count("pages read");
      if (claims.length === 0) this.count("pages without a claim");
      for (const { says } of claims) this.count(`said ${says}`);
      this.compare(`page ${by.n}`, claims, this.stored.during(by));
      if ((by.status ?? 0) >= 500) this.faults.push(`page ${by.n} has status ${by.status}`);
    }
  }

  private claimsOf(seen: Seen): Claim[] {
    return claimsOf(seen, this.weather.passages.find(({ n }) => n === seen.passage));
  }

  /** True in one of the ways in which things may have stood. */
  private compare(what: string, claims: Claim[], standings: Standing[]): void {
    const mistakes = standings.map((standing) => wrong(claims, standing));
    if (mistakes.every((found) => found.length > 0)) {
      this.faults.push(`${what}: ${mistakes.at(-1)!.join("; ")}`);
    }
  }

  private async reads(): Promise<Stored> {
    const found = await listed(this.server);
    this.faults.push(...found.violations);
    this.stored = new Stored(found, this.weather.passages);
    return this.stored;
  }

  private count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  run(seed: number): Run {
    const { person, weather, faults } = this;
    const tally = {
      ...weather.tally(),
      ...this.counts,
      runs: 1,
      right: faults.length === 0 ? 1 : 0,
      fumbles: person.fumbles,
      changes: this.stored?.changes.length ?? 0,
    };
    return { seed, faults, report: this.report(seed), tally };
  }

  private report(seed: number): string {
    const { person, weather, faults } = this;
    const lines = weather.passages.map(
      ({ n, method, path, fate, fields, status, location, arrivals, left }) =>
        `  ${n} ${method} ${path} [${fate}] ${fields.get("token")?.slice(30, 36) ?? ""} -> ` +
        `${status ?? "none"} ${location ?? ""}, arrived ${arrivals} times` +
        (left ? ", the browser had left" : ""),
    );
    return [
      `seed ${seed} (HITOTSU_BELIEF_SEED=${seed} HITOTSU_BELIEF_RUNS=1)`,
      ...faults.map((fault) => `FAULT: ${fault}`),
      `wish: ${JSON.stringify(person.wish)}`,
      "moves:",
      ...person.moves,
      "weather:",
      ...lines,
      `last page: ${this.last?.url}`,
      this.last?.text.replace(/^/gm, "  | ") ?? "",
      `it says: ${JSON.stringify(this.claims)}`,
      this.stored?.toString() ?? "nothing was read from the database",
    ].join("\n");
  }
}

/** All of them together. */
export function sum(runs: Run[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const { tally } of runs) {
    for (const [name, count] of Object.entries(tally)) total[name] = (total[name] ?? 0) + count;
  }
  return total;
}
