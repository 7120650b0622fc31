// What a patient does, one step a function; a test says how the button is pressed.
import { type Locator, type Page, expect } from "@playwright/test";
import { type Language, say } from "./words";

/** A clinic of the demo, and what is booked there. */
export type Clinic = {
  id: string;
  service: string;
  phone: string;
  /** The key of the button that sends the details. */
  send: string;
};

/** Its staff confirm each request. */
export const HINATA: Clinic = {
  id: "hinata",
  service: "internal",
  phone: "090-0000-1234",
  send: "button-send-request",
};

/** It confirms at once. */
export const HUDSON: Clinic = {
  id: "hudson",
  service: "visit",
  phone: "212-555-0150",
  send: "button-send-booking",
};

/** The one who books in these tests. */
export const NAME: Record<Language, string> = { ja: "山田 花子", en: "Hanako Yamada" };

/** Mark the card of a choice, as a hand does. */
export async function choose(page: Page, name: string, value: string): Promise<void> {
  const input = page.locator(`input[name="${name}"][value="${value}"]`);
  await page.locator("label.choice", { has: input }).click();
  await expect(input).toBeChecked();
}

/** From the clinic's page to its times. */
export async function walkToTimes(page: Page, language: Language, clinic: Clinic): Promise<void> {
  await page.goto(`/c/${clinic.id}`);
  await choose(page, "service", clinic.service);
  await choose(page, "visit", "return");
  await page.getByRole("button", { name: say(language, "button-see-times") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say(language, "times-title"));
  await toFreeWeek(page);
}

/** The times, by their address; on a `base` when there is a line between. */
export async function openTimes(
  page: Page,
  clinic: Clinic,
  base = "",
  doctor = "any",
): Promise<void> {
  const chosen = `service=${clinic.service}&visit=return&doctor=${doctor}`;
  await page.goto(`${base}/c/${clinic.id}/times?${chosen}`);
  await toFreeWeek(page);
}

/** On to the first week with a dozen free times: whatever the day is on which the tests run. */
export async function toFreeWeek(page: Page): Promise<void> {
  for (let week = 0; week < 4; week += 1) {
    if ((await freeTimes(page).count()) >= 12) return;
    await page.locator("nav.week a").last().click();
  }
  throw new Error("there are no free times");
}

/** The buttons of free times. */
export const freeTimes = (page: Page): Locator => page.locator("button.slot");

/** The button of one slot key. */
export const slotButton = (page: Page, key: string): Locator =>
  page.locator(`button.slot[value="${key}"]`);

/** The slot key of a free time. */
export async function slotKey(slot: Locator): Promise<string> {
  const key = await slot.getAttribute("value");
  if (!key) throw new Error("the button has no slot key");
  return key;
}

/** The details as they are asked for in a language. */
export async function fillDetails(
  page: Page,
  language: Language,
  clinic: Clinic,
  name = NAME[language],
): Promise<void> {
  await page.locator("#name").fill(name);
  if (language === "ja") await page.locator("#kana").fill("ヤマダ ハナコ");
  await page.locator("#birth_year").fill("1981");
  await page.locator("#birth_month").fill("4");
  await page.locator("#birth_day").fill("5");
  await page.locator("#phone").fill(clinic.phone);
}

/** The button that can be seen and sends the details. */
export const sendButton = (page: Page, language: Language, clinic: Clinic): Locator =>
  page.locator("button.main", { hasText: say(language, clinic.send) });

/** The page of a reservation, whatever note it came with; gives its path without the note. */
export async function onReservation(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/c\/[a-z]+\/reservations\/[0-9a-f-]{36}(\?note=[a-z-]+)?$/);
  return new URL(page.url()).pathname;
}

/** A time held, with one press: where a test begins that is about what comes later. */
export async function hold(page: Page, clinic: Clinic, base = ""): Promise<string> {
  await openTimes(page, clinic, base);
  await freeTimes(page).nth(3).click();
  return onReservation(page);
}

/** A reservation sent in, with one press each. */
export async function book(page: Page, language: Language, clinic: Clinic): Promise<string> {
  const path = await hold(page, clinic);
  await fillDetails(page, language, clinic);
  await sendButton(page, language, clinic).click();
  await seesState(page, language, clinic === HINATA ? "state-requested" : "state-confirmed");
  return path;
}

/** The word beside the mark says how things stand. */
export async function seesState(page: Page, language: Language, key: string): Promise<void> {
  await expect(page.locator("main .state").first()).toHaveText(say(language, key));
}

/** Where the receipt of a form will be: known before it is sent. */
export async function receiptOf(form: Locator): Promise<string> {
  const href = await form.locator("[data-receipt] a").getAttribute("href");
  if (!href) throw new Error("the form has no receipt");
  return href;
}
