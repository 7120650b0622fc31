// Two at once: tabs of one visitor, two patients, two of the staff.
import type { Page } from "@playwright/test";
import { pressTwice } from "../support/double";
import {
  HINATA,
  HUDSON,
  NAME,
  book,
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
import { CHANGED, HELD, expectMore, more, rows } from "../support/rows";
import { expect, test } from "../support/server";
import { mainButton, openDecline, requestOf, rowButton, signIn, signInColleague } from "../support/staff";
import { like, say } from "../support/words";

/** Two whose requests wait in the demo. */
const [FIRST, SECOND] = ["中村 健太", "小林 陽子"];
const DESKTOP = { tag: "@desktop" };
const main = (page: Page) => page.locator("main");
const send = (page: Page) => sendButton(page, "ja", HINATA);

test.describe("two tabs of one visitor", DESKTOP, () => {
  test("d35 the same time: both come to the one hold", async ({ page, server }) => {
    const other = await page.context().newPage();
    await openTimes(page, HINATA);
    await openTimes(other, HINATA);
    const before = await rows(server);
    const key = await slotKey(freeTimes(page).nth(2));
    await slotButton(page, key).click();
    const visit = await onReservation(page);
    await slotButton(other, key).click();
    expect(await onReservation(other)).toBe(visit);
    await expect(main(other)).toContainText(like("ja", "note-already-held"));
    const after = await rows(server);
    expect(after.violations).toEqual([]);
    expect(after.reservations.HELD).toBe(1);
    expect(after.history - before.history).toBe(1);
  });

  test("c31 another time, from a page that did not know of the first: the first stays, and the page says so", async ({
    page,
    server,
  }) => {
    const other = await page.context().newPage();
    await openTimes(page, HINATA);
    await openTimes(other, HINATA);
    const before = await rows(server);
    await freeTimes(page).nth(2).click();
    const visit = await onReservation(page);
    await freeTimes(other).nth(5).click();
    expect(await onReservation(other)).toBe(visit);
    await expect(main(other)).toContainText(say("ja", "patient-note-held-other"));
    await expectMore(server, before, HELD);
  });

  test("c31 details from both: the first are kept, and the second page says so", async ({
    page,
    server,
  }) => {
    const other = await page.context().newPage();
    const visit = await hold(page, HINATA);
    await other.goto(visit);
    await fillDetails(page, "ja", HINATA);
    await fillDetails(other, "ja", HINATA, "別人 太郎");
    const before = await rows(server);
    await send(page).click();
    await seesState(page, "ja", "state-requested");
    await send(other).click();
    await seesState(other, "ja", "state-requested");
    expect(await onReservation(other)).toBe(visit);
    await expect(main(other)).toContainText(like("ja", "note-kept"));
    await expect(main(other)).toContainText(NAME.ja);
    await expect(main(other)).not.toContainText("別人 太郎");
    const after = await rows(server);
    expect(after.history - before.history).toBe(1);
    expect(after.violations).toEqual([]);
  });
});

test.describe("two people", DESKTOP, () => {
  test("d35 one time at the same instant: one has it, the other reads so and takes a near one", async ({
    page,
    somebodyElse,
    server,
  }) => {
    const people = [page, somebodyElse];
    // With one doctor there is one; with anybody there might be two.
    for (const person of people) await openTimes(person, HUDSON, "", "chen");
    const key = await slotKey(freeTimes(page).nth(4));
    let before = await rows(server);
    await Promise.all(people.map((person) => slotButton(person, key).click()));
    for (const person of people) await person.waitForURL(/reservations|\/do\/hold/);
    before = await expectMore(server, before, HELD);

    const losers = people.filter((person) => person.url().includes("/do/hold"));
    expect(losers).toHaveLength(1);
    const loser = losers[0]!;
    await expect(main(loser)).toContainText(say("ja", "refusal-taken-what"));
    await expect(main(loser)).toContainText(say("ja", "refusal-not-booked"));
    await freeTimes(loser).first().click();
    await onReservation(loser);
    await expectMore(server, before, HELD);
  });

  test("somebody else's page of a reservation is not there", async ({ page, somebodyElse }) => {
    const visit = await book(page, "ja", HINATA);
    const answer = await somebodyElse.goto(visit);
    expect(answer?.status()).toBe(404);
    await expect(somebodyElse.locator("body")).not.toContainText(NAME.ja);
  });

  test("two of the staff answer one request: one answer counts, and the other reads whose", async ({
    page,
    somebodyElse,
    server,
    browser,
  }) => {
    const patient = await (await browser.newContext()).newPage();
    const visit = await book(patient, "ja", HINATA);
    await signIn(page, server, HINATA, "/requests");
    await signIn(somebodyElse, server, HINATA, "/requests");
    await openDecline(somebodyElse, "ja", NAME.ja);
    const before = await rows(server);
    await pressTwice(rowButton(requestOf(page, NAME.ja), "ja", "button-confirm"));
    await expect(requestOf(page, NAME.ja)).toContainText(say("ja", "staff-confirmed"));
    await pressTwice(mainButton(somebodyElse));
    await expect(main(somebodyElse)).toContainText(
      new RegExp(`${NAME.ja}様の予約は、すでに「${say("ja", "staff-confirmed")}」です`),
    );
    await expectMore(server, before, CHANGED);
    await patient.goto(visit);
    await seesState(patient, "ja", "state-confirmed");
    await patient.context().close();
  });

  test("d34 two of the staff at the same instant: one change, one call to make, and both read the same", async ({
    page,
    somebodyElse: desk,
    server,
  }) => {
    await signIn(page, server, HINATA, "/requests");
    await signInColleague(desk, server, "/requests");
    const both = [page, desk];
    const confirmed = say("ja", "staff-confirmed");
    let before = await rows(server);
    const confirms = both.map((page) => rowButton(requestOf(page, FIRST), "ja", "button-confirm"));
    await Promise.all(confirms.map((button) => button.click()));
    for (const page of both) await expect(requestOf(page, FIRST)).toContainText(confirmed);
    let after = await rows(server);
    // Each press has a receipt of its own; the request was changed by one of them.
    expect(more(before, after)).toMatchObject({ reservations: 0, history: 1 });
    before = after;

    // One says yes while the other says no.
    await openDecline(desk, "ja", SECOND);
    const yes = rowButton(requestOf(page, SECOND), "ja", "button-confirm");
    await Promise.all([yes.click(), mainButton(desk).click()]);
    const answered = new RegExp(`${confirmed}|${say("ja", "staff-declined")}`);
    for (const page of both) await expect(requestOf(page, SECOND)).toContainText(answered);
    after = await rows(server);
    expect(more(before, after)).toMatchObject({ reservations: 0, history: 1 });
    const states = both.map((page) => requestOf(page, SECOND).locator(".state").innerText());
    expect(new Set(await Promise.all(states)).size, "states that are read").toBe(1);

    await page.goto("/staff/hinata/calls");
    await expect(page.locator("li.request", { hasText: FIRST })).toHaveCount(1);
  });
});

test("a double click on the first of three requests changes that one alone, and so does one more later", async ({
  page,
  server,
}) => {
  await signIn(page, server, HINATA, "/requests");
  const requests = page.locator("li.request");
  await expect(requests).toHaveCount(3);
  const names = await requests.locator("h2").allInnerTexts();
  const before = await rows(server);
  const at = await pressTwice(rowButton(requests.first(), "ja", "button-confirm"));
  await expect(requests.first()).toContainText(say("ja", "staff-confirmed"));
  // Each row keeps its place, so that nobody's finger meets the next one.
  expect(await requests.locator("h2").allInnerTexts()).toEqual(names);
  await expect(page.locator("li.request.answered")).toHaveCount(1);
  await page.mouse.click(at.x, at.y);
  await expect(main(page)).toBeVisible();
  await expectMore(server, before, CHANGED);
});
