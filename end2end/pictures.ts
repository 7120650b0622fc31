// The pictures of the README: `cargo xtask pictures` writes
// docs/pictures/<name>-<desktop|phone>-<ja|en>.png for every line of PICTURES.
import type { Page } from "@playwright/test";
import { join } from "node:path";
import {
  HINATA,
  HUDSON,
  book,
  choose,
  fillDetails,
  freeTimes,
  hold,
  openTimes,
} from "./support/patient";
import { type Server, expect, test } from "./support/server";
import { requestOf, signIn } from "./support/staff";
import { LOCALES, type Language } from "./support/words";

type Picture = {
  /** The first part of the file's name. */
  name: string;
  /** What a person does until the picture is right. */
  take: (page: Page, language: Language, server: Server) => Promise<unknown>;
};

const PICTURES: Picture[] = [
  { name: "home", take: (page) => page.goto("/") },
  {
    name: "clinic",
    take: async (page) => {
      await page.goto("/c/hinata");
      await choose(page, "visit", "return");
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  { name: "times", take: (page) => openTimes(page, HINATA) },
  {
    name: "details",
    take: async (page, language) => {
      await hold(page, HINATA);
      await fillDetails(page, language, HINATA);
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  { name: "requested", take: (page, language) => book(page, language, HINATA) },
  { name: "confirmed", take: (page, language) => book(page, language, HUDSON) },
  {
    name: "bookings",
    take: async (page, language) => {
      await book(page, language, HINATA);
      await openTimes(page, HINATA);
      await freeTimes(page).nth(9).click();
      await page.goto("/c/hinata/bookings");
    },
  },
  {
    name: "requests",
    take: async (page, _language, server) => {
      await signIn(page, server, HINATA, "/requests");
      const confirm = requestOf(page, "小林 陽子").locator("button");
      await confirm.click();
      await expect(page.locator("li.request.answered")).toHaveCount(1);
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  {
    name: "day",
    take: async (page, _language, server) => {
      await signIn(page, server, HINATA, "/requests");
      // The day with the most on it.
      await requestOf(page, "中村 健太").locator("a[href*='/visits/']").first().click();
      await page.goto(page.url().split("/decline")[0]!);
      await page.locator("main a[href*='date=']").first().click();
      await expect(page.locator(".board-wrap")).toBeVisible();
    },
  },
];

for (const language of ["ja", "en"] as const) {
  test.describe(language, () => {
    test.use({
      locale: LOCALES[language],
      colorScheme: "light",
      contextOptions: { reducedMotion: "reduce" },
    });

    for (const { name, take } of PICTURES) {
      test(name, async ({ page, server }, testInfo) => {
        const folder = process.env.HITOTSU_PICTURES;
        if (!folder) throw new Error("use `cargo xtask pictures`");
        await take(page, language, server);
        await page.evaluate(() => document.fonts.ready);
        await page.screenshot({
          path: join(folder, `${name}-${testInfo.project.name}-${language}.png`),
          animations: "disabled",
          caret: "hide",
          // One dot a pixel: small files.
          scale: "css",
        });
      });
    }
  });
}
