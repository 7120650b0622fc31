import { defineConfig } from "@playwright/test";
import config from "./playwright.config";
import { phone } from "./support/browser";

// `cargo xtask pictures` runs this.
export default defineConfig({
  ...config,
  testDir: ".",
  testMatch: "pictures.ts",
  reporter: [["list"]],
  use: { ...config.use, screenshot: "off", trace: "off" },
  projects: [
    // A smaller window than the tests have: smaller files.
    { name: "desktop", use: { viewport: { width: 1120, height: 760 } } },
    { name: "phone", use: phone },
  ],
});
