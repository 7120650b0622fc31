// The whole way of a booking, from the clinic's page to the answer, as patients and staff go it: in
// both languages, with scripts and without, at a desk and on a phone. Every button is pressed twice
// as fast as the device can, and the rows are counted after every press.
import type { Page } from "@playwright/test";
import { pressTwice } from "../support/double";
import {
  HINATA,
  HUDSON,
  NAME,
  book,
  choose,
  fillDetails,
  freeTimes,
  onReservation,
  openTimes,
  seesState,
  sendButton,
  slotKey,
  toFreeWeek,
  walkToTimes,
} from "../support/patient";
import { CHANGED, DONE, HELD, NOTHING, expectMore, rows } from "../support/rows";
import { expect, test } from "../support/server";
import {
  fillClosure,
  historyLines,
  mainButton,
  openDecline,
  requestOf,
  rowButton,
  signIn,
} from "../support/staff";
import { LOCALES, type Language, like, say } from "../support/words";

for (const language of ["ja", "en"] as const) {
  for (const scripts of [true, false]) {
    test.describe(`${language}, scripts ${scripts ? "on" : "off"}`, () => {
      test.use({ locale: LOCALES[language], javaScriptEnabled: scripts });
      patientJourneys(language);
      // What the staff do is the same with and without scripts: once each is enough.
      if (scripts === (language === "ja")) staffJourneys(language);
    });
  }
}

function patientJourneys(language: Language): void {
  const name = NAME[language];

  test("a request is held, sent, confirmed by the staff and cancelled by the patient, each once", async ({
    page,
    server,
    somebodyElse: desk,
  }) => {
    await walkToTimes(page, language, HINATA);
    let before = await rows(server);
    await pressTwice(freeTimes(page).nth(5));
    const visit = await onReservation(page);
    await expect(page.locator("main")).toContainText(say(language, "sentence-held-not-yet"));
    before = await expectMore(server, before, HELD);

    await fillDetails(page, language, HINATA);
    await pressTwice(sendButton(page, language, HINATA));
    await seesState(page, language, "state-requested");
    expect(await onReservation(page)).toBe(visit);
    await expect(page.locator("main")).toContainText(name);
    before = await expectMore(server, before, CHANGED);

    await signIn(desk, server, HINATA, "/requests");
    await pressTwice(rowButton(requestOf(desk, name), language, "button-confirm"));
    await expect(requestOf(desk, name)).toContainText(say(language, "staff-confirmed"));
    before = await expectMore(server, before, CHANGED);

    await page.reload();
    await seesState(page, language, "state-confirmed");
    await page.locator("main a", { hasText: say(language, "button-cancel") }).click();
    await expect(page).toHaveURL(`${server.url}${visit}/cancel`);
    await pressTwice(mainButton(page));
    await seesState(page, language, "state-cancelled");
    expect(await onReservation(page)).toBe(visit);
    await expectMore(server, before, CHANGED);
  });

  test("a clinic that needs no staff for it confirms at once", async ({ page, server }) => {
    await walkToTimes(page, language, HUDSON);
    let before = await rows(server);
    await pressTwice(freeTimes(page).nth(7));
    const visit = await onReservation(page);
    before = await expectMore(server, before, HELD);

    await fillDetails(page, language, HUDSON);
    await pressTwice(sendButton(page, language, HUDSON));
    await seesState(page, language, "state-confirmed");
    expect(await onReservation(page)).toBe(visit);
    await expectMore(server, before, CHANGED);

    await page.goto(`/c/hudson/bookings`);
    await expect(page.locator("main")).toContainText(say(language, "sentence-confirmed-short"));
    await expect(page.locator(`main a[href="${visit}"]`)).toHaveCount(1);
  });
}

