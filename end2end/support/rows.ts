// What is in the database, counted by the program itself (`hitotsu check --json`, read-only, beside
// the running server).
import { expect } from "@playwright/test";
import type { Server } from "./server";

/** The rows of the tables that hold a promise. */
export type Rows = {
  /** Reservations by state; a state that nothing is in is absent. */
  reservations: Record<string, number>;
  claims: number;
  submissions: number;
  history: number;
  /** Sentences; empty when every promise holds. */
  violations: string[];
};

/** Count now. */
export async function rows(server: Server): Promise<Rows> {
  const { code, stdout, stderr } = await server.run("check", "--json");
  if (code !== 0 && code !== 1) {
    throw new Error(`hitotsu check --json ended with ${code}\n${stdout}\n${stderr}`);
  }
  return JSON.parse(stdout) as Rows;
}

/** All reservations, or those in the states named. */
export function reservations(rows: Rows, ...states: string[]): number {
  return Object.entries(rows.reservations)
    .filter(([state]) => states.length === 0 || states.includes(state))
    .reduce((sum, [, count]) => sum + count, 0);
}

/** How many more there are now than before: `{ reservations: 1, submissions: 1, … }`. */
export function more(before: Rows, after: Rows) {
  return {
    reservations: reservations(after) - reservations(before),
    claims: after.claims - before.claims,
    submissions: after.submissions - before.submissions,
    history: after.history - before.history,
  };
}

/** What one press leaves: a time held, */
export const HELD = { reservations: 1, submissions: 1, history: 1 };
/** a reservation changed, */
export const CHANGED = { reservations: 0, submissions: 1, history: 1 };
/** something done that is in no reservation's history (a closure, a call ticked off), */
export const DONE = { reservations: 0, submissions: 1, history: 0 };
/** and nothing. */
export const NOTHING = { reservations: 0, submissions: 0, history: 0 };

/** However the act was repeated, it left exactly this many rows more, and nothing is wrong. */
export async function expectMore(
  server: Server,
  before: Rows,
  wanted: typeof HELD,
): Promise<Rows> {
  const after = await rows(server);
  expect(after.violations).toEqual([]);
  const { reservations, submissions, history } = more(before, after);
  expect({ reservations, submissions, history }).toEqual(wanted);
  return after;
}
