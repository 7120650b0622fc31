// What a patient can get a page into, beside the way that goes well: each state stands (axe, one heading,
// no wider than the screen), its title says what happened, and the focus is on the words that say it.
import type { Page } from "@playwright/test";
import { complaints } from "../support/axe";
import { expectMistakes, expectSays, expectTitle, expectTold, main } from "../support/look";
import {
  HINATA,
  HUDSON,
  NAME,
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
import { expect, test } from "../support/server";
import { mainButton } from "../support/staff";
import { LOCALES, type Language, say } from "../support/words";

const KEPT = "せきと熱 / cough & <fever>";
const LONG = "長".repeat(30_000);

for (const language of ["ja", "en"] as const) {
  test.describe(language, { tag: "@desktop" }, () => {
    test.use({ locale: LOCALES[language] });
    states(language);
  });
}

function states(language: Language): void {
  test("mistakes: one, several, and those of the first page", async ({ page }) => {
    test.slow();
    const found = complaints(page);
    await page.goto("/c/hinata/times?service=none");
    await expectMistakes(page, language, 2);
    await hold(page, HINATA);
    await fillDetails(page, language, HINATA);
    await page.locator("#phone").fill("12");
    await sendButton(page, language, HINATA).click();
    await expectMistakes(page, language, 1);
    for (const field of ["#name", "#birth_year", "#birth_month"]) await page.locator(field).fill("");
    await page.locator("#email").fill("hanako@");
    await page.locator("#note").fill(KEPT);
    await sendButton(page, language, HINATA).click();
    await expectMistakes(page, language, 4);
    await expect(page.locator("#note")).toHaveValue(KEPT);

    // What was typed is there after more time was given, too.
    await page.locator('button[value="more-time"]').click();
    await expectTold(page, language, "title-more-time", "details-more-time-done");
    await expect(page.locator("#note")).toHaveValue(KEPT);
    expect(found).toEqual([]);
  });

  test("a time that can't be had, of each kind", async ({ page, somebodyElse }) => {
    test.slow();
    const found = complaints(page);
    const press = async (slot: string) => {
      await openTimes(page, HINATA);
      const button = freeTimes(page).first();
      await button.evaluate((button, slot) => ((button as HTMLButtonElement).value = slot), slot);
      await button.click();
    };
    // The clinics' time is ten o'clock on Tuesday, 9 June 2026, in Tokyo.
    const slots = [
      ["2026-06-08T01:00", "patient-refused-past"],
      ["2026-06-09T01:30", "patient-refused-too-soon"],
      ["2026-06-14T01:00", "patient-refused-closed"],
      ["2026-06-16T01:07", "patient-refused-off-grid"],
      ["2027-06-15T01:00", "patient-refused-too-far"],
    ] as const;
    for (const [start, words] of slots) {
      await press(`hinata:any:${start}:00.000Z`);
      await expect(main(page)).toContainText(say(language, words));
      await expectTold(page, language, "title-not-booked", "refusal-not-booked", "h1");
      await expect(page).toHaveTitle(new RegExp(say(language, words).replace(/[。.]$/, "")));
    }
    await press("hudson:any:2026-06-16T01:00:00.000Z");
    await expectTold(page, language, "title-not-done", "patient-refused-not-offered");
    await page.goto("/c/hinata/times?service=follow-up&visit=first&doctor=any");
    await expectSays(page, language, "patient-not-offered-title", "patient-refused-not-offered");

    await openTimes(page, HINATA, "", "sato");
    await openTimes(somebodyElse, HINATA, "", "sato");
    const key = await slotKey(freeTimes(page).nth(3));
    await slotButton(somebodyElse, key).click();
    await onReservation(somebodyElse);
    await slotButton(page, key).click();
    await expectTold(page, language, "title-not-booked", "refusal-taken-what", "h1");
    // From the words, one Tab leads to the first of the near times.
    await page.keyboard.press("Tab");
    await expect(freeTimes(page).first()).toBeFocused();
    expect(found).toEqual([]);
  });

  test("a form that is another's, altered, or was open too long", async ({ page, server, somebodyElse }) => {
    test.slow();
    const found = complaints(page);
    const token = (page: Page) => page.locator('form:has(button.slot) input[name="token"]');
    const put = (value: string) =>
      token(page).evaluate((input, value) => ((input as HTMLInputElement).value = value), value);
    await openTimes(somebodyElse, HINATA);
    await openTimes(page, HINATA);
    await put(await token(somebodyElse).inputValue());
    await freeTimes(page).nth(3).click();
    await expectTold(page, language, "title-press-again", "patient-refused-form-foreign");
    await put("altered");
    await freeTimes(page).nth(3).click();
    await expectTold(page, language, "title-press-again", "patient-say-no-token");

    await openTimes(page, HINATA);
    await freeTimes(page).last().click();
    const visit = await onReservation(page);
    await fillDetails(page, language, HINATA);
    await page.locator("#note").fill(KEPT);
    await server.passes(13 * 60);
    await sendButton(page, language, HINATA).click();
    await expectTold(page, language, "title-press-again", "refusal-form-expired");
    await expect(page.locator("#note")).toHaveValue(KEPT);
    // It was free all the same, so pressing once more is enough.
    await sendButton(page, language, HINATA).click();
    expect(await onReservation(page)).toBe(visit);
    await expectSays(page, language, "title-retaken", "notice-retaken");
    expect(found).toEqual([]);
  });

  test("a hold that ran out", async ({ page, server, somebodyElse }) => {
    test.slow();
    const found = complaints(page);
    await openTimes(page, HINATA, "", "sato");
    const key = await slotKey(freeTimes(page).nth(3));
    await freeTimes(page).nth(3).click();
    const visit = await onReservation(page);
    await fillDetails(page, language, HINATA);
    await page.locator("#note").fill(KEPT);
    await server.passes(11);
    // Still free: more time is given, and so is the time itself.
    await page.locator('button[value="more-time"]').click();
    await expectTold(page, language, "title-more-time", "details-more-time-done");
    await server.passes(11);
    await openTimes(somebodyElse, HINATA, "", "sato");
    await slotButton(somebodyElse, key).click();
    await onReservation(somebodyElse);
    await sendButton(page, language, HINATA).click();
    await expectTold(page, language, "title-not-booked", "near-expired-taken-title", "h1");
    await freeTimes(page).first().click();
    await expect(page.locator("#note")).toHaveValue(KEPT);
    await expectSays(page, language, "details-title", "details-title");
    // The page of the lost one says so, and leads to the one that is held now.
    await page.goto(visit);
    await expectSays(page, language, "over-hold-title", "times-held-go-on");
    expect(found).toEqual([]);
  });

  test("what was pressed before", async ({ page, context }) => {
    test.slow();
    const found = complaints(page);
    const visit = await hold(page, HINATA);
    for (const [note, title, words] of [
      ["already", "title-already", "note-already-held"],
      ["held-other", "title-held-other", "patient-note-held-other"],
      ["retaken", "title-retaken", "notice-retaken"],
    ] as const) {
      await page.goto(`${visit}?note=${note}`);
      await expectSays(page, language, title, words);
    }
    const later = await context.newPage();
    await later.goto(visit);
    await fillDetails(page, language, HINATA);
    await sendButton(page, language, HINATA).click();
    await seesState(page, language, "state-requested");
    await fillDetails(later, language, HINATA, "別人");
    await sendButton(later, language, HINATA).click();
    await expectSays(later, language, "title-kept", "note-kept-what");
    await page.goto(`${visit}?note=already`);
    await expectSays(page, language, "title-already", "notice-already-one-request");
    await page.goto(`${visit}/cancel`);
    await expectSays(page, language, "cancel-request-title", "cancel-request");
    await mainButton(page).click();
    await expectSays(page, language, "over-withdrawn-title", "over-free-again");
    await page.goto(`${visit}?note=already`);
    await expectSays(page, language, "title-already", "note-already-over");
    await hold(page, HINATA);
    await page.locator('button[value="release"]').click();
    await expectSays(page, language, "title-released", "patient-note-released");
    expect(found).toEqual([]);
  });

  test("too many presses, too much text, no cookies, another site", async ({ page, context, server }) => {
    test.slow();
    await hold(page, HINATA);
    await fillDetails(page, language, HINATA);
    // Past the length that the field takes.
    const note = page.locator("#note");
    await note.evaluate((note, text) => ((note as HTMLTextAreaElement).value = text), LONG);
    await sendButton(page, language, HINATA).click();
    await expectTold(page, language, "title-not-done", "patient-say-too-large");
    await expect(page.locator("#name")).toHaveValue(NAME[language]);

    await page.locator("#note").fill(KEPT);
    await page.evaluate(async () => {
      const form = document.querySelector<HTMLFormElement>("form#details")!;
      const pressed = (act: string) => {
        const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
        body.set("act", act);
        body.set("reservation", "none");
        return fetch(form.action, { method: "POST", body });
      };
      await Promise.all(Array.from({ length: 45 }, (_, at) => pressed(`act ${at}`)));
    });
    await sendButton(page, language, HINATA).click();
    await expectTold(page, language, "title-wait", "patient-say-too-many");
    await expect(page.locator("#note")).toHaveValue(KEPT);

    await context.clearCookies();
    await sendButton(page, language, HINATA).click();
    await expectSays(page, language, "title-not-done", "details-lost");
    await openTimes(page, HINATA);
    await context.clearCookies();
    await freeTimes(page).nth(3).click();
    await expectTold(page, language, "title-press-again", "patient-say-no-cookie");
    await context.clearCookies();
    await freeTimes(page).nth(3).click();
    await expectTold(page, language, "title-not-done", "patient-cookies-what");

    await page.route("http://another.test/", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<form method="post" action="${server.url}/do/hold?page=%2Fc%2Fhinata"><button>.</button></form>`,
      }),
    );
    await page.goto("http://another.test/");
    await page.locator("button").click();
    await expectTold(page, language, "title-not-done", "patient-say-foreign-origin");
  });

  test("what there is not", async ({ page, server }) => {
    test.slow();
    const id = "01900000-0000-7000-8000-000000000000";
    for (const path of [
      "/nowhere",
      "/c/nobody",
      "/c/hinata/nowhere",
      `/c/hinata/reservations/${id}`,
      "/c/hinata/reservations/none",
      `/c/hinata/reservations/${id}/cancel`,
      `/c/hinata/r/${id}/secret`,
      "/c/hinata/receipt/none",
    ]) {
      await page.goto(path);
      await expectSays(page, language, "not-found-title", "not-found-what");
    }
    await page.route("**/wrong", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<form method="post" action="${server.url}/c/hinata"><button>.</button></form>`,
      }),
    );
    await page.goto("/wrong");
    await page.locator("button").click();
    await expectSays(page, language, "plain-method-title", "plain-method");
  });

  test("answers and receipts", async ({ page, server, somebodyElse }) => {
    test.slow();
    const found = complaints(page);
    await hold(page, HUDSON);
    await fillDetails(page, language, HUDSON);
    const receipt = await receiptOf(page.locator("form#details"));
    await somebodyElse.goto(`${server.url}${receipt}`);
    await expectSays(somebodyElse, language, "receipt-nothing-title", "receipt-nothing-as-of");
    await sendButton(page, language, HUDSON).click();
    await expectSays(page, language, "sentence-confirmed-short", "confirmed-cancel-until");
    const visit = await onReservation(page);
    const link = (await page.locator("details a").getAttribute("href"))!;
    await page.goto(receipt);
    await expectSays(page, language, "receipt-yes-title", "receipt-yes-confirmed");
    await somebodyElse.goto(`${server.url}${receipt}`);
    await expectSays(somebodyElse, language, "receipt-yes-title", "receipt-strange");
    await page.goto(`${visit}/cancel`);
    await expectSays(page, language, "cancel-title", "cancel-what");

    const held = await hold(page, HINATA);
    await page.goto("/c/hinata/bookings");
    await expectSays(page, language, "bookings-title", "times-held-go-on");
    await page.goto(held);
    await fillDetails(page, language, HINATA);
    await sendButton(page, language, HINATA).click();
    await seesState(page, language, "state-requested");
    await server.passes(9 * 60);
    await page.goto(held);
    await expectSays(page, language, "over-request-title", "over-request");
    await page.goto("/c/hinata/bookings");
    await expectSays(page, language, "bookings-title", "bookings-over");

    await somebodyElse.goto(`${server.url}${link}`);
    await expectSays(somebodyElse, language, "sentence-confirmed-short", "fact-bring");
    await somebodyElse.goto(`${server.url}${link}/cancel`);
    await mainButton(somebodyElse).click();
    await expectSays(somebodyElse, language, "over-cancelled-title", "over-free-again");
    await page.goto(visit);
    await expectTitle(page, language, "over-cancelled-title");
    expect(found).toEqual([]);
  });
}
