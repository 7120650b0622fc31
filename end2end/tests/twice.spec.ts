// One intent, sent more than once in every way in which that happens: always the same reservation,
// and the pages tell the truth about it.
import type { Page } from "@playwright/test";
import {
  back,
  clickRepeatedly,
  enterAndClick,
  note,
  pressTwice,
  seesFailure,
  submitPastTheScript,
} from "../support/double";
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
import { CHANGED, HELD, NOTHING, expectMore, rows } from "../support/rows";
import { expect, test } from "../support/server";
import { mainButton, openDecline, requestOf, rowButton, signIn } from "../support/staff";
import { like, say } from "../support/words";

const DESKTOP = { tag: "@desktop" };
const main = (page: Page) => page.locator("main");
const detailsForm = (page: Page) => page.locator("form#details");
const send = (page: Page) => sendButton(page, "ja", HINATA);

test.describe("the button", () => {
  test("locks the whole form at the first press and says so, and nothing moves", async ({
    page,
    server,
    line,
  }) => {
    await hold(page, HINATA, line.url);
    await fillDetails(page, "ja", HINATA);
    const before = await rows(server);
    const seen = await note(page, lockOf);
    const release = line.holdAnswers();
    await pressTwice(send(page));
    await expect.poll(() => seen.at(-1)?.locked).toBe(true);
    await expect.poll(() => seen.at(-1)?.sending).toBe(true);
    // Held: whoever presses once more presses a locked form.
    await pressAgain(page, seen.at(-1)!.box);
    release();
    await seesState(page, "ja", "state-requested");
    expect(seen[0]).toMatchObject({ locked: false, sending: false });
    expect(new Set(seen.map(({ box }) => box)).size, "places of the button").toBe(1);
    expect(line.posts.filter(({ path }) => path.startsWith("/do/details"))).toHaveLength(1);
    await expectMore(server, before, CHANGED);
  });

  test("of a time locks the whole grid, and nothing moves", async ({ page, server, line }) => {
    await openTimes(page, HINATA, line.url);
    const before = await rows(server);
    const slot = freeTimes(page).nth(4);
    await slot.evaluate((button) => button.classList.add("watched"));
    const seen = await note(page, gridLock);
    const release = line.holdAnswers();
    await pressTwice(slot);
    await expect.poll(() => seen.at(-1)?.locked).toBe(true);
    await expect.poll(() => seen.at(-1)?.sending).toBe(true);
    release();
    await onReservation(page);
    expect(new Set(seen.map(({ box }) => box)).size, "places of the button").toBe(1);
    expect(line.posts).toHaveLength(1);
    await expectMore(server, before, HELD);
  });

  test("is unlocked when the page is shown again", DESKTOP, async ({ page, line }) => {
    await hold(page, HINATA, line.url);
    await fillDetails(page, "ja", HINATA);
    const seen = await note(page, lockOf);
    const release = line.holdAnswers();
    await send(page).click({ noWaitAfter: true });
    await expect.poll(() => seen.at(-1)?.locked).toBe(true);
    release();
    await seesState(page, "ja", "state-requested");

    // The same, with the event as it comes out of the browser's cache.
    await hold(page, HINATA, line.url);
    const shown = await note(page, lockOf);
    await page.evaluate(() => {
      addEventListener("submit", () =>
        setTimeout(
          () => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })),
          500,
        ),
      );
    });
    const releaseAgain = line.holdAnswers();
    await send(page).click({ noWaitAfter: true });
    await expect
      .poll(() => shown.map(({ locked }) => locked).join())
      .toMatch(/false(,true)+,false$/);
    releaseAgain();
  });

  test("is not locked by a form that the browser's own check stopped", DESKTOP, async ({ page }) => {
    await page.goto("/staff/hinata/sign-in");
    await mainButton(page).click();
    await expect(page.locator("#login")).toBeFocused();
    expect(await page.locator("form[aria-busy]").count()).toBe(0);
    await expect(mainButton(page)).toBeEnabled();
  });

  test("stays locked while there is no answer, and after eight seconds the receipt is offered", DESKTOP, async ({
    page,
    line,
  }) => {
    const visit = await hold(page, HINATA, line.url);
    await fillDetails(page, "ja", HINATA);
    const receipt = await receiptOf(detailsForm(page));
    const offered = await note(page, () => {
      const link = document.querySelector("form#details [data-receipt] a");
      const box = link?.getBoundingClientRect();
      return box?.height ? [box.x + box.width / 2, box.y + box.height / 2] : null;
    });
    const seen = await note(page, lockOf);
    const pressed = Date.now();
    line.holdAnswers();
    await send(page).click({ noWaitAfter: true });
    await expect.poll(() => offered.at(-1), { timeout: 15_000 }).toBeTruthy();
    expect(Date.now() - pressed).toBeGreaterThan(7_500);
    expect(seen.at(-1)?.locked).toBe(true);
    expect(new Set(seen.map(({ box }) => box)).size, "places of the button").toBe(1);
    // The page can't be asked now, but it can be pressed.
    const [x, y] = offered.at(-1)!;
    await page.mouse.click(x!, y!);
    await expect(page).toHaveURL(`${line.url}${receipt}`);
    await expect(main(page)).toContainText(say("ja", "receipt-yes-requested"));
    await page.locator("main a.button").click();
    expect(await onReservation(page)).toBe(visit);
    await seesState(page, "ja", "state-requested");
  });
});

