// The bad line of the right-belief test: each fate does what its name says, and a seed gives the same again.
import { type Page, expect, test as base } from "@playwright/test";
import { Chance } from "../support/chance";
import { seesFailure } from "../support/double";
import { type ToolsPage, toolsPage } from "../support/tools_page";
import { type Fate, Weather } from "../support/weather";

const test = base.extend<{ site: ToolsPage }>({
  site: async ({}, use) => {
    const site = await toolsPage();
    await use(site);
    await site.stop();
  },
});

const DESKTOP = { tag: "@desktop" };
const arrives = (page: Page) => expect(page.getByRole("heading")).toHaveText("受け付けました");

/** Post by a line on which this is the fate of every post, and see the end of it. */
async function post(page: Page, site: ToolsPage, fate: Fate, works: boolean): Promise<Weather> {
  const weather = await Weather.start(1, site.port, ({ method }) =>
    method === "POST" ? fate : "clear",
  );
  await page.goto(weather.url);
  await page.getByRole("button").click({ noWaitAfter: true });
  await (works ? arrives(page) : seesFailure(page));
  return weather;
}

test.describe("what a fate does", DESKTOP, () => {
  for (const fate of ["clear", "slow request", "slow answer"] as const) {
    test(`${fate}: one post, and its answer comes`, async ({ page, site }) => {
      const weather = await post(page, site, fate, true);
      expect(site.posted).toHaveLength(1);
      await weather.stop();
    });
  }

  test("lost before: a failure, and the server has seen nothing", async ({ page, site }) => {
    const weather = await post(page, site, "lost before", false);
    await weather.stop();
    expect(site.posted).toHaveLength(0);
  });

  for (const fate of ["lost after", "cut"] as const) {
    test(`${fate}: a failure, and the server has it`, async ({ page, site }) => {
      const weather = await post(page, site, fate, false);
      expect(site.posted.length).toBeGreaterThan(0);
      expect(weather.passages.filter(({ fate: met }) => met === fate)).toHaveLength(
        site.posted.length,
      );
      await weather.stop();
    });
  }

  test("late: a failure, and it arrives when nobody waits for it", async ({ page, site }) => {
    const weather = await post(page, site, "late", false);
    const sent = weather.passages.filter(({ method }) => method === "POST").length;
    expect(site.posted.length).toBeLessThan(sent);
    await weather.clears();
    expect(site.posted).toHaveLength(sent);
    await weather.stop();
  });

  test("twice: the very same bytes come again, at once, later, or when all is over", async ({
    page,
    site,
  }) => {
    for (const fate of ["twice at once", "twice later", "twice last"] as const) {
      site.posted.length = 0;
      const weather = await post(page, site, fate, true);
      await weather.clears();
      expect(site.posted, fate).toHaveLength(fate === "twice last" ? 1 : 2);
      expect(await weather.lastRepeats()).toBe(fate === "twice last" ? 1 : 0);
      expect(site.posted, fate).toHaveLength(2);
      expect(new Set(site.posted).size, fate).toBe(1);
      await weather.stop();
    }
  });
});

test("a seed gives the same weather again, and another seed another one", DESKTOP, () => {
  const draws = (seed: number, name: string) => {
    const chance = new Chance(seed, name);
    return Array.from({ length: 8 }, () => chance.between(0, 99)).join();
  };
  expect(draws(7, "POST /do/hold 1")).toBe(draws(7, "POST /do/hold 1"));
  expect(draws(7, "POST /do/hold 1")).not.toBe(draws(7, "POST /do/hold 2"));
  expect(draws(7, "POST /do/hold 1")).not.toBe(draws(8, "POST /do/hold 1"));
  const chance = new Chance(1, "weights");
  const drawn = Array.from({ length: 2_000 }, () => chance.weighed({ a: 3, b: 1, c: 0 }));
  const share = drawn.filter((name) => name === "a").length / drawn.length;
  expect(share).toBeGreaterThan(0.7);
  expect(share).toBeLessThan(0.8);
  expect(drawn).not.toContain("c");
});
