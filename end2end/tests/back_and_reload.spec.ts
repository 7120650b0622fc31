// Back and reload, after an answer that was a page of its own and after one that was not.
import type { Page } from "@playwright/test";
import { BUTTONS } from "../support/buttons";
import { back, pressTwice } from "../support/double";
import {
  HINATA,
  HUDSON,
  NAME,
  book,
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
import type { Proxy } from "../support/proxy";
import { CHANGED, HELD, NOTHING, expectMore, rows } from "../support/rows";
import { expect, test } from "../support/server";
import { like, say } from "../support/words";

const DESKTOP = { tag: "@desktop" };
const main = (page: Page) => page.locator("main");
const detailsForm = (page: Page) => page.locator("form#details");

test.describe("Back and reload", DESKTOP, () => {
  test("c15 a reload of the answer sends nothing", async ({ page, server, line }) => {
    await openTimes(page, HUDSON, line.url);
    await freeTimes(page).nth(8).click();
    const visit = await onReservation(page);
    await page.reload();
    expect(await onReservation(page)).toBe(visit);
    await fillDetails(page, "ja", HUDSON);
    await sendButton(page, "ja", HUDSON).click();
    await seesState(page, "ja", "state-confirmed");
    const [before, posts] = [await rows(server), line.posts.length];
    await page.reload();
    await page.reload();
    await seesState(page, "ja", "state-confirmed");
    expect(line.posts).toHaveLength(posts);
    await expectMore(server, before, NOTHING);
  });

  test("c18 Back to the form shows what came of it, and there is nothing to send twice", async ({
    page,
    server,
  }) => {
    const visit = await book(page, "ja", HINATA);
    const before = await rows(server);
    await back(page);
    expect(await onReservation(page)).toBe(visit);
    await seesState(page, "ja", "state-requested");
    await expect(detailsForm(page)).toHaveCount(0);
    await expectMore(server, before, NOTHING);
  });

  test("c34 Back to the times and another one: the page had said so, and the first is given back", async ({
    page,
    server,
  }) => {
    const first = await hold(page, HINATA);
    const before = await rows(server);
    await back(page);
    await expect(main(page)).toContainText(say("ja", "times-held-swap"));
    await expect(main(page)).toContainText(say("ja", "sentence-held-not-yet"));
    await freeTimes(page).nth(7).click();
    const second = await onReservation(page);
    expect(second).not.toBe(first);
    // One more reservation, and a line of history in each of the two.
    const after = await expectMore(server, before, { ...HELD, history: 2 });
    expect(after.reservations.HELD).toBe(1);
    await page.goto(first);
    await expect(main(page)).toContainText(say("ja", "over-released-title"));
  });
});

test.describe("a page that is the answer to a form, loaded again", DESKTOP, () => {
  test("c15 with mistakes in it: judged again, nothing is lost, and put right it is sent once", async ({
    page,
    server,
    line,
  }) => {
    const visit = await hold(page, HINATA, line.url);
    await page.locator("#name").fill(NAME.ja);
    await page.locator("#phone").fill("12");
    const before = await rows(server);
    await pressTwice(sendButton(page, "ja", HINATA));
    await expect(main(page)).toContainText(say("ja", "error-summary-kept"));
    expect(posts(line, "details")).toBe(1);
    await page.reload();
    expect(posts(line, "details"), "posts after the reload").toBe(2);
    await expect(main(page)).toContainText(say("ja", "error-summary-kept"));
    await expect(page.locator("#name")).toHaveValue(NAME.ja);
    await expectMore(server, before, NOTHING);
    await fillDetails(page, "ja", HINATA);
    await pressTwice(sendButton(page, "ja", HINATA));
    await seesState(page, "ja", "state-requested");
    expect(await onReservation(page)).toBe(visit);
    await expectMore(server, before, CHANGED);
  });

  test("c15 more time: given once, and said again", async ({ page, server, line }) => {
    await hold(page, HINATA, line.url);
    await fillDetails(page, "ja", HINATA);
    let before = await rows(server);
    await pressTwice(page.locator('button[value="more-time"]'));
    const said = main(page).locator(".notice", { hasText: like("ja", "details-more-time-done") });
    const until = await said.innerText();
    before = await expectMore(server, before, CHANGED);
    await page.reload();
    expect(posts(line, "more-time"), "posts after the reload").toBe(2);
    await expect(said).toHaveText(until);
    await expect(page.locator("#name")).toHaveValue(NAME.ja);
    await expectMore(server, before, NOTHING);
  });

  test("c15 d35 a time that was taken: judged again; a tab that was put away shows the times; and freed, the reload has it", async ({
    page,
    somebodyElse,
    server,
    line,
  }) => {
    await openTimes(page, HUDSON, line.url, "chen");
    const times = page.url();
    const key = await slotKey(freeTimes(page).nth(4));
    await openTimes(somebodyElse, HUDSON, "", "chen");
    await slotButton(somebodyElse, key).click();
    await onReservation(somebodyElse);
    const before = await rows(server);
    await pressTwice(slotButton(page, key));
    await expect(main(page)).toContainText(say("ja", "refusal-taken-what"));
    await page.reload();
    expect(posts(line, "hold"), "posts after the reload").toBe(2);
    await expect(main(page)).toContainText(say("ja", "refusal-taken-what"));

    // A phone that has thrown the page away asks for its address, as in a tab of its own.
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    await expect(tab).toHaveURL(times);
    await expect(slotButton(tab, key)).toHaveCount(0);
    await expectMore(server, before, NOTHING);

    await somebodyElse.locator('button[value="release"]').click();
    await expect(somebodyElse).toHaveURL(/note=released/);
    const freed = await rows(server);
    await page.reload();
    await onReservation(page);
    await expect(main(page)).toContainText(say("ja", "sentence-held-not-yet"));
    await expectMore(server, freed, HELD);
  });

  test("the address of every action, opened as a page, leads back to where it came from", async ({
    page,
    server,
  }) => {
    await hold(page, HINATA);
    const before = await rows(server);
    for (const action of Object.keys(BUTTONS)) {
      await page.goto(`/do/${action}?page=%2Fc%2Fhinata%2Fbookings`);
      await expect(page).toHaveURL(/\/c\/hinata\/bookings$/);
    }
    await expectMore(server, before, NOTHING);
  });
});

/** How often the form of an action came through. */
const posts = (line: Proxy, action: string) =>
  line.posts.filter(({ path }) => path.startsWith(`/do/${action}?`)).length;
