// Pages that come out of the back-forward cache with the state they were left in. Our pages with a
// form are `no-store`: a browser may keep them all the same, or ask again; both must come right.
import type { Locator, Page } from "@playwright/test";
import type { ToolsPage } from "../support/tools_page";
import { toolsPage } from "../support/tools_page";
import { launchOptionsWithBackForwardCache } from "../support/browser";
import { back, note, pressTwice, watchPageShow } from "../support/double";
import {
  HINATA,
  HUDSON,
  NAME,
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
import { CHANGED, HELD, NOTHING, expectMore, rows } from "../support/rows";
import { expect, test as base } from "../support/server";
import { mainButton } from "../support/staff";
import { like, say } from "../support/words";

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

test.describe("a browser that keeps the pages all the same", { tag: "@desktop" }, () => {
  test.beforeEach(async ({ page, stripper }) => {
    stripper.taken = ["cache-control"];
    await watchPageShow(page);
  });

  test("c27 c29 Back to the times, the same one and another one: the one hold, and the page says so", async ({
    page,
    server,
    stripper,
  }) => {
    await openTimes(page, HINATA, stripper.url);
    const before = await rows(server);
    const key = await slotKey(freeTimes(page).nth(3));
    await pressTwice(slotButton(page, key));
    const visit = await onReservation(page);
    expect(await back(page), "pageshow.persisted").toBe(true);
    await seesUnlocked(page, slotButton(page, key));
    await pressTwice(slotButton(page, key));
    expect(await onReservation(page)).toBe(visit);
    await expect(page.locator("main")).toContainText(like("ja", "note-already-held"));

    expect(await back(page), "pageshow.persisted").toBe(true);
    await seesUnlocked(page, slotButton(page, key));
    // The page as it was kept knows of no hold, so it can't give one away.
    await pressTwice(freeTimes(page).nth(6));
    expect(await onReservation(page)).toBe(visit);
    await expect(page.locator("main")).toContainText(say("ja", "patient-note-held-other"));
    await expectMore(server, before, HELD);
  });

  // The answer to the details has the address of their form, and of two such pages in a row Chromium
  // keeps none; the forms below lead elsewhere.
  test("c18 Back to the details after the time was let go, and sent: nothing is booked, and the page says so", async ({
    page,
    server,
    stripper,
  }) => {
    const visit = await hold(page, HINATA, stripper.url);
    await fillDetails(page, "ja", HINATA);
    await pressTwice(page.locator('button[value="release"]'));
    await expect(page).toHaveURL(/note=released/);
    const before = await rows(server);
    expect(await back(page), "pageshow.persisted").toBe(true);
    await seesUnlocked(page, sendButton(page, "ja", HINATA));
    await expect(page.locator("#name")).toHaveValue(NAME.ja);
    await pressTwice(sendButton(page, "ja", HINATA));
    await expect(page.locator("main")).toContainText(say("ja", "over-released-title"));
    await expectMore(server, before, NOTHING);
    await page.goto(`${stripper.url}${visit}`);
    await expect(page.locator("main")).toContainText(say("ja", "over-released-title"));
  });

  test("c18 Back to the question before a cancellation, and answered again: cancelled once", async ({
    page,
    server,
    stripper,
  }) => {
    const visit = await hold(page, HUDSON, stripper.url);
    await fillDetails(page, "ja", HUDSON);
    await sendButton(page, "ja", HUDSON).click();
    await seesState(page, "ja", "state-confirmed");
    await page.goto(`${stripper.url}${visit}/cancel`);
    const before = await rows(server);
    await pressTwice(mainButton(page));
    await seesState(page, "ja", "state-cancelled");
    expect(await back(page), "pageshow.persisted").toBe(true);
    await seesUnlocked(page, mainButton(page));
    await pressTwice(mainButton(page));
    await seesState(page, "ja", "state-cancelled");
    expect(await onReservation(page)).toBe(visit);
    await expect(page.locator("main")).toContainText(say("ja", "note-already-over"));
    await expectMore(server, before, CHANGED);
  });
});

/** No form is locked, and a button says and does what it said and did before it was pressed. */
async function seesUnlocked(page: Page, button: Locator): Promise<void> {
  await expect(page.locator("form[aria-busy]"), "forms still locked").toHaveCount(0);
  await expect(page.locator("button.pressed"), "buttons that say they send").toHaveCount(0);
  await expect(button).toBeEnabled();
}
