// The ways in which people send a form more than once.
import { type Locator, type Page, expect } from "@playwright/test";

/** A place in the window. */
export type Point = { x: number; y: number };

/** Two clicks, as fast as a mouse can: where the button was, whatever it does after the first. */
export async function doubleClick(button: Locator): Promise<Point> {
  const { x, y } = await middle(button);
  const { mouse } = button.page();
  await mouse.move(x, y);
  // All on their way before the first is done: the answer to it can't be quicker than the second.
  const events = [1, 2].flatMap((clickCount) => [
    mouse.down({ clickCount }),
    mouse.up({ clickCount }),
  ]);
  await Promise.all(events);
  return { x, y };
}

/** `times` clicks on the same spot, counted as a system does, none of which waits for what the one before it did. */
export async function clickRepeatedly(button: Locator, times: number): Promise<void> {
  const { x, y } = await middle(button);
  const { mouse } = button.page();
  await mouse.move(x, y);
  const events = Array.from({ length: times }, (_, at) => [
    mouse.down({ clickCount: at + 1 }),
    mouse.up({ clickCount: at + 1 }),
  ]);
  await Promise.all(events.flat());
}

/** Two taps of a finger (needs a page with touch). */
export async function doubleTap(button: Locator): Promise<Point> {
  const { x, y } = await middle(button);
  const { touchscreen } = button.page();
  await Promise.all([touchscreen.tap(x, y), touchscreen.tap(x, y)]);
  return { x, y };
}

/** Double tap where there is touch, else double click; gives where. */
export async function pressTwice(button: Locator): Promise<Point> {
  const touch = await button.page().evaluate(() => navigator.maxTouchPoints > 0);
  return touch ? doubleTap(button) : doubleClick(button);
}

/** Enter in a field, once more, and a click on the button at the same moment. */
export async function enterAndClick(field: Locator, button: Locator): Promise<void> {
  const { x, y } = await middle(button);
  const { keyboard, mouse } = field.page();
  await field.focus();
  await Promise.all([keyboard.press("Enter"), keyboard.press("Enter"), mouse.click(x, y)]);
}

/**
 * Send the form `times` times in one go, past every guard in the page: `form.submit()` fires no
 * submit event. Chromium keeps only the last navigation, so these are background requests with the
 * fields of the form. Returns the final addresses.
 */
export async function submitPastTheScript(
  form: Locator,
  times: number,
  button?: Locator,
): Promise<string[]> {
  const handle = await button?.elementHandle();
  return form.evaluate(
    async (element, { times, button }) => {
      const form = element as HTMLFormElement;
      const presser = button as HTMLButtonElement | undefined;
      const fields = new FormData(form);
      if (presser?.name) fields.append(presser.name, presser.value);
      const body = new URLSearchParams(fields as unknown as Record<string, string>).toString();
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const url = presser?.getAttribute("formaction") ?? form.action;
      const answers = await Promise.all(
        Array.from({ length: times }, () => fetch(url, { method: "POST", body, headers })),
      );
      return answers.map((answer) => answer.url);
    },
    { times, button: handle ?? undefined },
  );
}

/**
 * The browser's Back. Returns whether the page came out of the back-forward cache, with its script
 * state as it was left (see `launchOptionsWithBackForwardCache`).
 */
export async function back(page: Page): Promise<boolean> {
  // Neither `goBack` nor the promise of `evaluate` survives a page from the cache, and the page before
  // may have the same address: only a mark in the page that is left tells that it was left.
  const mark = ++backCount;
  await page.evaluate((mark) => {
    (window as unknown as { __left?: number }).__left = mark;
    setTimeout(() => history.back(), 0);
  }, mark);
  const left = () => page.evaluate(() => (window as unknown as { __left?: number }).__left);
  await expect
    .poll(() => left().catch(() => mark), { message: "history.back() left the page" })
    .not.toBe(mark);
  await page.waitForFunction(() => document.readyState === "complete");
  return page.evaluate(
    () => (window as unknown as { __fromCache?: boolean }).__fromCache === true,
  );
}

let backCount = 0;

/**
 * Note what `what` gives, each time it changes, for as long as the page stands. Ask for it before a
 * press: while a form is on the way the browser answers no question about its page (locators,
 * `evaluate` and the debugger wait for the navigation), but the page may still tell.
 *
 *     const notes = await note(page, () => document.querySelector("button")?.textContent);
 *     await button.click({ noWaitAfter: true });
 *     await expect.poll(() => notes).toEqual(["送信", "送信中…"]);
 *
 * `what` can't use anything outside itself, and gives something that fits into JSON.
 */
export async function note<T>(page: Page, what: () => T): Promise<T[]> {
  const notes: T[] = [];
  const mark = `note ${++noteCount}: `;
  page.on("console", (message) => {
    if (message.text().startsWith(mark)) notes.push(JSON.parse(message.text().slice(mark.length)));
  });
  await page.evaluate(`(() => {
    let last;
    const look = () => {
      const now = JSON.stringify((${what})() ?? null);
      if (now !== last) console.debug(${JSON.stringify(mark)} + (last = now));
    };
    look();
    setInterval(look, 20);
  })()`);
  return notes;
}

let noteCount = 0;

/** Wait for the browser's own page about a broken connection, which replaces the one that was sent. */
export async function seesFailure(page: Page): Promise<void> {
  // Chromium tries again by itself before it gives up.
  const url = expect.poll(() => page.url(), { message: "the failure page", timeout: 30_000 });
  await url.toMatch(/^chrome-error:/);
  await page.waitForFunction(() => document.readyState === "complete");
}

/** Make `back` able to tell; call it before the first `goto`. */
export async function watchPageShow(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener("pageshow", (event) => {
      (window as unknown as { __fromCache?: boolean }).__fromCache = event.persisted;
    });
  });
}

/** What a page out of the cache sees, without a cache. */
export async function pretendPageShow(page: Page): Promise<void> {
  await page.evaluate(() =>
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })),
  );
}

/** Where a hand would press. The element must be there: this waits for nothing but scrolling. */
export async function middle(element: Locator): Promise<Point> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error("the element can't be seen, so nobody can press it");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
