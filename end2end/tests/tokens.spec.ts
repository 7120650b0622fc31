// A form whose token is too old, another's, altered, or of another form; a browser that keeps no
// cookies; a sign-in that begins or ends in the middle of a booking. Nothing typed is lost, the page
// says that nothing was done, and the next press works.
import type { Locator, Page } from "@playwright/test";
import { staffHold } from "../support/buttons";
import { pressTwice } from "../support/double";
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
import { CHANGED, HELD, NOTHING, expectMore, more, rows } from "../support/rows";
import { expect, test } from "../support/server";
import {
  fillClosure,
  mainButton,
  requestOf,
  rowButton,
  signIn,
  signInAs,
} from "../support/staff";
import { like, say } from "../support/words";

const DESKTOP = { tag: "@desktop" };
/** As long as a token lives, and an hour. */
const TOO_LONG_MINUTES = 13 * 60;
/** One whose request waits in the demo. */
const WAITING = "中村 健太";
const main = (page: Page) => page.locator("main");
const send = (page: Page) => sendButton(page, "ja", HINATA);

test.describe("a form that was open for thirteen hours", DESKTOP, () => {
  test("c118 of a patient: nothing is lost, and the second press works", async ({ page, server }) => {
    await openTimes(page, HINATA);
    const key = await slotKey(freeTimes(page).last());
    const before = await rows(server);
    await server.passes(TOO_LONG_MINUTES);
    await pressTwice(slotButton(page, key));
    await expect(main(page)).toContainText(say("ja", "refusal-form-expired"));
    await expectMore(server, before, NOTHING);
    await pressTwice(slotButton(page, key));
    const visit = await onReservation(page);
    const held = await expectMore(server, before, HELD);

    await fillDetails(page, "ja", HINATA);
    await server.passes(TOO_LONG_MINUTES);
    await pressTwice(send(page));
    await expect(main(page)).toContainText(say("ja", "refusal-form-expired"));
    await seesTyped(page);
    // The hold has run out as well, and may have been tidied away; nothing was sent in.
    expect(more(held, await rows(server))).toMatchObject({ reservations: 0, submissions: 0 });
    await pressTwice(send(page));
    await seesState(page, "ja", "state-requested");
    expect(await onReservation(page)).toBe(visit);
    await expect(main(page)).toContainText(say("ja", "notice-retaken"));
    expect(more(held, await rows(server))).toMatchObject({ reservations: 0, submissions: 1 });
  });

  test("c119 of the staff: they stay signed in, nothing is lost, and the second press works", async ({
    page,
    server,
  }) => {
    await signIn(page, server, HINATA, "/closures/new");
    await fillClosure(page, { date: "2026-06-25", from: "9:00", until: "12:00" });
    const before = await rows(server);
    await server.passes(TOO_LONG_MINUTES);
    await pressTwice(mainButton(page));
    await expect(main(page)).toContainText(say("ja", "staff-refused-form-expired"));
    await expect(page.locator("#reason")).toHaveValue("研修");
    await expect(page.locator("#until")).toHaveValue("12:00");
    expect(more(before, await rows(server)).submissions).toBe(0);
    await pressTwice(mainButton(page));
    await expect(page.locator("h1")).toHaveText(say("ja", "staff-closed-title"));
    expect(more(before, await rows(server)).submissions).toBe(1);
  });
});

