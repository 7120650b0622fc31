// What a button does while its form is on the way: it is locked, it says so, and it stays where it is.
import type { Locator, Page } from "@playwright/test";
import { setTimeout as sleep } from "node:timers/promises";
import {
  clickRepeatedly,
  enterAndClick,
  middle,
  note,
  pressTwice,
  submitPastTheScript,
} from "../support/double";
import {
  HINATA,
  fillDetails,
  freeTimes,
  hold,
  onReservation,
  openTimes,
  receiptOf,
  seesState,
  sendButton,
} from "../support/patient";
import type { Proxy } from "../support/proxy";
import { CHANGED, DONE, HELD, NOTHING, expectMore, more, rows } from "../support/rows";
import { expect, test } from "../support/server";
import { fillClosure, mainButton, signIn } from "../support/staff";
import { say } from "../support/words";

const DESKTOP = { tag: "@desktop" };
const main = (page: Page) => page.locator("main");
const detailsForm = (page: Page) => page.locator("form#details");
const send = (page: Page) => sendButton(page, "ja", HINATA);

test.describe("the button", () => {
  test("c16 ten presses while the answer takes three seconds: the whole form is locked until it comes, and nothing moves", async ({
    page,
    server,
    line,
  }) => {
    await hold(page, HINATA, line.url);
    await fillDetails(page, "ja", HINATA);
    await watch(send(page));
    const before = await rows(server);
    const { seen, release } = await tenPresses(page, line);
    release();
    await seesState(page, "ja", "state-requested");
    expectLockedThroughout(seen);
    expect(line.posts.filter(({ path }) => path.startsWith("/do/details"))).toHaveLength(1);
    await expectMore(server, before, CHANGED);
  });

  test("c16 ten presses on a time while the answer takes three seconds: the whole grid is locked, and nothing moves", async ({
    page,
    server,
    line,
  }) => {
    await openTimes(page, HINATA, line.url);
    await watch(freeTimes(page).nth(4));
    const before = await rows(server);
    const { seen, release } = await tenPresses(page, line);
    release();
    await onReservation(page);
    expectLockedThroughout(seen);
    expect(line.posts).toHaveLength(1);
    await expectMore(server, before, HELD);
  });

  test("c27 c29 is unlocked when the page is shown again", DESKTOP, async ({ page, line }) => {
    await hold(page, HINATA, line.url);
    await fillDetails(page, "ja", HINATA);
    await watch(send(page));
    const seen = await note(page, lockOf);
    const release = line.holdAnswers();
    await send(page).click({ noWaitAfter: true });
    await expect.poll(() => seen.at(-1)?.locked).toBe(true);
    release();
    await seesState(page, "ja", "state-requested");

    // The same, with the event as it comes out of the browser's cache.
    await hold(page, HINATA, line.url);
    await watch(send(page));
    const shown = await note(page, lockOf);
    await page.evaluate(() => {
      addEventListener("submit", () =>
        setTimeout(
          () => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })),
          500,
        ),
      );
    });
    const releaseAgain = line.holdAnswers();
    await send(page).click({ noWaitAfter: true });
    await expect
      .poll(() => shown.map(({ locked }) => locked).join())
      .toMatch(/false(,true)+,false$/);
    releaseAgain();
  });

  test("c25 is not locked by a form that the browser's own check stopped", DESKTOP, async ({
    page,
    server,
  }) => {
    await page.goto("/staff/hinata/sign-in");
    await pressTwice(mainButton(page));
    await expect(page.locator("#login")).toBeFocused();
    expect(await page.locator("form[aria-busy]").count()).toBe(0);
    await expect(mainButton(page)).toBeEnabled();

    await signIn(page, server, HINATA, "/closures/new");
    await fillClosure(page, { date: "2026-06-25", from: "9:00", until: "12:00" });
    await page.locator("#reason").fill("");
    const before = await rows(server);
    await pressTwice(mainButton(page));
    await expectMore(server, before, NOTHING);
    expect(await page.locator("form[aria-busy]").count()).toBe(0);
    await page.locator("#reason").fill("研修");
    await pressTwice(mainButton(page));
    await expect(page.locator("h1")).toHaveText(say("ja", "staff-closed-title"));
    await expectMore(server, before, DONE);
  });

  test("is unlocked by Stop, and pressed again it finds what had arrived", DESKTOP, async ({
    page,
    server,
    line,
  }) => {
    const visit = await hold(page, HINATA, line.url);
    await fillDetails(page, "ja", HINATA);
    await watch(send(page));
    const before = await rows(server);
    const seen = await note(page, lockOf);
    const release = line.holdAnswers();
    await send(page).click({ noWaitAfter: true });
    await expect.poll(() => seen.at(-1)).toMatchObject({ locked: true, sending: true });
    await expect.poll(async () => more(before, await rows(server)).submissions).toBe(1);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Page.stopLoading");
    await expect.poll(() => seen.at(-1)).toMatchObject({ locked: false, sending: false });
    release();
    await pressTwice(send(page));
    await seesState(page, "ja", "state-requested");
    expect(await onReservation(page)).toBe(visit);
    await expect(main(page)).toContainText(say("ja", "notice-already-one-request"));
    await expectMore(server, before, CHANGED);
  });

  test("stays locked while there is no answer, and after eight seconds the receipt is offered", DESKTOP, async ({
    page,
    line,
  }) => {
    const visit = await hold(page, HINATA, line.url);
    await fillDetails(page, "ja", HINATA);
    const receipt = await receiptOf(detailsForm(page));
    const offered = await note(page, () => {
      const link = document.querySelector("form#details [data-receipt] a");
      const box = link?.getBoundingClientRect();
      return box?.height ? [box.x + box.width / 2, box.y + box.height / 2] : null;
    });
    await watch(send(page));
    const seen = await note(page, lockOf);
    const pressed = Date.now();
    line.holdAnswers();
    await send(page).click({ noWaitAfter: true });
    await expect.poll(() => offered.at(-1), { timeout: 15_000 }).toBeTruthy();
    expect(Date.now() - pressed).toBeGreaterThan(7_500);
    expect(seen.at(-1)?.locked).toBe(true);
    expect(new Set(seen.map(({ box }) => box)).size, "places of the button").toBe(1);
    // The page can't be asked now, but it can be pressed.
    const [x, y] = offered.at(-1)!;
    await page.mouse.click(x!, y!);
    await expect(page).toHaveURL(`${line.url}${receipt}`);
    await expect(main(page)).toContainText(say("ja", "receipt-yes-requested"));
    await page.locator("main a.button").click();
    expect(await onReservation(page)).toBe(visit);
    await seesState(page, "ja", "state-requested");
  });
});

