// Pages that come out of the back-forward cache with the state they were left in. Our pages with a
// form are `no-store`: a browser may keep them all the same, or ask again; both must come right.
import type { ToolsPage } from "../support/tools_page";
import { toolsPage } from "../support/tools_page";
import { launchOptionsWithBackForwardCache } from "../support/browser";
import { back, note, watchPageShow } from "../support/double";
import {
  HINATA,
  fillDetails,
  freeTimes,
  hold,
  onReservation,
  openTimes,
  seesState,
  sendButton,
  slotButton,
  slotKey,
} from "../support/patient";
import { CHANGED, HELD, expectMore, rows } from "../support/rows";
import { expect, test as base } from "../support/server";
import { say } from "../support/words";

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

test("Back to the times and the same one again: the one hold", { tag: "@desktop" }, async ({
  page,
  server,
}) => {
  await watchPageShow(page);
  await openTimes(page, HINATA);
  const before = await rows(server);
  const key = await slotKey(freeTimes(page).nth(3));
  await slotButton(page, key).click();
  const visit = await onReservation(page);
  const kept = await back(page);
  await expect(page.locator("form[aria-busy]"), "forms still locked").toHaveCount(0);
  if (kept) {
    await expect(slotButton(page, key)).toBeEnabled();
    await slotButton(page, key).click();
  } else {
    await page.locator("a.slot.mine").click();
  }
  expect(await onReservation(page)).toBe(visit);
  await expectMore(server, before, HELD);
});

test("Back to the details and sent again: the one visit", { tag: "@desktop" }, async ({
  page,
  server,
}) => {
  await watchPageShow(page);
  const visit = await hold(page, HINATA);
  await fillDetails(page, "ja", HINATA);
  const before = await rows(server);
  await sendButton(page, "ja", HINATA).click();
  await seesState(page, "ja", "state-requested");
  if (await back(page)) {
    await expect(page.locator("form[aria-busy]"), "forms still locked").toHaveCount(0);
    await expect(sendButton(page, "ja", HINATA)).toBeEnabled();
    await sendButton(page, "ja", HINATA).click();
    await expect(page.locator("main")).toContainText(say("ja", "notice-already-one-request"));
  }
  await seesState(page, "ja", "state-requested");
  expect(await onReservation(page)).toBe(visit);
  await expectMore(server, before, CHANGED);
});

test("a line that broke while sending, Back, and sent again: one visit", { tag: "@desktop" }, async ({
  page,
  server,
  line,
}) => {
  await watchPageShow(page);
  const visit = await hold(page, HINATA, line.url);
  await fillDetails(page, "ja", HINATA);
  const before = await rows(server);
  const locked = await note(page, () => !!document.querySelector("form[aria-busy]"));
  line.lineDown();
  await sendButton(page, "ja", HINATA).click({ noWaitAfter: true });
  await expect.poll(() => page.url()).toMatch(/^chrome-error:/);
  expect(locked).toContain(true);
  line.passAll();
  await back(page);
  expect(await onReservation(page)).toBe(visit);
  await expect(page.locator("form[aria-busy]"), "forms still locked").toHaveCount(0);
  // What was typed is there, out of the cache or as the browser restores it.
  await expect(page.locator("#kana")).toHaveValue("ヤマダ ハナコ");
  await sendButton(page, "ja", HINATA).click();
  await seesState(page, "ja", "state-requested");
  await expectMore(server, before, CHANGED);
});