test.describe("a form that is not this browser's own", DESKTOP, () => {
  test("drawn for another visitor: the page again, and the second press works", async ({
    page,
    server,
  }) => {
    await openTimes(page, HINATA);
    await becomesAnother(page);
    const before = await rows(server);
    await pressTwice(freeTimes(page).nth(3));
    await expect(main(page)).toContainText(say("ja", "patient-refused-form-foreign"));
    await expectMore(server, before, NOTHING);
    await pressTwice(freeTimes(page).nth(3));
    await onReservation(page);
    const held = await expectMore(server, before, HELD);

    // A hold is its own visitor's: what was typed for it is given back to be copied.
    await fillDetails(page, "ja", HINATA);
    await becomesAnother(page);
    await pressTwice(send(page));
    await expect(main(page)).toContainText(say("ja", "details-lost"));
    await expect(main(page)).toContainText(NAME.ja);
    await expect(main(page)).toContainText(HINATA.phone);
    await expectMore(server, held, NOTHING);
  });

  test("altered, of another form, or without a token: the page again, and the next press works", async ({
    page,
    server,
  }) => {
    await openTimes(page, HINATA);
    const ofTheTimes = await page.locator("form[action^='/do/hold'] input[name=token]").inputValue();
    const visit = await hold(page, HINATA);
    await fillDetails(page, "ja", HINATA);
    const before = await rows(server);
    const ways: ((token: string) => string)[] = [
      (token) => token.slice(0, -1) + (token.endsWith("0") ? "1" : "0"),
      () => ofTheTimes,
      () => "",
    ];
    for (const way of ways) {
      await changeToken(page.locator("form#details input[name=token]"), way);
      await pressTwice(send(page));
      await expect(main(page)).toContainText(say("ja", "patient-say-no-token"));
      await seesTyped(page);
      await expectMore(server, before, NOTHING);
    }
    await pressTwice(send(page));
    await seesState(page, "ja", "state-requested");
    expect(await onReservation(page)).toBe(visit);
    await expectMore(server, before, CHANGED);
  });

  test("of the staff, altered: the list again, and the second press confirms", async ({
    page,
    server,
  }) => {
    await signIn(page, server, HINATA, "/requests");
    const before = await rows(server);
    const token = page.locator("form[action^='/do/confirm'] input[name=token]");
    await changeToken(token, (token) => token.replace(/^../, "02"));
    const confirm = rowButton(requestOf(page, WAITING), "ja", "button-confirm");
    await pressTwice(confirm);
    await expect(main(page)).toContainText(say("ja", "staff-say-press-again"));
    await expectMore(server, before, NOTHING);
    await pressTwice(confirm);
    await expect(requestOf(page, WAITING)).toContainText(say("ja", "staff-confirmed"));
    await expectMore(server, before, CHANGED);
  });
});

test.describe("cookies", DESKTOP, () => {
  test("that were cleared: the page again, and the second press works", async ({ page, server }) => {
    await openTimes(page, HINATA);
    const before = await rows(server);
    await page.context().clearCookies();
    await pressTwice(freeTimes(page).nth(3));
    await expect(main(page)).toContainText(say("ja", "patient-say-no-cookie"));
    await expectMore(server, before, NOTHING);
    await pressTwice(freeTimes(page).nth(3));
    await onReservation(page);
    await expectMore(server, before, HELD);
  });

  test("that are blocked: the page again, then the page about cookies with the telephone number", async ({
    page,
    server,
    stripper,
  }) => {
    const before = await rows(server);
    stripper.taken = ["cookie", "set-cookie"];
    await openTimes(page, HINATA, stripper.url);
    await pressTwice(freeTimes(page).nth(3));
    await expect(main(page)).toContainText(say("ja", "patient-say-no-cookie"));
    await pressTwice(freeTimes(page).nth(3));
    await expect(page.locator("h1")).toHaveText(say("ja", "patient-cookies-title"));
    await expect(main(page)).toContainText(say("ja", "patient-cookies-what"));
    await expect(main(page).locator("a[href='tel:0300000000']")).toBeVisible();
    await expectMore(server, before, NOTHING);

    // The staff can't sign in, and read why.
    await page.goto(`${stripper.url}/staff/hinata/sign-in`);
    for (const words of ["staff-say-press-again", "staff-say-cookies"]) {
      await signInAs(page, server, HINATA);
      await mainButton(page).click();
      await expect(main(page)).toContainText(say("ja", words));
    }

    // Allowed from now on.
    stripper.taken = [];
    const visit = await hold(page, HINATA, stripper.url);
    await fillDetails(page, "ja", HINATA);
    // Blocked in the middle of it: what was typed is given back.
    stripper.taken = ["cookie", "set-cookie"];
    const held = await expectMore(server, before, HELD);
    await pressTwice(send(page));
    await expect(main(page)).toContainText(NAME.ja);
    await expect(main(page)).toContainText(HINATA.phone);
    await expectMore(server, held, NOTHING);
    stripper.taken = [];
    await page.goto(`${stripper.url}${visit}`);
    await expect(main(page)).toContainText(say("ja", "sentence-held-not-yet"));
  });
});

