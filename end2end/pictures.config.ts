import { defineConfig } from "@playwright/test";
import config from "./playwright.config";

// `cargo xtask pictures` runs this.
export default defineConfig({
  ...config,
  testDir: ".",
  testMatch: "pictures.ts",
  reporter: [["list"]],
  use: { ...config.use, screenshot: "off", trace: "off" },
});
