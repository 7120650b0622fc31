// How the pages of the way that goes well stand, for screen readers and on narrow screens, and how
// they serve those without scripts, with a finger, in the other language. What comes beside that way:
// `states_*.spec.ts`.
import type { Page } from "@playwright/test";
import { complaints, expectFits, expectSound } from "../support/axe";
import { expectTitle, main } from "../support/look";
import {
  HINATA,
  HUDSON,
  NAME,
  book,
  choose,
  fillDetails,
  hold,
  openTimes,
  receiptOf,
  seesState,
  sendButton,
} from "../support/patient";
import { expect, test } from "../support/server";
import { LOCALES, type Language, say } from "../support/words";

const DESKTOP = { tag: "@desktop" };

for (const language of ["ja", "en"] as const) {
  test.describe(language, DESKTOP, () => {
    test.use({ locale: LOCALES[language] });
    looks(language);
  });
}

function looks(language: Language): void {
  test("the way to a booking", async ({ page }) => {
    test.slow();
    const found = complaints(page);
    await page.goto("/");
    await expectSound(page, language);
    await page.goto("/c/hinata");
    await expectSound(page, language);
    await page.goto("/c/hinata/privacy");
    await expectSound(page, language);
    await page.goto("/c/hinata/bookings");
    await expect(main(page)).toContainText(say(language, "bookings-none"));
    await expectSound(page, language);

    await openTimes(page, HINATA);
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
    await expect(page.locator(".error-summary")).toBeFocused();
    await expectTitle(page, "ja", "title-error");
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
