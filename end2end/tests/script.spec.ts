// The script of the forms by itself: the first of the five fences, sentence by sentence, on pages that
// carry nothing else. What the server does with a press is told elsewhere.
import { type Page, expect, test } from "@playwright/test";
import { pressTwice } from "../support/double";
import { HINATA, book, freeTimes, onReservation, openTimes } from "../support/patient";
import { HELD, expectMore, rows } from "../support/rows";
import { ADDRESS, FORM, SCRIPT, ScriptPage } from "../support/script_page";
import { test as served } from "../support/server";

const DESKTOP = { tag: "@desktop" };
const OPEN = { busy: null, disabled: ["never"], pressed: [], receipt: false };
const LOCKED = { busy: "true", disabled: ["enter", "send", "more", "never"], receipt: false };
const button = (page: Page, value: string) => page.locator(`button[value="${value}"]`);

test("it stays short and says what it is for", DESKTOP, () => {
  expect(SCRIPT.trimEnd().split("\n").length).toBeLessThan(60);
  expect(SCRIPT).toMatch(/^\/\/ The first of five fences against double requests/);
  // It speaks to nobody and keeps nothing beyond the tab.
  expect(SCRIPT).not.toMatch(/fetch|XMLHttpRequest|sendBeacon|localStorage|cookie|eval|innerHTML/);
});

test.describe("a press", DESKTOP, () => {
  const ways: [string, (page: Page) => Promise<void>, string, string[]][] = [
    ["by mouse", (page) => button(page, "send").click(), "/do field=花子&act=send", ["send"]],
    [
      "by Enter in a field, which goes through the hidden button and shows on the visible one",
      (page) => page.locator("#field").press("Enter"),
      "/do act=enter&field=花子",
      ["send"],
    ],
    ["by the space bar", (page) => button(page, "send").press("Space"), "/do field=花子&act=send", ["send"]],
    ["on another button", (page) => button(page, "more").click(), "/do/more field=花子&act=more", ["more"]],
    [
      "by a script",
      (page) => page.locator("form").evaluate((form) => (form as HTMLFormElement).requestSubmit()),
      "/do field=花子",
      ["send"],
    ],
  ];
  for (const [way, press, post, pressed] of ways) {
    test(`${way} locks the whole form, and the post has the button's name and value`, async ({ page }) => {
      const site = await ScriptPage.open(page, FORM);
      expect(await site.lock()).toEqual(OPEN);
      await press(page);
      await expect.poll(() => site.posts).toEqual([post]);
      expect(await site.lock()).toEqual({ ...LOCKED, pressed });
    });
  }

  test("on a locked form is nothing, however it is made", async ({ page }) => {
    const site = await ScriptPage.open(page, FORM);
    await button(page, "send").click();
    const locked = await site.lock();
    const prevented = await page.evaluate(() => {
      const seen: boolean[] = [];
      addEventListener("submit", (event) => seen.push(event.defaultPrevented));
      const form = document.forms[0]!;
      form.requestSubmit();
      // As when a browser has put the buttons back.
      for (const button of form.querySelectorAll("button")) button.disabled = false;
      for (const button of form.querySelectorAll("button")) button.click();
      return seen;
    });
    await page.locator("#field").press("Enter");
    expect(prevented).toEqual([true, true, true, true, true]);
    expect(site.posts).toHaveLength(1);
    expect((await site.lock()).pressed).toEqual(locked.pressed);
  });

  test("that something on the page has prevented locks nothing", async ({ page }) => {
    const site = await ScriptPage.open(
      page,
      FORM,
      `addEventListener("submit", (event) => window.stop || event.preventDefault());`,
    );
    await page.evaluate(() => Object.assign(window, { stop: null }));
    await button(page, "send").click();
    await page.locator("#field").press("Enter");
    expect(await site.lock()).toEqual(OPEN);
    expect(site.posts).toEqual([]);
    await page.evaluate(() => Object.assign(window, { stop: true }));
    await button(page, "send").click();
    await expect.poll(() => site.posts).toHaveLength(1);
  });

  test("that the browser's own check has stopped locks nothing", async ({ page }) => {
    const site = await ScriptPage.open(page, FORM.replace("<input", "<input required"));
    await page.locator("#field").fill("");
    await button(page, "send").click();
    await page.locator("#field").press("Enter");
    expect(await site.lock()).toEqual(OPEN);
    await page.locator("#field").fill("x");
    await button(page, "send").click();
    await expect.poll(() => site.posts).toEqual(["/do field=x&act=send"]);
  });

  test("moves nothing, and the label says that it is being sent", async ({ page }) => {
    const site = await ScriptPage.open(page, FORM);
    const boxes = () =>
      page.evaluate(() =>
        [...document.querySelectorAll("form *")].map((element) =>
          JSON.stringify(element.getBoundingClientRect()),
        ),
      );
    const before = await boxes();
    const send = button(page, "send");
    await expect(send).toHaveAccessibleName("Send this");
    await send.click();
    await expect.poll(() => site.posts).toHaveLength(1);
    await expect(send.locator(".busy")).toBeVisible();
    await expect(send.locator(".label")).toBeHidden();
    await expect(send).toHaveAccessibleName("Sending…");
    await expect(button(page, "more")).toHaveCSS("opacity", "0.55");
    expect(await boxes()).toEqual(before);
  });

  test("is not undone by a clock: after eight seconds the way to the receipt appears, and that is all", async ({
    page,
  }) => {
    await page.clock.install();
    const site = await ScriptPage.open(page, FORM);
    await page.clock.pauseAt(Date.now() + 60_000);
    await button(page, "send").click();
    await expect.poll(() => site.posts).toHaveLength(1);
    await page.clock.runFor(7_900);
    expect((await site.lock()).receipt).toBe(false);
    await page.clock.runFor(200);
    expect((await site.lock()).receipt).toBe(true);
    await page.clock.fastForward(24 * 60 * 60 * 1000);
    expect(await site.lock()).toEqual({ ...LOCKED, pressed: ["send"], receipt: true });
  });
});

