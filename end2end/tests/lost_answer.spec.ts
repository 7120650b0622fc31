// An answer that never came: the line lost it, or the server went away. The next page tells the truth.
import type { Locator, Page } from "@playwright/test";
import { back, seesFailure, submitPastTheScript } from "../support/double";
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
  receiptOf,
  seesState,
  sendButton,
  slotButton,
  slotKey,
} from "../support/patient";
import type { Proxy } from "../support/proxy";
import { formOf, leadsTo, sendRaw } from "../support/raw";
import { CHANGED, HELD, NOTHING, expectMore, rows } from "../support/rows";
import { expect, test } from "../support/server";
import { mainButton, requestOf, rowButton, signIn } from "../support/staff";
import { like, say } from "../support/words";

const DESKTOP = { tag: "@desktop" };
const main = (page: Page) => page.locator("main");
const detailsForm = (page: Page) => page.locator("form#details");
const send = (page: Page) => sendButton(page, "ja", HINATA);

test.describe("an answer that is lost after the commit", DESKTOP, () => {
  test("of a hold: the reload leads to the one that was made", async ({ page, server, line }) => {
    await openTimes(page, HINATA, line.url);
    const before = await rows(server);
    line.loseAnswers(Infinity);
    await freeTimes(page).nth(3).click({ noWaitAfter: true });
    await seesFailure(page);
    expect(line.lost).toBeGreaterThan(0);
    line.passAll();
    await page.reload();
    // A browser that asks with GET instead sees the times again, with the hold above them.
    if (!page.url().includes("/reservations/")) {
      await page.locator("main a", { hasText: say("ja", "times-held-go-on") }).click();
    }
    await onReservation(page);
    await expect(main(page)).toContainText(say("ja", "sentence-held-not-yet"));
    await expectMore(server, before, HELD);
  });

  test("of a hold: Back, and the time is marked as one's own", async ({ page, server, line }) => {
    await openTimes(page, HINATA, line.url);
    const before = await rows(server);
    line.loseAnswers(Infinity);
    await freeTimes(page).nth(3).click({ noWaitAfter: true });
    await seesFailure(page);
    line.passAll();
    await back(page);
    await page.locator("a.slot.mine").click();
    await onReservation(page);
    await expectMore(server, before, HELD);
  });

  test("of a hold: the same time pressed again", async ({ page, server, line }) => {
    await openTimes(page, HINATA, line.url);
    const before = await rows(server);
    // The page stays as it is, as a tab does whose answer never came.
    const times = page.locator("form[action^='/do/hold']");
    line.loseAnswers(Infinity);
    const lost = submitPastTheScript(times, 1, freeTimes(page).nth(3));
    await expect(lost).rejects.toThrow(/Failed to fetch/);
    line.passAll();
    await freeTimes(page).nth(3).click();
    await onReservation(page);
    await expect(main(page)).toContainText(like("ja", "note-already-held"));
    await expectMore(server, before, HELD);
  });

  for (const way of ["reload", "Back", "press again", "receipt"] as const) {
    test(`of the details: ${way}`, async ({ page, server, line }) => {
      const visit = await hold(page, HINATA, line.url);
      await fillDetails(page, "ja", HINATA);
      const receipt = await receiptOf(detailsForm(page));
      const before = await rows(server);
      line.loseAnswers(Infinity);
      if (way === "press again") {
        const lost = submitPastTheScript(detailsForm(page), 1, send(page));
        await expect(lost).rejects.toThrow(/Failed to fetch/);
        line.passAll();
        await send(page).click();
      } else {
        await send(page).click({ noWaitAfter: true });
        await seesFailure(page);
        line.passAll();
        if (way === "reload") await page.reload();
        if (way === "Back") await back(page);
        if (way === "receipt") {
          await page.goto(`${line.url}${receipt}`);
          await expect(main(page)).toContainText(like("ja", "receipt-yes"));
          await expect(main(page)).toContainText(say("ja", "receipt-yes-requested"));
          await page.locator("main a.button").click();
        }
      }
      expect(await onReservation(page)).toBe(visit);
      await seesState(page, "ja", "state-requested");
      if (way === "press again") {
        await expect(main(page)).toContainText(say("ja", "notice-already-one-request"));
      }
      await expectMore(server, before, CHANGED);
    });
  }

  test("of an answer of the staff: pressed again, it counts once", async ({
    page,
    somebodyElse: desk,
    server,
    line,
  }) => {
    const visit = await book(page, "ja", HINATA);
    await signIn(desk, server, HINATA, "/requests");
    await desk.goto(`${line.url}/staff/hinata/requests`);
    const before = await rows(server);
    line.loseAnswers(Infinity);
    const confirm = rowButton(requestOf(desk, NAME.ja), "ja", "button-confirm");
    await confirm.click({ noWaitAfter: true });
    await seesFailure(desk);
    line.passAll();
    await desk.reload();
    await expect(requestOf(desk, NAME.ja)).toContainText(say("ja", "staff-confirmed"));
    await expectMore(server, before, CHANGED);
    await page.goto(visit);
    await seesState(page, "ja", "state-confirmed");
  });

  test("of a hold and of a cancellation: the receipt says which, and shows where it stands", async ({
    page,
    server,
    line,
  }) => {
    await openTimes(page, HUDSON, line.url);
    const times = page.locator("form[action^='/do/hold']");
    const ofTheHold = await receiptOf(times);
    let before = await rows(server);
    await pressIntoTheVoid(page, line, freeTimes(page).nth(3));
    await page.goto(`${line.url}${ofTheHold}`);
    await expect(main(page)).toContainText(say("ja", "receipt-yes-held"));
    await page.locator("main a.button").click();
    const visit = await onReservation(page);
    before = await expectMore(server, before, HELD);
    await fillDetails(page, "ja", HUDSON);
    await sendButton(page, "ja", HUDSON).click();
    await seesState(page, "ja", "state-confirmed");

    await page.goto(`${line.url}${visit}/cancel`);
    const ofTheEnd = await receiptOf(main(page).locator("form"));
    before = await expectMore(server, before, CHANGED);
    await pressIntoTheVoid(page, line, mainButton(page));
    await page.goto(`${line.url}${ofTheEnd}`);
    await expect(main(page)).toContainText(say("ja", "receipt-yes-cancelled"));
    await page.locator("main a.button").click();
    expect(await onReservation(page)).toBe(visit);
    await seesState(page, "ja", "state-cancelled");
    await expectMore(server, before, CHANGED);
  });
});

