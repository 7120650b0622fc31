// The tools of these tests, tested: a test that loses an answer must really lose it.
import { type Page, expect, test as base } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import {
  back,
  clickRepeatedly,
  doubleClick,
  enterAndClick,
  note,
  pressTwice,
  seesFailure,
  submitPastTheScript,
} from "../support/double";
import { Proxy } from "../support/proxy";
import { type ToolsPage, toolsPage } from "../support/tools_page";

const test = base.extend<{ site: ToolsPage; line: Proxy }>({
  site: async ({}, use) => {
    const site = await toolsPage();
    await use(site);
    await site.stop();
  },
  line: async ({ site }, use) => {
    const proxy = await Proxy.start(site.port);
    await use(proxy);
    await proxy.stop();
  },
});

const button = (page: Page) => page.getByRole("button");

/** Note events instead of leaving the page. */
async function stay(page: Page): Promise<void> {
  await page.evaluate(() => addEventListener("submit", (event) => event.preventDefault()));
}

const seen = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: string[] }).seen.join(", "));

test("the proxy passes requests and answers on", async ({ page, site, line }) => {
  await page.goto(line.url);
  await button(page).click();
  await expect(page.getByRole("heading")).toHaveText("受け付けました");
  expect(site.posted).toHaveLength(1);
  expect(line.posts).toEqual([{ method: "POST", path: "/send" }]);
});

test("a lost answer: the server has the post, the person sees a failure", async ({
  page,
  site,
  line,
}) => {
  await page.goto(line.url);
  line.loseAnswers(Infinity);
  await button(page).click({ noWaitAfter: true });
  await seesFailure(page);
  expect(site.posted.length).toBeGreaterThan(0);
  expect(line.lost).toBe(site.posted.length);
  expect(line.posts).toHaveLength(site.posted.length);

  line.passAll();
  await page.goto(line.url);
  await button(page).click();
  await expect(page.getByRole("heading")).toHaveText("受け付けました");
});

test("a held answer comes when it is released", async ({ page, site, line }) => {
  await page.goto(line.url);
  const notes = await note(page, () => document.querySelector("h1")?.textContent);
  const release = line.holdAnswers();
  await button(page).click({ noWaitAfter: true });
  await expect.poll(() => site.posted.length).toBe(1);
  await page.waitForTimeout(500);
  expect(notes).toEqual(["予約"]);
  release();
  await expect(page.getByRole("heading")).toHaveText("受け付けました");
});

test("a line that is down answers nothing", async ({ page, site, line }) => {
  await page.goto(line.url);
  line.lineDown();
  await button(page).click({ noWaitAfter: true });
  await seesFailure(page);
  expect(site.posted).toHaveLength(0);
});

test("a request in many pieces is seen once", async ({ site, line }) => {
  const { connect } = await import("node:net");
  const socket = connect(Number(new URL(line.url).port), "127.0.0.1");
  const body = "name=POST+/x+HTTP/1.1";
  const text =
    `POST /send HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}` +
    "GET /done HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
  const closed = new Promise((resolve) => socket.on("close", resolve));
  socket.resume();
  for (const piece of text.match(/[\s\S]{1,7}/g) ?? []) {
    socket.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await closed;
  expect(line.requests.map(({ path }) => path)).toEqual(["/send", "/done"]);
  expect(site.posted).toEqual([body]);
});

test("a double click is two clicks and two submits", async ({ page, site }) => {
  await page.goto(site.url);
  await stay(page);
  await doubleClick(button(page));
  await expect.poll(() => seen(page)).toBe("click 1, submit, click 2, submit");
});

test("many clicks are many submits", async ({ page, site }) => {
  await page.goto(site.url);
  await stay(page);
  await clickRepeatedly(button(page), 5);
  await expect.poll(async () => (await seen(page)).match(/submit/g)?.length).toBe(5);
});

test("pressing twice suits the device", async ({ page, site }) => {
  await page.goto(site.url);
  await stay(page);
  await pressTwice(button(page));
  await expect.poll(async () => (await seen(page)).match(/submit/g)?.length).toBe(2);
});

test("Enter twice and a click are three submits", async ({ page, site }) => {
  await page.goto(site.url);
  await stay(page);
  await enterAndClick(page.getByRole("textbox"), button(page));
  await expect.poll(async () => (await seen(page)).match(/submit/g)?.length).toBe(3);
  expect(await seen(page)).toContain("Enter");
});

test("posts past the script carry the fields and the button", async ({ page, site }) => {
  await page.goto(site.url);
  const addresses = await submitPastTheScript(page.locator("form"), 3, button(page));
  expect(addresses).toEqual(Array(3).fill(`${site.url}/done`));
  expect(new Set(site.posted).size).toBe(1);
  expect(site.posted).toHaveLength(3);
  expect(new URLSearchParams(site.posted[0]).get("slot")).toBe("10:00");
});

test("Back without the cache is a new load", async ({ page, site }) => {
  await page.goto(site.url);
  await page.goto(`${site.url}/done`);
  expect(await back(page)).toBe(false);
  await expect(page.getByRole("heading")).toHaveText("予約");
});

test("axe passes a good page and finds a field without a label", async ({ page, site }) => {
  await page.goto(site.url);
  await expectAccessible(page);
  await page.evaluate(() => document.querySelector("label")?.replaceWith(
    document.querySelector("input")!,
  ));
  await expect(expectAccessible(page)).rejects.toThrow(/label/);
});

test("a page tells what it shows while its form is on the way", async ({ page, line }) => {
  await page.goto(line.url);
  await page.evaluate(() =>
    addEventListener("submit", () => (document.querySelector("h1")!.textContent = "送信中…")),
  );
  const notes = await note(page, () => document.querySelector("h1")?.textContent);
  const release = line.holdAnswers();
  await button(page).click({ noWaitAfter: true });
  await expect.poll(() => notes).toEqual(["予約", "送信中…"]);
  release();
  await expect(page.getByRole("heading")).toHaveText("受け付けました");
});
