// The pictures of the README: `cargo xtask pictures` writes
// docs/pictures/<name>-<desktop|phone>-<ja|en>.png for every line of PICTURES.
import type { Page } from "@playwright/test";
import { join } from "node:path";
import { expect, test } from "./support/server";

type Picture = {
  /** The first part of the file's name. */
  name: string;
  /** Where it starts, with the query that chooses the language. */
  path: string;
  /** What a person does until the picture is right. */
  then?: (page: Page) => Promise<void>;
  /** The whole page instead of the window. */
  whole?: boolean;
};

const PICTURES: Picture[] = [{ name: "home", path: "/" }];

const LANGUAGES = { ja: "ja-JP", en: "en-US" };

for (const [language, locale] of Object.entries(LANGUAGES)) {
  test.describe(language, () => {
    // The pages follow the browser's language.
    test.use({ locale, colorScheme: "light", contextOptions: { reducedMotion: "reduce" } });

    for (const { name, path, then, whole } of PICTURES) {
      test(name, async ({ page }, testInfo) => {
        const folder = process.env.HITOTSU_PICTURES;
        if (!folder) throw new Error("use `cargo xtask pictures`");
        const answer = await page.goto(path);
        expect(answer?.ok(), `${path} answers ${answer?.status()}`).toBe(true);
        await then?.(page);
        await page.evaluate(() => document.fonts.ready);
        await page.screenshot({
          path: join(folder, `${name}-${testInfo.project.name}-${language}.png`),
          fullPage: whole ?? false,
          animations: "disabled",
          caret: "hide",
        });
      });
    }
  });
}
