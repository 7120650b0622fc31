// What one visitor has in the database, change by change: out of `hitotsu check --json --rows`, which reads
// beside the running server.
import type { Server } from "./server";
import type { Passage } from "./weather";

export type Status = "HELD" | "REQUESTED" | "CONFIRMED" | "CANCELLED" | "EXPIRED";

type Key = { scope: string; key: string };
type Visit = { id: string; starts_at: number; status: Status; version: number; holder: string };
type Line = { reservation: string; version: number; at: number; event: string; status: Status };
type Outcome = { id?: string; event?: string; status?: Status; expires_at?: number | null };
type Submission = { key: Key; at: number; sender: string | null; outcome: Outcome };

/** The rows as the program lists them. */
export type Listed = {
  violations: string[];
  rows: { reservations: Visit[]; history: Line[]; submissions: Submission[] };
};

/** One change: a form that was accepted, with the lines of history that it wrote. */
export type Change = {
  at: number;
  key: string;
  outcome: Outcome;
  lines: Line[];
  /** When the server had it first, and when it first had answered it; on the machine's clock. */
  sent: number;
  answered: number;
};

/** How a visitor stands after some of the changes. */
export type Standing = {
  visits: Map<string, { status: Status; starts: number; expires?: number }>;
  /** What is recorded, by the key of the form. */
  recorded: Map<string, Outcome>;
};

/** All that is stored now. */
export async function listed(server: Server): Promise<Listed> {
  const { code, stdout, stderr } = await server.run("check", "--json", "--rows");
  if (code !== 0 && code !== 1) throw new Error(`hitotsu check ended with ${code}\n${stderr}`);
  return JSON.parse(stdout) as Listed;
}

/** The key that the ledger has for a form. */
export function keyOf({ path, fields }: Pick<Passage, "path" | "fields">): string {
  const token = tokenId(fields.get("token") ?? "");
  const action = /^\/do\/([\w-]+)/.exec(path)?.[1];
  if (action === "hold") return `${token}:${fields.get("slot")}`;
  return action === "more-time" || action === "release" ? `${token}:${action}` : token;
}

/** The id inside a token; it is in the address of its receipt. */
function tokenId(token: string): string {
  return token.slice(4, 36).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Whether a post may have been answered with what it did: one refusal leads to the hold that is in place. */
function accepted({ status = 0, location = "" }: Passage): boolean {
  return status < 400 && !location.includes("note=held-other");
}

/** What belongs to the one whose requests these are. */
export class Stored {
  readonly changes: Change[];
  readonly visits: Visit[];

  constructor({ rows }: Listed, passages: readonly Passage[]) {
    const posts = passages.filter(({ method }) => method === "POST");
    const keys = new Set(posts.map(keyOf));
    const mine = rows.submissions.filter(({ key }) => keys.has(key.key));
    const holders = new Set(mine.map(({ sender }) => sender));
    if (holders.size > 1) throw new Error(`one browser became ${[...holders].join(", ")}`);
    this.visits = rows.reservations.filter(({ holder }) => holders.has(holder));
    const ids = new Set(this.visits.map(({ id }) => id));
    const lines = rows.history.filter(({ reservation }) => ids.has(reservation));
    this.changes = mine
      .map(({ key, at, outcome }) => {
        const by = posts.filter((post) => keyOf(post) === key.key);
        const earliest = (times: (number | undefined)[]) =>
          Math.min(...times.map((time) => time ?? Infinity));
        return {
          at,
          key: key.key,
          outcome,
          lines: lines.filter((line) => line.at === at),
          sent: earliest(by.map(({ sent }) => sent)),
          // A refusal is no answer to what was accepted later under the same key.
          answered: earliest(by.filter(accepted).map(({ answered }) => answered)),
        };
      })
      .sort((a, b) => a.at - b.at);
    const told = this.changes.flatMap((change) => change.lines).length;
    if (told !== lines.length) throw new Error("something happened that no form of theirs asked for");
  }

  /** How they stood after the first `count` changes; without a number: now. */
  after(count = this.changes.length): Standing {
    const standing: Standing = { visits: new Map(), recorded: new Map() };
    for (const { key, outcome, lines } of this.changes.slice(0, count)) {
      standing.recorded.set(key, outcome);
      for (const { reservation, status } of lines) {
        const { starts_at: starts } = this.visits.find(({ id }) => id === reservation)!;
        standing.visits.set(reservation, { ...standing.visits.get(reservation), starts, status });
      }
      const visit = outcome.id ? standing.visits.get(outcome.id) : undefined;
      if (visit) visit.expires = outcome.expires_at ?? undefined;
    }
    return standing;
  }

  /** Every way in which they may have stood while a page was drawn. */
  during({ sent, answered }: Pick<Passage, "sent" | "answered">): Standing[] {
    const from = sent ?? 0;
    const until = answered ?? Infinity;
    // What was answered before is seen; what came to the server afterwards is not.
    const last = (is: (change: Change) => boolean) => this.changes.map(is).lastIndexOf(true);
    const least = last((change) => change.answered <= from) + 1;
    const most = last((change) => change.sent <= until) + 1;
    const found: Standing[] = [];
    for (let count = least; count <= Math.max(least, most); count += 1) found.push(this.after(count));
    return found;
  }

  /** For people. */
  toString(): string {
    const changes = this.changes.map(({ at, key, outcome, lines }) => {
      const told = lines.map((line) => `${line.reservation.slice(-6)} ${line.event}`).join(", ");
      const when = new Date(at).toISOString();
      return `  ${when} ${key.slice(30, 36)} -> ${outcome.event} (${told})`;
    });
    const visits = this.visits.map(({ id, status, version, starts_at }) =>
      `  ${id} ${status} version ${version}, at ${new Date(starts_at).toISOString()}`,
    );
    return ["changes:", ...changes, "reservations:", ...visits].join("\n");
  }
}
