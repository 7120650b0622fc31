// The right-belief test: whatever a bad line does and whatever a person does about it, what the last page
// says is what the database has.
//
// `HITOTSU_BELIEF_RUNS=500 HITOTSU_BELIEF_SEED=7` gives more runs, and the same ones again; `cargo xtask
// belief --runs 500 --seed 7` does that and adds the figures up.
import { expect, test } from "../support/server";
import { type Run, run, sum } from "../support/runs";

const RUNS = Number(process.env.HITOTSU_BELIEF_RUNS || 60);
const SEED = Number(process.env.HITOTSU_BELIEF_SEED || 1);
/** Runs that share a server, and how many of them go on at the same time. */
const BATCH = Math.min(25, Math.ceil(RUNS / 4));
const AT_ONCE = 3;

for (let first = 0; first < RUNS; first += BATCH) {
  const seeds = Array.from({ length: Math.min(BATCH, RUNS - first) }, (_, at) => SEED + first + at);
  test(`right belief of the people ${seeds[0]} to ${seeds.at(-1)}`, { tag: "@desktop" }, async ({
    browser,
    server,
  }, testInfo) => {
    // A slow machine makes people impatient, not wrong.
    test.setTimeout(180_000 + seeds.length * 30_000);
    const waiting = [...seeds];
    const runs: Run[] = [];
    const one = async () => {
      for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
        runs.push(await run(browser, server, seed));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, one));
    const figures = JSON.stringify(sum(runs));
    testInfo.annotations.push({ type: "belief", description: figures });
    console.log(`right belief, seeds ${seeds[0]} to ${seeds.at(-1)}: ${figures}`);
    const reports = runs.filter(({ faults }) => faults.length > 0).map(({ report }) => report);
    expect(reports.join("\n\n"), "beliefs that were not right").toBe("");
  });
}