test.describe("a copy that comes late", DESKTOP, () => {
  test("of a press that was refused: it lets nothing go that was held since", async ({
    page,
    somebodyElse,
    server,
  }) => {
    const people = [page, somebodyElse];
    for (const person of people) await openTimes(person, HUDSON, "", "chen");
    const key = await slotKey(freeTimes(page).nth(4));
    await slotButton(somebodyElse, key).click();
    await onReservation(somebodyElse);
    const old = await formOf(slotButton(page, key));
    await slotButton(page, key).click();
    await expect(main(page)).toContainText(say("ja", "refusal-taken-what"));
    await freeTimes(page).first().click();
    const visit = await onReservation(page);
    // Now it could be had.
    await somebodyElse.locator('button[value="release"]').click();
    await expect(somebodyElse).toHaveURL(/note=released/);

    const before = await rows(server);
    for (const answer of await sendRaw(page, old, 2)) {
      expect(answer.status()).toBe(303);
      expect(answer.headers()["location"]).toBe(`${visit}?note=held-other`);
    }
    await expectMore(server, before, NOTHING);
    await page.goto(`${visit}?note=held-other`);
    await expect(main(page)).toContainText(say("ja", "patient-note-held-other"));
    await expect(main(page)).toContainText(say("ja", "sentence-held-not-yet"));
  });

  test("of a press whose hold was given back: the answer of then, and nothing is held", async ({
    page,
    server,
  }) => {
    await openTimes(page, HUDSON);
    const old = await formOf(freeTimes(page).nth(4));
    await freeTimes(page).nth(4).click();
    const visit = await onReservation(page);
    await page.locator('button[value="release"]').click();
    await expect(page).toHaveURL(/note=released/);
    const before = await rows(server);
    const [answer] = await sendRaw(page, old, 1);
    expect(leadsTo(answer!)).toBe(visit);
    await expectMore(server, before, NOTHING);
    await page.goto(answer!.headers()["location"]!);
    await expect(main(page)).toContainText(say("ja", "note-already-over"));
  });
});

