import { defineConfig } from "@playwright/test";
import { desktop, launchOptions, phone } from "./support/browser";
import type { Engine } from "./support/server";

const postgres = {
  name: "postgres",
  testMatch: ["journey.spec.ts", "lost_answer.spec.ts"],
  grep: /ja, scripts on|en, scripts off|lost_answer/,
  use: { ...desktop, engine: "postgres" as const },
};

// `cargo xtask browser -- <arguments>` builds the program and runs this.
export default defineConfig<{ engine: Engine }>({
  testDir: "tests",
  outputDir: "test-results",
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: !!process.env.CI,
  timeout: 60_000,
  globalTimeout: 30 * 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env.HITOTSU_REPORT
    ? [["list"], ["json", { outputFile: process.env.HITOTSU_REPORT }]]
    : [["list"]],
  use: {
    browserName: "chromium",
    launchOptions,
    locale: "ja-JP",
    timezoneId: "Asia/Tokyo",
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    screenshot: "only-on-failure",
    // A trace of every test costs a third of the time: ask for it with `--trace retain-on-failure`.
    trace: "off",
  },
  projects: [
    { name: "desktop", use: desktop },
    // What doesn't depend on the device runs at the desk alone.
    { name: "phone", use: phone, grepInvert: /@desktop/ },
    // The pages are the same over every engine, and the journeys over HTTP run on both in full: here the whole way once
    // with scripts and once without. `cargo xtask test` says when there is no Postgres.
    ...(process.env.HITOTSU_TEST_POSTGRES ? [postgres] : []),
  ],
});
