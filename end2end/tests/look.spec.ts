// How the pages stand, in every state: for screen readers, on narrow screens, by keyboard.
import type { Locator, Page } from "@playwright/test";
import { complaints, expectFits, expectSound } from "../support/axe";
import {
  HINATA,
  HUDSON,
  NAME,
  book,
  choose,
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
  toFreeWeek,
} from "../support/patient";
import { expect, test } from "../support/server";
import {
  fillClosure,
  mainButton,
  openDecline,
  requestOf,
  signIn,
} from "../support/staff";
import { LOCALES, type Language, like, say } from "../support/words";

const DESKTOP = { tag: "@desktop" };
const main = (page: Page) => page.locator("main");

for (const language of ["ja", "en"] as const) {
  test.describe(language, DESKTOP, () => {
    test.use({ locale: LOCALES[language] });
    looks(language);
  });
}

function looks(language: Language): void {
  test("the way to a booking", async ({ page, somebodyElse }) => {
    test.slow();
    const found = complaints(page);
    await page.goto("/");
    await expectSound(page, language);
    await page.goto("/c/hinata");
    await expectSound(page, language);
    await page.goto("/c/hinata/times?service=internal");
    await expectError(page, language);
    await expectSound(page, language);
    await page.goto("/c/hinata/bookings");
    await expect(main(page)).toContainText(say(language, "bookings-none"));
    await expectSound(page, language);

    await openTimes(page, HINATA);
    await expectSound(page, language);
    await openTimes(page, HINATA, "", "sato");
    await openTimes(somebodyElse, HINATA, "", "sato");
    const key = await slotKey(freeTimes(page).nth(3));
    await slotButton(somebodyElse, key).click();
    await onReservation(somebodyElse);
    await slotButton(page, key).click();
    await expect(main(page)).toContainText(say(language, "refusal-taken-what"));
    await expectSound(page, language);

    const visit = await hold(page, HINATA);
    await expectSound(page, language);
    const receipt = await receiptOf(page.locator("form#details"));
    await page.goto(receipt);
    await expect(main(page)).toContainText(say(language, "receipt-nothing-safe"));
    await expectSound(page, language);
    await openTimes(page, HINATA);
    await expect(main(page)).toContainText(say(language, "times-held-swap"));
    await expectSound(page, language);
    await page.goto("/c/hinata/bookings");
    await expectSound(page, language);
    await page.goto(visit);
    await page.locator('button[value="release"]').click();
    await expect(main(page)).toContainText(say(language, "patient-note-released"));
    await expectFits(page);
    await page.goto(visit);
    await expect(main(page)).toContainText(say(language, "over-released-title"));
    await expectSound(page, language);
    expect(found).toEqual([]);
  });

  test("the details, with mistakes in them", async ({ page }) => {
    test.slow();
    const found = complaints(page);
    await hold(page, HINATA);
    await page.locator("#phone").fill("12");
    await page.locator("#birth_year").fill("1981");
    await page.locator("#birth_month").fill("2");
    await page.locator("#birth_day").fill("30");
    await page.locator("#email").fill("hanako@");
    await sendButton(page, language, HINATA).click();
    await expectError(page, language);
    await expect(page.locator("#birth_day")).toHaveValue("30");
    await expectSound(page, language);

    const mistake = page.locator(".error-summary a[href='#phone']");
    await mistake.click();
    await expect(page.locator("#phone")).toBeFocused();
    await expect(page.locator("#phone-error")).toContainText((await mistake.textContent())!);
    await page.locator('button[value="more-time"]').click();
    await expect(main(page)).toContainText(like(language, "details-more-time-done"));
    await expect(page.locator("#email")).toHaveValue("hanako@");
    await expectSound(page, language);
    expect(found).toEqual([]);
  });

  test("the answers", async ({ page, server, somebodyElse }) => {
    test.slow();
    const found = complaints(page);
    const visit = await book(page, language, HINATA);
    await expectSound(page, language);
    const link = await page.locator("details a").getAttribute("href");
    await page.goto(`${visit}?note=already`);
    await expectSound(page, language);
    await page.goto("/c/hinata/bookings");
    await expectSound(page, language);
    await page.goto(`${visit}/cancel`);
    await expectSound(page, language);
    await mainButton(page).click();
    await seesState(page, language, "state-cancelled");
    await expectSound(page, language);
    await page.goto("/c/hinata/bookings");
    await expectSound(page, language);

    await somebodyElse.goto(`${server.url}${link}`);
    await expectSound(somebodyElse, language);

    await hold(page, HUDSON);
    await fillDetails(page, language, HUDSON);
    const receipt = await receiptOf(page.locator("form#details"));
    await sendButton(page, language, HUDSON).click();
    await seesState(page, language, "state-confirmed");
    await expectSound(page, language);
    await page.goto(receipt);
    await expect(main(page)).toContainText(say(language, "receipt-yes-confirmed"));
    await expectSound(page, language);
    await somebodyElse.goto(`${server.url}${receipt}`);
    await expectSound(somebodyElse, language);
    for (const path of ["/c/hinata/privacy", "/nowhere", "/c/hinata/nowhere", "/c/nobody"]) {
      await page.goto(path);
      await expectSound(page, language);
    }
    expect(found).toEqual([]);
  });

  test("the desk of the staff", async ({ page, server, somebodyElse: patient }) => {
    test.slow();
    await book(patient, language, HINATA);
    const found = complaints(page);
    await page.goto("/staff/hinata/sign-in");
    await expectSound(page, language);
    await page.locator("#login").fill("reception");
    await page.locator("#password").fill("wrong");
    await page.locator("form button.main").click();
    await expect(main(page)).toContainText(say(language, "staff-sign-in-wrong"));
    await expect(page).toHaveTitle(titleOfError(language));
    await expectSound(page, language);

    await signIn(page, server, HINATA, "/requests");
    await expectSound(page, language);
    const row = requestOf(page, NAME[language]);
    const visit = (await row.locator("a[href*=decline]").getAttribute("href"))!.split("/decline")[0]!;
    await openDecline(page, language, NAME[language]);
    await expectSound(page, language);
    await mainButton(page).click();
    await expect(row).toContainText(say(language, "staff-declined"));
    await expectSound(page, language);
    await page.goto(visit);
    await expectSound(page, language);
    await page.locator("form[action^='/do/undo'] button").click();
    await expectSound(page, language);
    await page.goto(`${visit}/cancel`);
    await page.locator("form.narrow").evaluate((form) => form.setAttribute("novalidate", ""));
    await mainButton(page).click();
    await expectError(page, language);
    await expectSound(page, language);

    for (const path of ["", "/calls", "/closures", "/times", "/nowhere", "/visits/nothing"]) {
      await page.goto(`/staff/hinata${path}`);
      await expectSound(page, language);
    }
    expect(found).toEqual([]);
  });

  test("the board, a booking by telephone, a closed span", async ({ page, server }) => {
    test.slow();
    const found = complaints(page);
    await signIn(page, server, HINATA, "/times?service=follow-up&visit=return&doctor=any");
    await expectSound(page, language);
    await toFreeWeek(page);
    await freeTimes(page).nth(9).click();
    await expect(page).toHaveURL(/\/visits\//);
    await expectSound(page, language);
    await page.locator("#name").fill("田村 清");
    await page.locator("#phone").fill("1");
    await mainButton(page).click();
    await expectError(page, language);
    await expectSound(page, language);
    await page.locator("#phone").fill("090-0000-0099");
    await mainButton(page).click();
    await expect(page.locator("h1")).toContainText("田村 清");
    await expectSound(page, language);
    await page.locator("main a", { hasText: say(language, "staff-back-to-day") }).first().click();
    await expect(page.locator(".board-wrap")).toBeVisible();
    await expectSound(page, language);
    const date = new URL(page.url()).searchParams.get("date")!;

    await page.goto("/staff/hinata/closures/new");
    await expectSound(page, language);
    await page.locator("form.narrow").evaluate((form) => form.setAttribute("novalidate", ""));
    await page.locator("#until").fill("9:03");
    await mainButton(page).click();
    await expectError(page, language);
    await expectSound(page, language);
    await fillClosure(page, { date, from: "0:00", until: "24:00" });
    await mainButton(page).click();
    await expect(page.locator("h1")).toHaveText(say(language, "staff-closed-title"));
    await expectSound(page, language);
    await page.goto("/staff/hinata/closures");
    await expectSound(page, language);
    await page.goto(`/staff/hinata?date=${date}`);
    await expectSound(page, language);
    expect(found).toEqual([]);
  });

  test("a whole booking with the keyboard alone", async ({ page }) => {
    await page.goto("/c/hinata");
    await page.keyboard.press("Tab");
    await expect(page.locator("a.skip")).toBeFocused();
    await expect(page.locator("a.skip")).toBeInViewport();
    await page.keyboard.press("Enter");
    await tabTo(page, page.locator('input[name="service"][value="internal"]'));
    await tabTo(page, page.locator('input[name="visit"]').first());
    await page.keyboard.press("ArrowDown");
    await expect(page.locator('input[name="visit"][value="return"]')).toBeChecked();
    await tabTo(page, mainButton(page));
    await page.keyboard.press("Enter");
    await expect(page.locator("h1")).toHaveText(say(language, "times-title"));
    while ((await freeTimes(page).count()) === 0) {
      await tabTo(page, page.locator("nav.week a").last());
      await page.keyboard.press("Enter");
      await page.waitForLoadState();
    }
    await tabTo(page, freeTimes(page).first());
    await page.keyboard.press("Space");
    await onReservation(page);

    await tabTo(page, page.locator("#name"));
    await page.keyboard.insertText(NAME[language]);
    if (language === "ja") {
      await tabTo(page, page.locator("#kana"));
      await page.keyboard.insertText("ヤマダ ハナコ");
    }
    await tabTo(page, page.locator('input[name="birth_era"]').first());
    await page.keyboard.press("ArrowRight");
    await expect(page.locator('input[name="birth_era"][value="reiwa"]')).toBeChecked();
    await page.keyboard.press("ArrowLeft");
    for (const [field, text] of [
      ["#birth_year", "1981"],
      ["#birth_month", "4"],
      ["#birth_day", "5"],
      ["#phone", HINATA.phone],
    ] as const) {
      await tabTo(page, page.locator(field));
      await page.keyboard.type(text);
    }
    await tabTo(page, sendButton(page, language, HINATA));
    await page.keyboard.press("Enter");
    await seesState(page, language, "state-requested");

    await tabTo(page, page.locator("main a", { hasText: say(language, "button-withdraw") }));
    await page.keyboard.press("Enter");
    await tabTo(page, mainButton(page));
    await page.keyboard.press("Space");
    await seesState(page, language, "state-cancelled");
  });

  test("the other language keeps what was typed", async ({ page }) => {
    const other = language === "ja" ? "en" : "ja";
    await hold(page, HINATA);
    await fillDetails(page, language, HINATA);
    await page.locator("#note").fill("せきと熱 / cough & <fever>");
    await page.locator("button.language").click();
    await expect(page.locator("html")).toHaveAttribute("lang", other);
    await expect(page.locator("#name")).toHaveValue(NAME[language]);
    await expect(page.locator("#birth_year")).toHaveValue("1981");
    await expect(page.locator("#note")).toHaveValue("せきと熱 / cough & <fever>");
    await expectSound(page, other);
    if (other === "ja") await page.locator("#kana").fill("ヤマダ ハナコ");
    await sendButton(page, other, HINATA).click();
    await seesState(page, other, "state-requested");
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("lang", other);
  });

  test("the time that is left is counted without the device's clock", async ({ page }) => {
    // A device that is a day slow.
    await page.clock.install({ time: new Date(Date.now() - 24 * 60 * 60 * 1000) });
    await hold(page, HINATA);
    const countdown = page.locator(".countdown");
    await expect(countdown.locator(".left")).toContainText(/9|10/);
    const soon = countdown.locator("[data-say='soon']");
    const over = countdown.locator("[data-say='over']");
    await expect(soon).toBeHidden();
    await page.clock.runFor(8.5 * 60 * 1000);
    await expect(soon).toBeVisible();
    await page.clock.runFor(2 * 60 * 1000);
    await expect(over).toBeVisible();
    await expect(soon).toBeHidden();
    await expectSound(page, language);
    // Only the server knows whether it is over, and here it is not.
    await fillDetails(page, language, HINATA);
    await sendButton(page, language, HINATA).click();
    await seesState(page, language, "state-requested");
  });
}

test.describe("without scripts", DESKTOP, () => {
  test.use({ javaScriptEnabled: false });

  test("mistakes take the focus, lead to their fields and lose nothing", async ({ page }) => {
    await hold(page, HINATA);
    await page.locator("#name").fill("山田 花子");
    await sendButton(page, "ja", HINATA).click();
    await expectError(page, "ja");
    await expect(page.locator("#name")).toHaveValue("山田 花子");
    await page.locator(".error-summary a[href='#phone']").click();
    await expect(page.locator("#phone")).toBeFocused();
  });
});

test("a finger finds every button of the way: none smaller than 44 px, none beside the screen", async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, "a desk has a mouse");
  await page.goto("/c/hinata");
  await expectFingers(page);
  await choose(page, "visit", "return");
  await hold(page, HINATA);
  await expectFingers(page);
  await openTimes(page, HINATA);
  await expectFingers(page);
  await book(page, "ja", HUDSON);
  await expectFingers(page);
});

