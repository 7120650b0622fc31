// A patient and the front desk without a mouse: the whole way by Tab, arrows, Enter and the space bar,
// and at each stop one sees where one is.
import type { Page } from "@playwright/test";
import { expectTitle, main, tabTo } from "../support/look";
import { HINATA, NAME, book, freeTimes, onReservation, seesState, sendButton } from "../support/patient";
import { expect, test } from "../support/server";
import { mainButton, requestOf, rowButton, signIn } from "../support/staff";
import { LOCALES, type Language, say } from "../support/words";

for (const language of ["ja", "en"] as const) {
  test.describe(language, { tag: "@desktop" }, () => {
    test.use({ locale: LOCALES[language] });
    byKeyboard(language);
  });
}

function byKeyboard(language: Language): void {
  const press = (page: Page, key: string) => page.keyboard.press(key);
  /** Press a key that leads to another page, and wait until it is there. */
  const go = (page: Page, key: string) => Promise.all([page.waitForEvent("load"), press(page, key)]);

  test("a patient books and withdraws", async ({ page }) => {
    test.slow();
    await page.goto("/c/hinata");
    await press(page, "Tab");
    await expect(page.locator("a.skip")).toBeFocused();
    await expect(page.locator("a.skip")).toBeInViewport();
    await press(page, "Enter");
    await tabTo(page, page.locator('input[name="service"][value="internal"]'));
    await tabTo(page, page.locator('input[name="visit"]').first());
    await press(page, "ArrowDown");
    await expect(page.locator('input[name="visit"][value="return"]')).toBeChecked();
    await tabTo(page, mainButton(page));
    await go(page, "Enter");
    await expect(page.locator("h1")).toHaveText(say(language, "times-title"));
    while ((await freeTimes(page).count()) === 0) {
      await tabTo(page, page.locator("nav.week a").last());
      await go(page, "Enter");
    }
    await tabTo(page, freeTimes(page).first());
    await go(page, "Space");
    await onReservation(page);

    await tabTo(page, page.locator("#name"));
    await page.keyboard.insertText(NAME[language]);
    if (language === "ja") {
      await tabTo(page, page.locator("#kana"));
      await page.keyboard.insertText("ヤマダ ハナコ");
    }
    await tabTo(page, page.locator('input[name="birth_era"]').first());
    await press(page, "ArrowRight");
    await expect(page.locator('input[name="birth_era"][value="reiwa"]')).toBeChecked();
    await press(page, "ArrowLeft");
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
    await go(page, "Enter");
    await seesState(page, language, "state-requested");
    await expectTitle(page, language, "sentence-requested-received");

    await tabTo(page, page.locator("main a", { hasText: say(language, "button-withdraw") }));
    await go(page, "Enter");
    await tabTo(page, mainButton(page));
    await go(page, "Space");
    await seesState(page, language, "state-cancelled");
    await expectTitle(page, language, "over-withdrawn-title");
  });

  test("the front desk signs in, confirms, declines with a reason and takes it back", async ({
    page,
    somebodyElse: patient,
  }) => {
    test.slow();
    await book(patient, language, HINATA);
    await page.goto("/staff/hinata/requests");
    await tabTo(page, page.locator("#login"));
    await page.keyboard.type("reception");
    await tabTo(page, page.locator("#password"));
    await page.keyboard.type("hitotsu-demo");
    await go(page, "Enter");
    await expect(page.locator("li.request").first()).toBeVisible();

    const confirmed = requestOf(page, "小林 陽子");
    await tabTo(page, rowButton(confirmed, language, "button-confirm"));
    await go(page, "Enter");
    await expect(confirmed).toContainText(say(language, "staff-confirmed"));

    const declined = requestOf(page, NAME[language]);
    await tabTo(page, declined.locator("a", { hasText: say(language, "button-decline") }));
    await go(page, "Enter");
    await expect(page.locator("h1")).toHaveText(say(language, "staff-decline-title"));
    await tabTo(page, page.locator('input[name="reason"]').first());
    await press(page, "ArrowDown");
    await press(page, "ArrowUp");
    await expect(page.locator('input[name="reason"]').first()).toBeChecked();
    await tabTo(page, page.locator("#note"));
    await page.keyboard.insertText("メモ");
    await tabTo(page, mainButton(page));
    await go(page, "Space");
    await expect(declined).toContainText(say(language, "staff-declined"));

    await tabTo(page, rowButton(declined, language, "button-undo"));
    await go(page, "Enter");
    await expect(rowButton(declined, language, "button-confirm")).toBeVisible();
  });

  test("the front desk books for a patient and closes a span", async ({ page, server }) => {
    test.slow();
    await signIn(page, server, HINATA);
    await tabTo(page, page.locator("nav a[href$='/times']"));
    await go(page, "Enter");
    await tabTo(page, page.locator("#service"));
    await press(page, "End");
    await expect(page.locator("#service")).toHaveValue("follow-up");
    await tabTo(page, page.locator("form.choosing button"));
    await go(page, "Enter");
    await expect(freeTimes(page).first()).toBeVisible();
    await tabTo(page, freeTimes(page).nth(2));
    await go(page, "Enter");
    await expect(page).toHaveURL(/\/visits\//);
    await tabTo(page, page.locator("#name"));
    await page.keyboard.insertText("田村 清");
    await tabTo(page, page.locator("#phone"));
    await page.keyboard.type("090-0000-0099");
    await go(page, "Enter");
    await expect(page.locator("h1")).toContainText("田村 清");
    await expectTitle(page, language, "title-booked");

    await tabTo(page, page.locator("nav a[href$='/closures']"));
    await go(page, "Enter");
    await tabTo(page, main(page).locator("a[href$='/closures/new']"));
    await go(page, "Enter");
    await tabTo(page, page.locator("#resource"));
    await press(page, "End");
    await expect(page.locator("#resource")).toHaveValue("clinic");
    for (const [field, text] of [["#from", "15:00"], ["#until", "16:00"], ["#reason", "研修"]] as const) {
      await tabTo(page, page.locator(field));
      await press(page, "ControlOrMeta+a");
      await page.keyboard.insertText(text);
    }
    await tabTo(page, mainButton(page));
    await go(page, "Enter");
    await expect(page.locator("h1")).toHaveText(say(language, "staff-closed-title"));
    await tabTo(page, main(page).locator(".actions a").first());
    await go(page, "Enter");
    await tabTo(page, page.locator('button[name="closure"]'));
    await go(page, "Space");
    await expect(main(page)).toContainText(say(language, "staff-closures-none"));
  });
}
