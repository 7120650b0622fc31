import { defineConfig } from "@playwright/test";
import { desktop, launchOptions, phone } from "./support/browser";

// `cargo xtask browser -- <arguments>` builds the program and runs this.
export default defineConfig({
  testDir: "tests",
  outputDir: "test-results",
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: !!process.env.CI,
  timeout: 60_000,
  globalTimeout: 20 * 60_000,
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
  ],
});