/** The focus is on the summary of mistakes, and the title says "error" first. */
async function expectError(page: Page, language: Language): Promise<void> {
  await expect(page.locator(".error-summary")).toBeFocused();
  await expect(page).toHaveTitle(titleOfError(language));
}

const titleOfError = (language: Language) => new RegExp(`^${say(language, "error-prefix").trim()}`);

/** Tab until the element has the focus, which it shows inside the window. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let press = 0; press < 120; press += 1) {
    await page.keyboard.press("Tab");
    if (await element.evaluate((element) => element === document.activeElement)) {
      await expect(element).toBeInViewport();
      return;
    }
  }
  throw new Error(`Tab never reaches ${element}`);
}

/** Everything that is pressed has the size of a fingertip and lies on the screen. */
async function expectFingers(page: Page): Promise<void> {
  const small = await page.evaluate(() => {
    const pressed = document.querySelectorAll<HTMLElement>("main button, main a.button, main .choice, main a.slot");
    const wrong = [...pressed].filter((element) => {
      if (element.getAttribute("aria-hidden")) return false;
      const { x, width, height } = element.getBoundingClientRect();
      return height < 44 || width < 44 || x < 0 || x + width > innerWidth;
    });
    return wrong.map((element) => {
      const { x, width, height } = element.getBoundingClientRect();
      return `${element.className} “${element.innerText}” ${width} × ${height} at ${x}`;
    });
  });
  expect(small, `what is too small on ${page.url()}`).toEqual([]);
}
