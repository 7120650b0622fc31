// Pages that come out of the back-forward cache with the state they were left in.
import { expect, test as base } from "@playwright/test";
import { launchOptionsWithBackForwardCache } from "../support/browser";
import { back, watchPageShow } from "../support/double";
import { type ToolsPage, toolsPage } from "../support/tools_page";

const test = base.extend<{ site: ToolsPage }>({
  site: async ({}, use) => {
    const site = await toolsPage();
    await use(site);
    await site.stop();
  },
});

test.use({ launchOptions: launchOptionsWithBackForwardCache });

test("the browser of these tests keeps pages", async ({ page, site }) => {
  await watchPageShow(page);
  await page.goto(site.url);
  await page.getByRole("textbox").fill("typed");
  await page.evaluate(() => ((window as unknown as { kept: string }).kept = "as it was"));
  await page.goto(`${site.url}/done`);
  expect(await back(page), "pageshow.persisted").toBe(true);
  expect(await page.evaluate(() => (window as unknown as { kept: string }).kept)).toBe("as it was");
  await expect(page.getByRole("textbox")).toHaveValue("typed");
});