test.describe("a sign-in in the middle of a booking", DESKTOP, () => {
  test("c123 a patient's hold survives it, and a failed one before it", async ({ page, server }) => {
    const visit = await hold(page, HUDSON);
    await fillDetails(page, "ja", HUDSON);
    const other = await page.context().newPage();
    await other.goto("/staff/hudson/sign-in");
    await other.locator("#login").fill("reception");
    await other.locator("#password").fill("wrong");
    await mainButton(other).click();
    await expect(main(other)).toContainText(say("ja", "staff-sign-in-wrong"));
    await signInAs(other, server, HUDSON);
    await mainButton(other).click();
    await expect(main(other)).toContainText(like("ja", "staff-signed-in-as"));

    const before = await rows(server);
    await pressTwice(sendButton(page, "ja", HUDSON));
    await seesState(page, "ja", "state-confirmed");
    expect(await onReservation(page)).toBe(visit);
    const sent = await expectMore(server, before, CHANGED);
    // And a booking that begins while somebody is signed in is the patient's as well.
    await hold(page, HUDSON);
    await expectMore(server, sent, HELD);
    await page.goto("/c/hudson/bookings");
    await expect(page.locator(`main a[href="${visit}"]`)).toHaveCount(1);
  });

  test("of a member of staff that had ended: what was typed comes back, and the next press books", async ({
    page,
    server,
  }) => {
    await staffHold(page, server);
    const visit = new URL(page.url()).pathname;
    await page.locator("#name").fill("田村 清");
    await page.locator("#phone").fill("090-0000-0099");
    await signOutElsewhere(page);
    const before = await rows(server);
    await pressTwice(mainButton(page));
    await expect(main(page)).toContainText(say("ja", "staff-sign-in-late"));
    await expectMore(server, before, NOTHING);

    await signInAs(page, server, HINATA);
    await pressTwice(mainButton(page));
    await expect(main(page)).toContainText(say("ja", "staff-say-signed-in"));
    await expect(page.locator("#name")).toHaveValue("田村 清");
    await expect(page.locator("#phone")).toHaveValue("090-0000-0099");
    await expectMore(server, before, NOTHING);
    await pressTwice(mainButton(page));
    await expect(main(page)).toContainText(say("ja", "staff-booked"));
    expect(new URL(page.url()).pathname).toBe(visit);
    await expectMore(server, before, CHANGED);
  });
});

async function seesTyped(page: Page): Promise<void> {
  await expect(page.locator("#name")).toHaveValue(NAME.ja);
  await expect(page.locator("#kana")).toHaveValue("ヤマダ ハナコ");
  await expect(page.locator("#birth_year")).toHaveValue("1981");
  await expect(page.locator("#phone")).toHaveValue(HINATA.phone);
}

/** The browser's cookies are cleared, and another tab gets a new one. */
async function becomesAnother(page: Page): Promise<void> {
  await page.context().clearCookies();
  const other = await page.context().newPage();
  await openTimes(other, HINATA);
  await other.close();
}

async function changeToken(field: Locator, change: (token: string) => string): Promise<void> {
  const changed = change(await field.inputValue());
  await field.evaluate((field, changed) => ((field as HTMLInputElement).value = changed), changed);
}

async function signOutElsewhere(page: Page): Promise<void> {
  const other = await page.context().newPage();
  await other.goto("/staff/hinata");
  await rowButton(main(other), "ja", "staff-sign-out").click();
  await expect(other.locator("#password")).toBeVisible();
  await other.close();
}