test.describe("a page that is shown again", DESKTOP, () => {
  for (const persisted of [true, false]) {
    test(`${persisted ? "out of the browser's cache" : "otherwise"} is as it was before the press`, async ({
      page,
    }) => {
      await page.clock.install();
      const site = await ScriptPage.open(page, FORM);
      for (const value of ["send", "more"]) {
        await button(page, value).click();
        await page.clock.runFor(9_000);
        expect((await site.lock()).receipt).toBe(true);
        await page.evaluate(() => (document.activeElement as HTMLElement).blur());
        await site.show(persisted);
        // What was disabled before stays so.
        expect(await site.lock()).toEqual(OPEN);
        await expect(button(page, value)).toBeFocused();
      }
      await page.locator("#field").press("Enter");
      await site.show(persisted);
      await expect(page.locator("#field")).toBeFocused();
      expect(site.posts).toHaveLength(3);
      // The receipt of a press that is over does not come late.
      await page.clock.runFor(9_000);
      expect(await site.lock()).toEqual(OPEN);
    });
  }

  test("without a press before leaves the focus where it is", async ({ page }) => {
    const site = await ScriptPage.open(page, FORM);
    await page.locator("#field").focus();
    await site.show(true);
    await expect(page.locator("#field")).toBeFocused();
    expect(await site.lock()).toEqual(OPEN);
  });
});