test.describe("the receipt", DESKTOP, () => {
  test("says that nothing has arrived, as of when, and leads back to what was typed", async ({
    page,
    server,
    line,
  }) => {
    const visit = await hold(page, HINATA, line.url);
    await fillDetails(page, "ja", HINATA);
    const receipt = await receiptOf(detailsForm(page));
    const before = await rows(server);
    line.lineDown();
    await send(page).click({ noWaitAfter: true });
    await seesFailure(page);
    line.passAll();

    await page.goto(`${line.url}${receipt}`);
    await expect(main(page)).toContainText(like("ja", "receipt-nothing-as-of"));
    await expect(main(page)).toContainText(say("ja", "receipt-nothing-safe"));
    await expectMore(server, before, NOTHING);
    await page.locator("main a.button", { hasText: say("ja", "receipt-back") }).click();
    expect(await onReservation(page)).toBe(visit);
    await fillDetails(page, "ja", HINATA);
    await send(page).click();
    await seesState(page, "ja", "state-requested");
    await expectMore(server, before, CHANGED);
  });

  test("shows a stranger that something arrived and not what", async ({ page, somebodyElse }) => {
    await hold(page, HINATA);
    await fillDetails(page, "ja", HINATA);
    const receipt = await receiptOf(detailsForm(page));
    await send(page).click();
    await seesState(page, "ja", "state-requested");
    await somebodyElse.goto(receipt);
    await expect(main(somebodyElse)).toContainText(say("ja", "receipt-strange-title"));
    await expect(somebodyElse.locator("body")).not.toContainText(NAME.ja);
    await expect(somebodyElse.locator("main a[href*=reservations]")).toHaveCount(0);
  });
});

test.describe("the server", DESKTOP, () => {
  test("killed after an answer has the visit when it comes back, and the same form gives the same address", async ({
    page,
    server,
  }) => {
    await openTimes(page, HINATA);
    const before = await rows(server);
    const times = page.locator("form[action^='/do/hold']");
    const slot = freeTimes(page).nth(3);
    const [first] = await submitPastTheScript(times, 1, slot);
    await server.kill();
    await server.startAgain();
    const [again] = await submitPastTheScript(times, 1, slot);
    expect(new URL(again!).pathname).toBe(new URL(first!).pathname);
    await slot.click();
    expect(await onReservation(page)).toBe(new URL(first!).pathname);
    await expectMore(server, before, HELD);
  });

  test("killed after the details were answered still has them, and says so to the same form", async ({
    page,
    server,
  }) => {
    const visit = await hold(page, HINATA);
    await fillDetails(page, "ja", HINATA);
    const before = await rows(server);
    await submitPastTheScript(detailsForm(page), 1, send(page));
    await server.kill();
    await server.startAgain();
    await send(page).click();
    expect(await onReservation(page)).toBe(visit);
    await seesState(page, "ja", "state-requested");
    await expect(main(page)).toContainText(say("ja", "notice-already-one-request"));
    await expectMore(server, before, CHANGED);
  });

  test("restarted between the form and its sending takes it", async ({ page, server }) => {
    await openTimes(page, HUDSON);
    await server.stop();
    await server.startAgain();
    await freeTimes(page).nth(8).click();
    const visit = await onReservation(page);
    await fillDetails(page, "ja", HUDSON);
    const before = await rows(server);
    await server.kill();
    await server.startAgain();
    await sendButton(page, "ja", HUDSON).click();
    await seesState(page, "ja", "state-confirmed");
    expect(await onReservation(page)).toBe(visit);
    await expectMore(server, before, CHANGED);
  });

  test("restarted keeps the staff signed in", async ({ page, server }) => {
    await signIn(page, server, HINATA, "/requests");
    await server.kill();
    await server.startAgain();
    const requests = await page.locator("li.request").count();
    const confirm = page.locator("li.request button", { hasText: say("ja", "button-confirm") });
    await confirm.first().click();
    await expect(page.locator("li.request.answered")).toHaveCount(1);
    await expect(page.locator("li.request")).toHaveCount(requests);
  });
});

/** A press of which nobody hears again. */
async function pressIntoTheVoid(page: Page, line: Proxy, button: Locator): Promise<void> {
  line.loseAnswers(Infinity);
  await button.click({ noWaitAfter: true });
  await seesFailure(page);
  line.passAll();
}