test.describe("a double click that the answer was quicker than", DESKTOP, () => {
  test("does nothing to what lies in its place on the next page", async ({ page, server }) => {
    const now = Date.now();
    await page.clock.setFixedTime(now);
    await openTimes(page, HINATA);
    const slot = freeTimes(page).nth(3);
    await slot.scrollIntoViewIfNeeded();
    const { x, y } = (await slot.boundingBox())!;
    await page.mouse.click(x + 9, y + 9);
    const visit = await onReservation(page);
    const before = await rows(server);
    const release = page.locator('button[value="release"]');
    await release.evaluate(
      (button, [x, y]) =>
        Object.assign(button.style, { position: "fixed", left: `${x}px`, top: `${y}px` }),
      [x, y],
    );
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await expectMore(server, before, NOTHING);
    expect(await onReservation(page)).toBe(visit);

    // Later it is a press like any other.
    await page.clock.setFixedTime(now + 1_000);
    await pressTwice(release);
    await expect(page).toHaveURL(/note=released/);
    await expectMore(server, before, CHANGED);
  });
});

test.describe("pressed and sent at once", DESKTOP, () => {
  test("Enter and a click at the same moment", async ({ page, server, line }) => {
    const visit = await hold(page, HINATA, line.url);
    await fillDetails(page, "ja", HINATA);
    const before = await rows(server);
    await send(page).scrollIntoViewIfNeeded();
    const release = line.holdAnswers();
    await enterAndClick(page.locator("#phone"), send(page));
    release();
    await seesState(page, "ja", "state-requested");
    expect(await onReservation(page)).toBe(visit);
    expect(line.posts.filter(({ path }) => path.startsWith("/do/details"))).toHaveLength(1);
    await expectMore(server, before, CHANGED);
  });

  test("Enter in a field sends, and never lets the time go", async ({ page, server }) => {
    const visit = await hold(page, HINATA);
    await fillDetails(page, "ja", HINATA);
    const before = await rows(server);
    await page.locator("#phone").press("Enter");
    await seesState(page, "ja", "state-requested");
    expect(await onReservation(page)).toBe(visit);
    await expectMore(server, before, CHANGED);
  });

  test("ten clicks on a time", async ({ page, server }) => {
    await openTimes(page, HINATA);
    const before = await rows(server);
    await clickRepeatedly(freeTimes(page).nth(6), 10);
    await onReservation(page);
    await expectMore(server, before, HELD);
  });

  test("a form sent eight times past every guard of the page", async ({ page, server }) => {
    await openTimes(page, HINATA);
    let before = await rows(server);
    const times = page.locator("form[action^='/do/hold']");
    const held = await submitPastTheScript(times, 8, freeTimes(page).nth(3));
    expect(new Set(held.map((url) => new URL(url).pathname)).size, held.join("\n")).toBe(1);
    before = await expectMore(server, before, HELD);

    await page.goto(held[0]!);
    const visit = await onReservation(page);
    await fillDetails(page, "ja", HINATA);
    const sent = await submitPastTheScript(detailsForm(page), 8, send(page));
    expect(new Set(sent.map((url) => new URL(url).pathname))).toEqual(new Set([visit]));
    await expectMore(server, before, CHANGED);
  });
});

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