test.describe("forms of other kinds", DESKTOP, () => {
  test("two of them on a page are locked each for itself", async ({ page }) => {
    const other = `<form id="other" method="post" action="/other">
      <button class="button" name="row" value="2">Two</button></form>`;
    const site = await ScriptPage.open(page, FORM + other);
    await button(page, "send").click();
    await expect.poll(() => site.posts).toHaveLength(1);
    expect(await site.lock("other")).toMatchObject({ busy: null, disabled: [] });
    await button(page, "2").click();
    await button(page, "2").click({ force: true });
    await expect.poll(() => site.posts).toEqual(["/do field=花子&act=send", "/other row=2"]);
    expect(await site.lock("other")).toMatchObject({ busy: "true", disabled: ["2"], pressed: ["2"] });
    await site.show(true);
    expect(await site.lock()).toEqual(OPEN);
    expect(await site.lock("other")).toMatchObject({ busy: null, disabled: [], pressed: [] });
  });

  test("without a button, and without a receipt", async ({ page }) => {
    await page.clock.install();
    const site = await ScriptPage.open(
      page,
      `<form id="form" method="post" action="/do">
        <input id="field" name="field" aria-label="field" value="x"></form>`,
    );
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.locator("#field").press("Enter");
    await page.locator("#field").press("Enter");
    await expect.poll(() => site.posts).toEqual(["/do field=x"]);
    await page.clock.runFor(9_000);
    expect(await site.lock()).toMatchObject({ busy: "true" });
    await site.show(true);
    await page.locator("#field").press("Enter");
    await expect.poll(() => site.posts).toHaveLength(2);
    expect(errors).toEqual([]);
  });

  test("with a button that stands outside of them", async ({ page }) => {
    const site = await ScriptPage.open(
      page,
      `${FORM}<p><button class="button" form="form" name="act" value="outside">Outside</button></p>`,
    );
    await button(page, "outside").click();
    await expect.poll(() => site.posts).toEqual(["/do field=花子&act=outside"]);
    const locked = await site.lock();
    expect(locked).toMatchObject({ busy: "true", pressed: ["outside"] });
    expect(locked.disabled).toEqual(["enter", "send", "more", "never", "outside"]);
    await site.show(true);
    expect(await site.lock()).toEqual(OPEN);
    await expect(button(page, "outside")).toBeFocused();
  });

  test("that a script only reads are not locked", async ({ page }) => {
    const site = await ScriptPage.open(page, FORM);
    await page.locator("form").evaluate((form) => new FormData(form as HTMLFormElement));
    expect(await site.lock()).toEqual(OPEN);
  });
});

test.describe("a tab without a store", DESKTOP, () => {
  const stores: [string, string][] = [
    ["that throws", `get() { throw new DOMException("denied", "SecurityError"); }`],
    ["that is missing", `value: undefined`],
    ["that is full", `value: { getItem: () => null, removeItem() {}, setItem() { throw new Error("full"); } }`],
    ["with rubbish in it", `value: { getItem: () => "{", removeItem() {}, setItem() {} }`],
  ];
  for (const [kind, property] of stores) {
    test(`${kind} sends and locks all the same`, async ({ page }) => {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      const site = await ScriptPage.open(
        page,
        FORM,
        `Object.defineProperty(window, "sessionStorage", { configurable: true, ${property} });`,
      );
      await button(page, "send").click();
      await expect.poll(() => site.posts).toHaveLength(1);
      expect(await site.lock()).toEqual({ ...LOCKED, pressed: ["send"] });
      await site.show(true);
      await button(page, "send").click();
      await expect.poll(() => site.posts).toHaveLength(2);
      expect(errors).toEqual([]);
    });
  }
});

/** Two pages with a button at the very same place; `after` is what lies on the second one besides. */
async function pressOnFirst(page: Page, after = "", press = clickAt): Promise<ScriptPage> {
  const at = `position: fixed; left: 100px; top: 100px; width: 120px; height: 48px`;
  const form = (action: string) => `<form id="form" method="post" action="${action}">
    <button class="button" style="${at}" name="act" value="${action}">${action}</button></form>`;
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const site = await ScriptPage.open(page, form("/first"));
  site.answerWith(form("/second") + after);
  await press(page, 160, 124);
  await expect(page.locator("button")).toHaveText("/second");
  expect(site.posts).toEqual(["/first act=/first"]);
  site.answer = { status: 204 };
  return site;
}

/** A click that the system counts as the first, second… of a row of clicks. */
async function clickAt(page: Page, x: number, y: number, clickCount = 1): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down({ clickCount });
  await page.mouse.up({ clickCount });
}

