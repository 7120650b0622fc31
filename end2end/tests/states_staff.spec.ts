// What the front desk can get a page into, beside the way that goes well: each state stands, its title says
// what happened, and the focus is on the words that say it.
import type { Page } from "@playwright/test";
import { complaints, expectSound } from "../support/axe";
import { expectMistakes, expectSays, expectTitle, expectTold, main } from "../support/look";
import {
  HINATA,
  NAME,
  book,
  freeTimes,
  hold,
  openTimes,
  slotButton,
  slotKey,
  toFreeWeek,
} from "../support/patient";
import { expect, test } from "../support/server";
import { fillClosure, mainButton, openDecline, requestOf, rowButton, signIn } from "../support/staff";
import { LOCALES, type Language, say } from "../support/words";

const DESK = "/staff/hinata";
const TIMES = "/times?service=follow-up&visit=return&doctor=sato";

for (const language of ["ja", "en"] as const) {
  test.describe(language, { tag: "@desktop" }, () => {
    test.use({ locale: LOCALES[language] });
    states(language);
  });
}

/** Past the browser's own checks. */
const unchecked = (page: Page) =>
  page.locator("main form").first().evaluate((form) => form.setAttribute("novalidate", ""));

function states(language: Language): void {
  test("signing in: nothing typed, wrong, too often, too late", async ({ page, server }) => {
    test.slow();
    const found = complaints(page);
    const press = async (password: string) => {
      await page.locator("#login").fill("somebody");
      await page.locator("#password").fill(password);
      await mainButton(page).click();
    };
    await page.goto(`${DESK}/sign-in`);
    await expectSays(page, language, "staff-sign-in", "staff-login");
    await unchecked(page);
    await mainButton(page).click();
    await expectTold(page, language, "title-error", "staff-sign-in-empty");
    await press("wrong");
    await expectTold(page, language, "title-error", "staff-sign-in-wrong");
    await page.keyboard.press("Tab");
    await expect(page.locator("#login")).toBeFocused();
    for (let again = 0; again < 6; again += 1) {
      await press("wrong");
      await page.waitForLoadState();
      if ((await page.title()).startsWith(say(language, "title-wait"))) break;
    }
    await expectTitle(page, language, "title-wait");
    await expect(page.locator("main .notice")).toBeFocused();
    await expectSound(page, language);

    await signIn(page, server, HINATA, "/closures/new");
    await page.locator("#reason").fill("研修");
    await page.context().clearCookies({ name: "hitotsu_staff" });
    await page.locator("#resource").selectOption("clinic");
    await mainButton(page).click();
    await expectTold(page, language, "title-signed-out", "staff-sign-in-late");
    await page.locator("#login").fill("reception");
    await page.locator("#password").fill("hitotsu-demo");
    await mainButton(page).click();
    await expectTold(page, language, "title-press-again", "staff-say-signed-in");
    await expect(page.locator("#reason")).toHaveValue("研修");
    expect(found).toEqual([]);
  });

  test("requests: answered, taken back, answered by somebody quicker", async ({
    page,
    server,
    somebodyElse,
  }) => {
    test.slow();
    const found = complaints(page);
    const own = await book(somebodyElse, language, HINATA);
    await signIn(page, server, HINATA, "/requests");
    await expectSays(page, language, "staff-requests-title", "staff-requests-once");
    const row = requestOf(page, NAME[language]);
    const path = (await row.locator("a[href*=decline]").getAttribute("href"))!.split("/decline")[0]!;
    const quick = await page.context().newPage();
    await quick.goto(`${DESK}/requests`);

    await openDecline(page, language, NAME[language]);
    await expectSays(page, language, "staff-decline-title", "staff-decline-consequence");
    await page.locator("#note").fill("長".repeat(501));
    await page.locator("form.narrow").evaluate((form) => {
      form.setAttribute("novalidate", "");
      for (const input of form.querySelectorAll<HTMLInputElement>("[name=reason]")) input.checked = false;
    });
    await mainButton(page).click();
    await expectMistakes(page, language, 2);
    await page.locator('input[name="reason"]').first().check();
    await page.locator("#note").fill("メモ");
    await mainButton(page).click();
    await expect(row).toContainText(say(language, "staff-declined"));
    await expectSound(page, language);
    await somebodyElse.goto(`${server.url}${own}`);
    await expectSays(somebodyElse, language, "over-declined-title", "patient-reason-doctor-away");
    // The other window still shows it as waiting.
    await rowButton(requestOf(quick, NAME[language]), language, "button-confirm").click();
    await expectTold(quick, language, "title-not-done", "staff-quicker");
    await page.goto(path);
    await expectSays(page, language, "staff-visit-title", "staff-undo-what");
    await page.locator("form[action^='/do/undo'] button").click();
    await expectSays(page, language, "staff-visit-title", "button-confirm");
    await mainButton(page).click();
    await expect(main(page)).toContainText(say(language, "staff-confirmed"));
    await expectSound(page, language);
    await page.goto(`${path}?already=1`);
    await expectSays(page, language, "title-already", "staff-quicker");
    await page.goto(`${path}/cancel`);
    await unchecked(page);
    await page.locator("form.narrow").evaluate((form) => form.setAttribute("novalidate", ""));
    await mainButton(page).click();
    await expectMistakes(page, language, 1);
    await page.locator('input[name="reason"]').first().check();
    await mainButton(page).click();
    await expectSays(page, language, "staff-visit-title", "staff-undo-what");
    await server.passes(3);
    await page.goto(`${DESK}/calls`);
    await expectSays(page, language, "staff-calls-title", "staff-tell-cancelled");
    await page.locator('button[name="message"]').first().click();
    await expectSays(page, language, "staff-calls-title", "staff-call-done");
    expect(found).toEqual([]);
  });

  test("a booking by telephone: not offered, taken, run out, kept", async ({
    page,
    server,
    somebodyElse,
  }) => {
    test.slow();
    const found = complaints(page);
    await signIn(page, server, HINATA, "/times");
    await expectSays(page, language, "button-new-booking", "staff-choose-service");
    await page.goto(`${DESK}/times?service=follow-up&visit=first&doctor=any`);
    await expectSays(page, language, "button-new-booking", "staff-refused-not-offered");

    await page.goto(`${DESK}${TIMES}`);
    await toFreeWeek(page);
    const key = await slotKey(freeTimes(page).nth(9));
    await openTimes(somebodyElse, { ...HINATA, service: "follow-up" }, server.url, "sato");
    await slotButton(somebodyElse, key).click();
    await expect(somebodyElse).toHaveURL(/reservations/);
    await slotButton(page, key).click();
    await expectTold(page, language, "title-not-done", "staff-refused-taken");

    await freeTimes(page).last().click();
    await expect(page).toHaveURL(/\/visits\//);
    await expectSays(page, language, "staff-hold-title", "details-name");
    const held = page.url();
    await page.locator("form:has(#phone)").evaluate((form) => form.setAttribute("novalidate", ""));
    await page.locator("#phone").fill("1");
    await mainButton(page).click();
    await expectMistakes(page, language, 2);
    await page.locator("#name").fill("田村 清");
    await page.locator("#phone").fill("090-0000-0099");
    const late = await page.context().newPage();
    await late.goto(held);
    await late.locator("#name").fill("別人");
    await late.locator("#phone").fill("090-0000-0098");
    await server.passes(11);
    await mainButton(page).click();
    await expectSays(page, language, "title-booked", "staff-booked");
    await mainButton(late).click();
    await expectSays(late, language, "title-kept", "staff-note-kept");

    // Of a patient: held, and run out.
    const patients = await hold(somebodyElse, HINATA, server.url);
    await page.goto(patients.replace("/c/hinata/reservations", `${DESK}/visits`));
    await expectSays(page, language, "staff-hold-title", "staff-held-by-patient");
    await server.passes(11);
    await page.reload();
    await expectSays(page, language, "staff-hold-title", "staff-expired-hold");
    expect(found).toEqual([]);
  });

  test("closed spans: mistakes, made, ended, none", async ({ page, server }) => {
    test.slow();
    const found = complaints(page);
    await signIn(page, server, HINATA, "/closures");
    await expectSays(page, language, "staff-closures-title", "staff-closures-none");
    await page.goto(`${DESK}/closures/new`);
    await unchecked(page);
    await page.locator("#until").fill("9:03");
    await mainButton(page).click();
    await expectMistakes(page, language, 3);
    const date = "2026-06-10";
    await fillClosure(page, { date, from: "16:00", until: "15:00" });
    await mainButton(page).click();
    await expectMistakes(page, language, 1);
    await fillClosure(page, { date, from: "0:00", until: "24:00" });
    await mainButton(page).click();
    await expectSays(page, language, "staff-closed-title", "staff-nothing-cancelled");
    const made = page.url();
    await page.goto(`${DESK}?date=${date}`);
    await expectSays(page, language, "staff-day", "staff-closure");
    await page.goto(`${DESK}/closures`);
    await expectSays(page, language, "staff-closures-title", "staff-reopen");
    await page.locator('button[name="closure"]').click();
    await expectSays(page, language, "staff-closures-title", "staff-closures-none");
    await page.goto(made);
    await expectSays(page, language, "staff-closed-title", "staff-closed-ended");
    expect(found).toEqual([]);
  });

  test("a page that was open too long, a request that nobody answered, nothing there", async ({
    page,
    server,
  }) => {
    test.slow();
    await signIn(page, server, HINATA, "/requests");
    const row = requestOf(page, "中村 健太");
    const path = (await row.locator("a[href*=decline]").getAttribute("href"))!.split("/decline")[0]!;
    const list = page.url();
    for (const nothing of ["/nowhere", "/visits/nothing", "/visits/01900000-0000-7000-8000-000000000000"]) {
      await page.goto(`${DESK}${nothing}`);
      await expectSound(page, language);
      const titles = ["staff-not-found-title", "not-found-title"].map((key) => say(language, key));
      await expect(page).toHaveTitle(new RegExp(`^(${titles.join("|")})`));
    }
    await page.goto("/staff/hudson");
    await expectSays(page, language, "staff-not-found-title", "staff-not-found");
    await page.goto(list);
    await server.passes(13 * 60);
    await rowButton(row, language, "button-confirm").click();
    await expectTold(page, language, "title-press-again", "staff-refused-form-expired");
    await server.passes(48 * 60);
    await page.goto(path);
    await expectSays(page, language, "staff-visit-title", "staff-expired-request");
    // It stays on the list until the sweeper has written down that its deadline has passed.
    await expect(async () => {
      await page.goto(`${DESK}/requests`);
      await expect(main(page)).toContainText(say(language, "staff-requests-none"), { timeout: 500 });
    }).toPass();
    await expectSays(page, language, "staff-requests-title", "staff-requests-none");
    await page.goto(`${DESK}/calls`);
    await expectSays(page, language, "staff-calls-title", "staff-tell-not-answered");
    await page.goto(`${DESK}/caught`);
    await expectSays(page, language, "staff-caught-title", "staff-caught-none");
  });
}