function staffJourneys(language: Language): void {
  const name = NAME[language];

  test("the staff decline with a reason and take it back, and the patient reads the truth each time", async ({
    page,
    server,
    somebodyElse: desk,
  }) => {
    const visit = await book(page, language, HINATA);
    await signIn(desk, server, HINATA, "/requests");
    await openDecline(desk, language, name);
    let before = await rows(server);
    await pressTwice(mainButton(desk));
    await expect(requestOf(desk, name)).toContainText(say(language, "staff-declined"));
    before = await expectMore(server, before, CHANGED);

    await page.goto(visit);
    await seesState(page, language, "state-declined");
    await expect(page.locator("main")).toContainText(say(language, "patient-reason-doctor-away"));
    await expect(page.locator("main")).not.toContainText("メモ");

    await pressTwice(rowButton(requestOf(desk, name), language, "button-undo"));
    await expect(rowButton(requestOf(desk, name), language, "button-confirm")).toBeVisible();
    await expectMore(server, before, CHANGED);
    await page.reload();
    await seesState(page, language, "state-requested");
  });

  test("the staff book for a patient on the telephone, and tick the call off", async ({
    page,
    server,
  }) => {
    await signIn(page, server, HINATA, "/calls");
    let before = await rows(server);
    const open = page.locator("li.request button", { hasText: say(language, "button-call-done") });
    const calls = await open.count();
    await pressTwice(open.first());
    await expect(open).toHaveCount(calls - 1);
    before = await expectMore(server, before, DONE);

    await page.goto("/staff/hinata/times?service=follow-up&visit=return&doctor=any");
    await toFreeWeek(page);
    await pressTwice(freeTimes(page).nth(9));
    await expect(page).toHaveURL(/\/staff\/hinata\/visits\/[0-9a-f-]{36}/);
    before = await expectMore(server, before, HELD);

    await page.locator("#name").fill("田村 清");
    await page.locator("#phone").fill("090-0000-0099");
    await pressTwice(mainButton(page));
    await expect(page.locator("h1")).toContainText("田村 清");
    await expect(historyLines(page).last()).toContainText(say(language, "staff-event-confirmed"));
    await expect(historyLines(page)).toHaveCount(2);
    await expectMore(server, before, CHANGED);
  });

  test("the staff close a span once, and nobody is offered a time in it", async ({
    page,
    server,
    somebodyElse: patient,
  }) => {
    await openTimes(patient, HINATA);
    const taken = await slotKey(freeTimes(patient).first());
    const day = await firstFreeDay(patient);

    await signIn(page, server, HINATA, "/closures/new");
    await fillClosure(page, { date: day, from: "0:00", until: "24:00" });
    const before = await rows(server);
    await pressTwice(mainButton(page));
    await expect(page.locator("h1")).toHaveText(say(language, "staff-closed-title"));
    await expectMore(server, before, DONE);

    // The address of the intent shows what it has made, however often it is asked.
    await page.reload();
    await expect(page.locator("main")).toContainText(like(language, "staff-closed-at"));
    await page.goto("/staff/hinata/closures");
    await expect(page.locator("button", { hasText: say(language, "staff-reopen") })).toHaveCount(1);

    await patient.reload();
    await expect(patient.locator(`button.slot[value="${taken}"]`)).toHaveCount(0);
    expect(await firstFreeDay(patient)).not.toBe(day);
    await expectMore(server, before, DONE);
  });

  test("a doubled press on “more time” gives more time once, on “let it go” lets go once", async ({
    page,
    server,
  }) => {
    await openTimes(page, HINATA);
    await freeTimes(page).nth(2).click();
    const visit = await onReservation(page);
    await page.locator("#name").fill(name);
    let before = await rows(server);

    await pressTwice(page.locator('button[value="more-time"]'));
    await expect(page.locator("main")).toContainText(like(language, "details-more-time-done"));
    await expect(page.locator("#name")).toHaveValue(name);
    before = await expectMore(server, before, CHANGED);

    await pressTwice(page.locator('button[value="release"]'));
    await expect(page).toHaveURL(/\/times\?.*note=released/);
    await expect(page.locator("main")).toContainText(say(language, "patient-note-released"));
    await expectMore(server, before, CHANGED);
    await page.goto(visit);
    await expect(page.locator("main .state").first()).toHaveText(say(language, "over-released-state"));
  });

  test("a reason that is missing is asked for, and nothing is declined", async ({ page, server }) => {
    await signIn(page, server, HINATA, "/requests");
    const before = await rows(server);
    const first = page.locator("li.request", { has: page.locator("a[href*=decline]") }).first();
    const waiting = await page.locator("li.request").count();
    await first.locator("a[href*=decline]").click();
    await page.locator("#note").fill("あとで電話");
    // The browser's own check would stop it before it is sent.
    await page.locator("form.narrow").evaluate((form) => form.setAttribute("novalidate", ""));
    await pressTwice(mainButton(page));
    await expect(page.locator("main")).toContainText(say(language, "staff-mistake-reason"));
    await expect(page.locator("#note")).toHaveValue("あとで電話");
    await expectMore(server, before, NOTHING);

    await choose(page, "reason", "please_call");
    await pressTwice(mainButton(page));
    await expect(page.locator("li.request")).toHaveCount(waiting);
    await expectMore(server, before, CHANGED);
  });
}

/** The local date of the first day with a free time, from the id of its heading. */
async function firstFreeDay(page: Page): Promise<string> {
  const day = page.locator("section.day", { has: page.locator("button.slot") }).first();
  const id = await day.getAttribute("aria-labelledby");
  const date = /^d(\d{4})(\d\d)(\d\d)$/.exec(id ?? "");
  if (!date) throw new Error(`the day is named ${id}`);
  const [, year, month, dayOfMonth] = date;
  return `${year}-${month}-${dayOfMonth}`;
}