test.describe("the second half of a double click on the next page", () => {
  const dropped = async (site: ScriptPage) => {
    // Whatever a press sets going is sent before the next one is.
    await site.page.locator("button").press("Enter");
    await expect.poll(() => site.posts.slice(1)).toEqual(["/second act=/second"]);
  };
  const goesThrough = async (site: ScriptPage) => {
    await expect.poll(() => site.posts.slice(1)).toEqual(["/second act=/second"]);
    expect(await site.lock()).toMatchObject({ busy: "true" });
  };

  test("is nobody's press", DESKTOP, async ({ page }) => {
    const site = await pressOnFirst(page);
    await page.evaluate(() => {
      const seen: boolean[] = [];
      addEventListener("click", (event) => seen.push(event.defaultPrevented));
      Object.assign(window, { seen });
    });
    await page.clock.runFor(650);
    await clickAt(page, 165, 124, 2);
    expect(await page.evaluate(() => (window as unknown as { seen: boolean[] }).seen)).toEqual([true]);
    await dropped(site);
  });

  test("nor is the third click of a row", DESKTOP, async ({ page }) => {
    const site = await pressOnFirst(page);
    await clickAt(page, 160, 124, 3);
    await dropped(site);
  });

  test("nor is a finger's second tap", async ({ page, isMobile }) => {
    test.skip(!isMobile, "a desk has a mouse");
    const tap = (page: Page) => page.locator("button").tap();
    const site = await pressOnFirst(page, "", tap);
    await page.clock.runFor(300);
    await page.touchscreen.tap(170, 130);
    await dropped(site);
    // And later it is a press like any other.
    await site.show(false);
    await page.clock.runFor(800);
    await page.touchscreen.tap(170, 130);
    await expect.poll(() => site.posts).toHaveLength(3);
  });

  const meant: [string, (page: Page) => Promise<void>][] = [
    ["a click that the system counts as a first one, however quick", (page) => clickAt(page, 160, 124)],
    ["a click later on", async (page) => {
      await page.clock.runFor(750);
      await clickAt(page, 160, 124, 2);
    }],
    ["a click elsewhere on the button", (page) => clickAt(page, 190, 124, 2)],
    ["a press of a key", (page) => page.locator("button").press("Enter")],
    ["a press of the space bar", (page) => page.locator("button").press("Space")],
    ["a press by a script", (page) =>
      page.locator("button").evaluate((button) => (button as HTMLButtonElement).click())],
    ["a click after something was typed", async (page) => {
      await page.locator("#typed").fill("x");
      await clickAt(page, 160, 124, 2);
    }],
    ["a click after the page was scrolled", async (page) => {
      await page.evaluate(
        () =>
          new Promise<void>((done) => {
            addEventListener("scroll", () => done(), { once: true });
            scrollTo(0, 200);
          }),
      );
      await clickAt(page, 160, 124, 2);
    }],
  ];
  for (const [what, press] of meant) {
    test(`${what} is a press`, DESKTOP, async ({ page }) => {
      const more = `<input id="typed" aria-label="typed"><div style="height: 3000px"></div>`;
      const site = await pressOnFirst(page, more);
      await press(page);
      await goesThrough(site);
    });
  }

  test("a page after the next one knows of no press", DESKTOP, async ({ page }) => {
    const site = await pressOnFirst(page);
    await page.goto(`${ADDRESS}/`);
    await expect(page.locator("button")).toHaveText("/first");
    await clickAt(page, 160, 124, 2);
    await expect.poll(() => site.posts.slice(1)).toEqual(["/first act=/first"]);
  });
});

served.describe("the pages of the product", DESKTOP, () => {
  const scripts = "**/assets/script-*.js";

  served("have the script under a name that changes with it, to be kept for good", async ({ page }) => {
    const [script] = await Promise.all([page.waitForResponse(scripts), page.goto("/c/hinata")]);
    const headers = script.headers();
    expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(await script.text()).toContain(SCRIPT);
    const other = script.url().replace(/-[0-9a-f]{16}\.js$/, "-0000000000000000.js");
    expect(other).not.toBe(script.url());
    expect((await page.request.get(other)).status()).toBe(404);
  });

  const missing: [string, (page: Page) => Promise<unknown>][] = [
    ["is not found", (page) => page.route(scripts, (route) => route.fulfill({ status: 404 }))],
    ["is blocked", (page) => page.route(scripts, (route) => route.abort("blockedbyclient"))],
    ["is cut off in the middle", async (page) => {
      const body = SCRIPT.slice(0, SCRIPT.length / 2);
      await page.route(scripts, (route) => route.fulfill({ contentType: "text/javascript", body }));
    }],
  ];
  for (const [how, lose] of missing) {
    served(`book once where it ${how}, however often they are pressed`, async ({ page, server }) => {
      await lose(page);
      await openTimes(page, HINATA);
      const before = await rows(server);
      await pressTwice(freeTimes(page).nth(3));
      await onReservation(page);
      await expectMore(server, before, HELD);
      await book(page, "ja", HINATA);
    });
  }
});
