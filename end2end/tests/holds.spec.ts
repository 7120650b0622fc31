// A hold that ran out while its patient was still typing.
import type { Page } from "@playwright/test";
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
import { more, rows } from "../support/rows";
import { expect, test } from "../support/server";
import { say } from "../support/words";

const DESKTOP = { tag: "@desktop" };
/** A minute longer than a time is kept. */
const TOO_LONG_MINUTES = 11;
const main = (page: Page) => page.locator("main");

test("c37 a hold that ran out, its time still free: taken again with the press that sends", DESKTOP, async ({
  page,
  server,
}) => {
  const visit = await hold(page, HINATA);
  await fillDetails(page, "ja", HINATA);
  const before = await rows(server);
  await server.passes(TOO_LONG_MINUTES);
  await pressTwice(sendButton(page, "ja", HINATA));
  await seesState(page, "ja", "state-requested");
  expect(await onReservation(page)).toBe(visit);
  await expect(main(page)).toContainText(say("ja", "notice-retaken"));
  const after = await rows(server);
  expect(more(before, after)).toMatchObject({ reservations: 0, claims: 0, submissions: 1 });
  expect(after.violations).toEqual([]);
});

test("c37 c42 a hold that ran out, its time another's by now: what was typed goes on with another time", async ({
  page,
  somebodyElse,
  server,
}) => {
  await openTimes(page, HUDSON, "", "chen");
  const key = await slotKey(freeTimes(page).nth(4));
  await slotButton(page, key).click();
  const lost = await onReservation(page);
  await fillDetails(page, "ja", HUDSON);
  await server.passes(TOO_LONG_MINUTES);
  // Whoever comes now finds it free, whether or not anything has been tidied away.
  await openTimes(somebodyElse, HUDSON, "", "chen");
  await slotButton(somebodyElse, key).click();
  await onReservation(somebodyElse);

  const before = await rows(server);
  await pressTwice(sendButton(page, "ja", HUDSON));
  await expect(main(page)).toContainText(say("ja", "near-expired-taken-title"));
  await expect(main(page)).toContainText(say("ja", "refusal-not-booked"));
  await expect(main(page)).toContainText(say("ja", "near-typed-kept"));
  expect(more(before, await rows(server))).toMatchObject({ reservations: 0, submissions: 0 });

  await pressTwice(freeTimes(page).first());
  await expect(page.locator("#name")).toHaveValue(NAME.ja);
  await expect(page.locator("#phone")).toHaveValue(HUDSON.phone);
  await expect(page.locator("#birth_year")).toHaveValue("1981");
  await pressTwice(sendButton(page, "ja", HUDSON));
  await seesState(page, "ja", "state-confirmed");
  expect(await onReservation(page)).not.toBe(lost);
  const after = await rows(server);
  expect(more(before, after)).toMatchObject({ reservations: 1, submissions: 2 });
  expect(after.violations).toEqual([]);
});
