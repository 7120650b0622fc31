// How the browser is started: which Chromium, and with which switches.
import type { LaunchOptions } from "@playwright/test";

const isRoot = process.getuid?.() === 0;

/** The browser for all tests. */
export const launchOptions: LaunchOptions = {
  executablePath: process.env.HITOTSU_CHROMIUM || undefined,
  args: [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    ...(isRoot ? ["--no-sandbox"] : []),
  ],
};

/**
 * The same with the back-forward cache, which Playwright switches off:
 * `test.use({ launchOptions: launchOptionsWithBackForwardCache })` at the top of a file.
 * Go back with `back` of `double.ts`: `page.goBack()` waits for a load that never comes.
 */
export const launchOptionsWithBackForwardCache: LaunchOptions = {
  ...launchOptions,
  ignoreDefaultArgs: ["--disable-back-forward-cache"],
};

/** A desk with a mouse. */
export const desktop = { viewport: { width: 1280, height: 900 } };

/** A phone in the hand. */
export const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};