test.describe("a double click that the answer was quicker than", DESKTOP, () => {
  test("does nothing to what lies in its place on the next page", async ({ page, server }) => {
    const now = Date.now();
    await page.clock.setFixedTime(now);
    await openTimes(page, HINATA);
    const slot = freeTimes(page).nth(3);
    await slot.scrollIntoViewIfNeeded();
    const { x, y } = (await slot.boundingBox())!;
    await page.mouse.click(x + 9, y + 9);
    const visit = await onReservation(page);
    const before = await rows(server);
    const release = page.locator('button[value="release"]');
    await release.evaluate(
      (button, [x, y]) =>
        Object.assign(button.style, { position: "fixed", left: `${x}px`, top: `${y}px` }),
      [x, y],
    );
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await expectMore(server, before, NOTHING);
    expect(await onReservation(page)).toBe(visit);

    // Later it is a press like any other.
    await page.clock.setFixedTime(now + 1_000);
    await pressTwice(release);
    await expect(page).toHaveURL(/note=released/);
    await expectMore(server, before, CHANGED);
  });
});

test("after a hold no button lies where a time was", async ({ page }) => {
  await openTimes(page, HINATA);
  const height = page.viewportSize()!.height;
  const times = (await boxes(freeTimes(page))).filter(({ bottom }) => bottom < height);
  expect(times.length, "times that can be pressed without scrolling").toBeGreaterThan(3);
  await freeTimes(page).first().click();
  await onReservation(page);
  const buttons = await boxes(page.locator("button"));
  const both = times.flatMap((time) => buttons.filter((button) => overlap(time, button)));
  expect(both).toEqual([]);
});