test.describe("two tabs of one visitor", DESKTOP, () => {
  test("the same time: both come to the one hold", async ({ page, server }) => {
    const other = await page.context().newPage();
    await openTimes(page, HINATA);
    await openTimes(other, HINATA);
    const before = await rows(server);
    const key = await slotKey(freeTimes(page).nth(2));
    await slotButton(page, key).click();
    const visit = await onReservation(page);
    await slotButton(other, key).click();
    expect(await onReservation(other)).toBe(visit);
    await expect(main(other)).toContainText(like("ja", "note-already-held"));
    const after = await rows(server);
    expect(after.violations).toEqual([]);
    expect(after.reservations.HELD).toBe(1);
    expect(after.history - before.history).toBe(1);
  });

  test("another time, from a page that did not know of the first: the first stays, and the page says so", async ({
    page,
    server,
  }) => {
    const other = await page.context().newPage();
    await openTimes(page, HINATA);
    await openTimes(other, HINATA);
    const before = await rows(server);
    await freeTimes(page).nth(2).click();
    const visit = await onReservation(page);
    await freeTimes(other).nth(5).click();
    expect(await onReservation(other)).toBe(visit);
    await expect(main(other)).toContainText(say("ja", "patient-note-held-other"));
    await expectMore(server, before, HELD);
  });

  test("details from both: the first are kept, and the second page says so", async ({
    page,
    server,
  }) => {
    const other = await page.context().newPage();
    const visit = await hold(page, HINATA);
    await other.goto(visit);
    await fillDetails(page, "ja", HINATA);
    await fillDetails(other, "ja", HINATA, "別人 太郎");
    const before = await rows(server);
    await send(page).click();
    await seesState(page, "ja", "state-requested");
    await send(other).click();
    await seesState(other, "ja", "state-requested");
    expect(await onReservation(other)).toBe(visit);
    await expect(main(other)).toContainText(like("ja", "note-kept"));
    await expect(main(other)).toContainText(NAME.ja);
    await expect(main(other)).not.toContainText("別人 太郎");
    const after = await rows(server);
    expect(after.history - before.history).toBe(1);
    expect(after.violations).toEqual([]);
  });
});

test.describe("two people", DESKTOP, () => {
  test("one time at the same instant: one has it, the other reads so and takes a near one", async ({
    page,
    somebodyElse,
    server,
  }) => {
    const people = [page, somebodyElse];
    // With one doctor there is one; with anybody there might be two.
    for (const person of people) await openTimes(person, HUDSON, "", "chen");
    const key = await slotKey(freeTimes(page).nth(4));
    let before = await rows(server);
    await Promise.all(people.map((person) => slotButton(person, key).click()));
    for (const person of people) await person.waitForURL(/reservations|\/do\/hold/);
    before = await expectMore(server, before, HELD);

    const losers = people.filter((person) => person.url().includes("/do/hold"));
    expect(losers).toHaveLength(1);
    const loser = losers[0]!;
    await expect(main(loser)).toContainText(say("ja", "refusal-taken-what"));
    await expect(main(loser)).toContainText(say("ja", "refusal-not-booked"));
    await freeTimes(loser).first().click();
    await onReservation(loser);
    await expectMore(server, before, HELD);
  });

  test("somebody else's page of a reservation is not there", async ({ page, somebodyElse }) => {
    const visit = await book(page, "ja", HINATA);
    const answer = await somebodyElse.goto(visit);
    expect(answer?.status()).toBe(404);
    await expect(somebodyElse.locator("body")).not.toContainText(NAME.ja);
  });

  test("two of the staff answer one request: one answer counts, and the other reads whose", async ({
    page,
    somebodyElse,
    server,
    browser,
  }) => {
    const patient = await (await browser.newContext()).newPage();
    const visit = await book(patient, "ja", HINATA);
    await signIn(page, server, HINATA, "/requests");
    await signIn(somebodyElse, server, HINATA, "/requests");
    await openDecline(somebodyElse, "ja", NAME.ja);
    const before = await rows(server);
    await pressTwice(rowButton(requestOf(page, NAME.ja), "ja", "button-confirm"));
    await expect(requestOf(page, NAME.ja)).toContainText(say("ja", "staff-confirmed"));
    await pressTwice(mainButton(somebodyElse));
    await expect(main(somebodyElse)).toContainText(
      new RegExp(`${NAME.ja}様の予約は、すでに「${say("ja", "staff-confirmed")}」です`),
    );
    await expectMore(server, before, CHANGED);
    await patient.goto(visit);
    await seesState(patient, "ja", "state-confirmed");
    await patient.context().close();
  });
});

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

/** How the button that sends the details stands, for `note`. */
function lockOf() {
  const form = document.querySelector("form#details");
  const button = form?.querySelector("p.actions button.main");
  const { x, y, width, height } = button?.getBoundingClientRect() ?? new DOMRect();
  const busy = button?.querySelector(".busy");
  return {
    locked: form?.getAttribute("aria-busy") === "true",
    sending: busy ? getComputedStyle(busy).visibility === "visible" : false,
    box: [x + scrollX, y + scrollY, width, height].join(),
  };
}

/** The same of the watched time. */
function gridLock() {
  const button = document.querySelector("button.watched");
  const { x, y, width, height } = button?.getBoundingClientRect() ?? new DOMRect();
  const busy = button?.querySelector(".busy");
  return {
    locked: button?.closest("form")?.getAttribute("aria-busy") === "true",
    sending: busy ? getComputedStyle(busy).visibility === "visible" : false,
    box: [x + scrollX, y + scrollY, width, height, document.body.scrollHeight].join(),
  };
}

/** A press where the button was, on a page that can't be asked. */
async function pressAgain(page: Page, box: string): Promise<void> {
  const [x = 0, y = 0, width = 0, height = 0] = box.split(",").map(Number);
  await page.mouse.click(x + width / 2, y + height / 2);
}
