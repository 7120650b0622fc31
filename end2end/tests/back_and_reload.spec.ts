// Back and reload, after an answer that was a page of its own and after one that was not.
import type { Page } from "@playwright/test";
import { back } from "../support/double";
import {
  HINATA,
  HUDSON,
  book,
  fillDetails,
  freeTimes,
  hold,
  onReservation,
  openTimes,
  seesState,
  sendButton,
} from "../support/patient";
import { HELD, NOTHING, expectMore, rows } from "../support/rows";
import { expect, test } from "../support/server";
import { say } from "../support/words";

const DESKTOP = { tag: "@desktop" };
const main = (page: Page) => page.locator("main");
const detailsForm = (page: Page) => page.locator("form#details");

test.describe("Back and reload", DESKTOP, () => {
  test("a reload of the answer sends nothing", async ({ page, server, line }) => {
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

  test("Back to the form shows what came of it, and there is nothing to send twice", async ({
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

  test("Back to the times and another one: the page had said so, and the first is given back", async ({
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