test.describe("pressed and sent at once", DESKTOP, () => {
  test("c23 Enter, Enter again and a click at the same moment", async ({ page, server, line }) => {
    const visit = await hold(page, HINATA, line.url);
    await fillDetails(page, "ja", HINATA);
    const before = await rows(server);
    await send(page).scrollIntoViewIfNeeded();
    const release = line.holdAnswers();
    await enterAndClick(page.locator("#phone"), send(page));
    release();
    await seesState(page, "ja", "state-requested");
    expect(await onReservation(page)).toBe(visit);
    expect(line.posts.filter(({ path }) => path.startsWith("/do/details"))).toHaveLength(1);
    await expectMore(server, before, CHANGED);
  });

  test("c23 Enter in a field sends, and never lets the time go", async ({ page, server }) => {
    const visit = await hold(page, HINATA);
    await fillDetails(page, "ja", HINATA);
    const before = await rows(server);
    await page.locator("#phone").press("Enter");
    await seesState(page, "ja", "state-requested");
    expect(await onReservation(page)).toBe(visit);
    await expectMore(server, before, CHANGED);
  });

  test("c22 ten clicks on a time", async ({ page, server }) => {
    await openTimes(page, HINATA);
    const before = await rows(server);
    await clickRepeatedly(freeTimes(page).nth(6), 10);
    await onReservation(page);
    await expectMore(server, before, HELD);
  });

  test("c21 a form sent ten times past every guard of the page", async ({ page, server }) => {
    await openTimes(page, HINATA);
    let before = await rows(server);
    const times = page.locator("form[action^='/do/hold']");
    const held = await submitPastTheScript(times, 10, freeTimes(page).nth(3));
    expect(new Set(held.map((url) => new URL(url).pathname)).size, held.join("\n")).toBe(1);
    before = await expectMore(server, before, HELD);

    await page.goto(held[0]!);
    const visit = await onReservation(page);
    await fillDetails(page, "ja", HINATA);
    const sent = await submitPastTheScript(detailsForm(page), 10, send(page));
    expect(new Set(sent.map((url) => new URL(url).pathname))).toEqual(new Set([visit]));
    await expectMore(server, before, CHANGED);
  });
});

/** Mark the button that `lockOf` tells of. */
async function watch(button: Locator): Promise<void> {
  await button.evaluate((button) => button.classList.add("watched"));
}

/** Ten presses within three seconds on the watched button, whose answer is held. */
async function tenPresses(page: Page, line: Proxy) {
  const button = page.locator("button.watched");
  const touch = await page.evaluate(() => navigator.maxTouchPoints > 0);
  await watchShifts(page);
  const { x, y } = await middle(button);
  const seen = await note(page, lockOf);
  const release = line.holdAnswers();
  for (let presses = 0; presses < 10; presses += 1) {
    // The page can't be asked while it waits, but it can be pressed.
    await (touch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
    await sleep(300);
  }
  return { seen, release };
}

/** Locked since the first press, with another label in the same place, and nothing has moved. */
function expectLockedThroughout(seen: Lock[]): void {
  expect(seen[0]).toMatchObject({ locked: false, sending: false });
  expect(seen.slice(1).some(({ locked, sending }) => locked && sending)).toBe(true);
  const pressed = seen.findIndex(({ locked }) => locked);
  expect(seen.slice(pressed).every(({ locked }) => locked)).toBe(true);
  expect(new Set(seen.map(({ box }) => box)).size, "places of the button").toBe(1);
  expect(new Set(seen.map(({ label }) => label)).size, "labels of the button").toBe(1);
  expect(seen.at(-1)?.shift, "layout shift").toBe(0);
}

/** Sum up what moves on the page by itself. */
async function watchShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sum = { shift: 0 };
    Object.assign(window, { __moved: sum });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number }[]) {
        sum.shift += entry.value;
      }
    }).observe({ type: "layout-shift" });
  });
}

type Lock = ReturnType<typeof lockOf>;

/** How the watched button and its form stand, for `note`. */
function lockOf() {
  const button = document.querySelector("button.watched") as HTMLButtonElement | null;
  const { x, y, width, height } = button?.getBoundingClientRect() ?? new DOMRect();
  const busy = button?.querySelector(".busy");
  const moved = (window as unknown as { __moved?: { shift: number } }).__moved;
  return {
    locked: button?.form?.getAttribute("aria-busy") === "true",
    sending: busy ? getComputedStyle(busy).visibility === "visible" : false,
    label: button?.textContent ?? "",
    box: [x + scrollX, y + scrollY, width, height].join(),
    shift: moved?.shift ?? 0,
  };
}

/** Where elements lie in the window. */
function boxes(elements: Locator) {
  return elements.evaluateAll((elements) =>
    elements.map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left, top, right, bottom, text: element.textContent };
    }),
  );
}

type Box = { left: number; top: number; right: number; bottom: number };

function overlap(one: Box, other: Box): boolean {
  const across = one.left < other.right && other.left < one.right;
  return across && one.top < other.bottom && other.top < one.bottom;
}
