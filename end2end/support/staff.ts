// What the staff do.
import { type Locator, type Page, expect } from "@playwright/test";
import { type Clinic, choose } from "./patient";
import type { Server } from "./server";
import { type Language, say } from "./words";

/** Sign in as the program printed it at its start; `path` is where to go on. */
export async function signIn(page: Page, server: Server, clinic: Clinic, path = ""): Promise<void> {
  await page.goto(`/staff/${clinic.id}${path}`);
  await signInAs(page, server, clinic);
  await page.locator("form button.main").click();
  const { pathname } = new URL(`${server.url}/staff/${clinic.id}${path}`);
  await expect(page).toHaveURL((url) => url.pathname === pathname);
}

/** Type name and password, and press nothing. */
export async function signInAs(page: Page, server: Server, clinic: Clinic): Promise<void> {
  const printed = new RegExp(`/staff/${clinic.id} +name (\\S+), password (\\S+)`).exec(server.log);
  if (!printed) throw new Error("the program printed no sign-in");
  const [, name = "", password = ""] = printed;
  await page.locator("#login").fill(name);
  await page.locator("#password").fill(password);
}

/** One more member of staff, signed in there. */
export async function signInColleague(page: Page, server: Server, path: string): Promise<string> {
  const [login, name, password] = ["mori", "森", "himitsu-no-kotoba"];
  const added = await server.runWith(`${password}\n`, "staff", "add", "hinata", login, "--name", name);
  expect(added).toMatchObject({ code: 0 });
  await page.goto(`/staff/hinata${path}`);
  await page.locator("#login").fill(login);
  await page.locator("#password").fill(password);
  await mainButton(page).click();
  await expect(page).toHaveURL(new RegExp(`/staff/hinata${path}$`));
  return name;
}

/** The row of a patient in the list of requests. */
export const requestOf = (page: Page, name: string): Locator =>
  page.locator("li.request", { hasText: name });

/** A button of a row. */
export const rowButton = (row: Locator, language: Language, key: string): Locator =>
  row.locator("button", { hasText: say(language, key) });

/** The large button of a page. */
export const mainButton = (page: Page): Locator => page.locator("main button.main");

/** To the form that declines a request, with a reason and a note for the house. */
export async function openDecline(page: Page, language: Language, name: string): Promise<void> {
  const decline = say(language, "button-decline");
  await requestOf(page, name).locator("a", { hasText: decline }).click();
  await choose(page, "reason", "doctor_away");
  await page.locator("#note").fill("メモ");
}

/** A span of the first free time that a patient could press, for the form that closes it. */
export type Span = { date: string; from: string; until: string };

/** Fill the form that closes a span of the whole clinic. */
export async function fillClosure(page: Page, span: Span): Promise<void> {
  await page.locator("#resource").selectOption("clinic");
  await page.locator("#date").fill(span.date);
  await page.locator("#from").fill(span.from);
  await page.locator("#until").fill(span.until);
  await page.locator("#reason").fill("研修");
}

/** One more sentence of the visit's history for each event. */
export const historyLines = (page: Page): Locator => page.locator("table.table tbody tr");
