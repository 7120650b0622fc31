// Each button of the product, pressed twice: by mouse and by finger, with scripts and without, and
// once more over a line that had lost the answers to ten of it at once.
import type { Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { BUTTONS, type Button } from "../support/buttons";
import { type Point, pressTwice } from "../support/double";
import { type Sent, formOf, sendIntoTheVoid, sendRaw } from "../support/raw";
import { NOTHING, type Rows, expectMore, rows } from "../support/rows";
import { type Server, expect, test } from "../support/server";

const DESKTOP = { tag: "@desktop" };
/** Pages by way of the line. */
const overTheLine = test.extend({
  baseURL: async ({ line }, use) => {
    await use(line.url);
  },
});

test("every action of the server has its buttons pressed here", DESKTOP, () => {
  const file = readFileSync(new URL("../actions.json", import.meta.url), "utf8");
  expect(Object.keys(BUTTONS).sort()).toEqual(JSON.parse(file));
});

for (const [action, button] of Object.entries(BUTTONS)) {
  const times = button.times ?? 10;

  test(`c16 ${action}, pressed twice: done once, and a reload and ${times} posts more change nothing`, async ({
    page,
    server,
  }) => {
    const { before, sent, says } = await pressedTwice(page, server, action, button);
    await page.reload();
    await says();
    await changesNothing(page, server, before, sent, times);
  });

  test.describe("scripts off", DESKTOP, () => {
    test.use({ javaScriptEnabled: false });
    test(`d39 ${action}, pressed twice without scripts: done once`, async ({ page, server }) => {
      const { before, sent } = await pressedTwice(page, server, action, button);
      await changesNothing(page, server, before, sent, times);
    });
  });

  overTheLine(
    `c24 ${action}, ${times} at once of which no answer came, and pressed again: done once`,
    DESKTOP,
    async ({ page, server, line }) => {
      const reached = await button.reach(page, server);
      const sent = await formOf(reached.button);
      const before = await rows(server);
      line.loseAnswers(Infinity);
      expect(await sendIntoTheVoid(page, sent, times)).toBe(times);
      const after = await expectMore(server, before, button.leaves);
      line.passAll();
      await pressTwice(reached.button);
      await reached.says();
      if (reached.again) await expect(page.locator("main")).toContainText(reached.again);
      await expectMore(server, after, NOTHING);
    },
  );
}

type Pressed = { before: Rows; sent: Sent; says: () => Promise<void> };

async function pressedTwice(
  page: Page,
  server: Server,
  action: string,
  { reach, leaves }: Button,
): Promise<Pressed> {
  const { button, says } = await reach(page, server);
  const sent = await formOf(button);
  expect(new URL(sent.url).pathname).toBe(`/do/${action}`);
  const before = await rows(server);
  const at = await pressTwice(button);
  await says();
  const after = await expectMore(server, before, leaves);
  // The second half of a slow double click meets the next page.
  expect(["", "language", "sign-out"], "the button in its place").toContain(
    await actionAt(page, at),
  );
  return { before: after, sent, says };
}

/** The same form again and again, past the page: what it did is answered, and nothing is done. */
async function changesNothing(
  page: Page,
  server: Server,
  before: Rows,
  sent: Sent,
  times: number,
): Promise<void> {
  for (const answer of await sendRaw(page, sent, times)) {
    expect([200, 303], await answer.text()).toContain(answer.status());
  }
  await expectMore(server, before, NOTHING);
}

/** The action of the button in a place of the window; empty where there is none. */
function actionAt(page: Page, at: Point): Promise<string> {
  return page.evaluate(({ x, y }) => {
    const button = document.elementFromPoint(x, y)?.closest("button");
    const address = button?.getAttribute("formaction") ?? button?.form?.getAttribute("action");
    return /^\/do\/([a-z-]+)/.exec(address ?? "")?.[1] ?? "";
  }, at);
}
