// What a page says and where it puts a person after a press that came to nothing, and the way by keyboard.
import { type Locator, type Page, expect } from "@playwright/test";
import { expectSound } from "./axe";
import { type Language, like } from "./words";

/** Where the words are. */
export const main = (page: Page): Locator => page.locator("main");

/** The title begins with the words of a key (and so says what happened), or is all of them. */
export async function expectTitle(page: Page, language: Language, key: string): Promise<void> {
  const words = like(language, key).source.replace(/(。|\\\.)$/, "");
  await expect(page, `the title of ${page.url()}`).toHaveTitle(new RegExp(`^${words}`));
}

/**
 * A page after a press: sound in every way, with a title that says what happened, and its words. The
 * focus is on them, so that they are read out and the next Tab goes on from there.
 */
export async function expectTold(
  page: Page,
  language: Language,
  title: string,
  text: string,
  focused = ".notice",
): Promise<void> {
  await expect(main(page)).toContainText(like(language, text));
  await expectTitle(page, language, title);
  await expect(page.locator(`main ${focused}`).first()).toBeFocused();
  await expectSound(page, language);
}

/** A page that nobody's press led to, or one whose heading says all: its title and its words. */
export async function expectSays(
  page: Page,
  language: Language,
  title: string,
  text: string,
): Promise<void> {
  await expect(main(page)).toContainText(like(language, text));
  await expectTitle(page, language, title);
  await expectSound(page, language);
}

/**
 * Mistakes: the focus is on their summary, the title says "error", Tab goes to the first link, each link
 * leads to its field, and the field has the same words and is marked.
 */
export async function expectMistakes(page: Page, language: Language, count: number): Promise<void> {
  const summary = page.locator(".error-summary");
  await expect(summary).toBeFocused();
  await expectTitle(page, language, "title-error");
  const links = summary.locator("a");
  await expect(links).toHaveCount(count);
  await page.keyboard.press("Tab");
  await expect(links.first()).toBeFocused();
  await expectFocusShown(page);
  await expectSound(page, language);
  for (const link of await links.all()) {
    const words = (await link.textContent())!;
    const field = page.locator((await link.getAttribute("href"))!);
    await link.focus();
    await page.keyboard.press("Enter");
    await expect(field).toBeFocused();
    await expectFocusShown(page);
    const told = await field.evaluate((field) => {
      const marked = field.matches("[aria-invalid=true]") ? field : field.closest("fieldset.wrong");
      const labelled = field.closest("fieldset")?.querySelector("legend") ?? null;
      const describes = [field, field.closest("fieldset")].flatMap((element) =>
        (element?.getAttribute("aria-describedby") ?? "").split(" "),
      );
      return {
        marked: marked !== null,
        label: ((field as HTMLInputElement).labels?.[0] ?? labelled)?.textContent,
        words: describes.map((id) => document.getElementById(id)?.textContent ?? "").join("\n"),
      };
    });
    expect(told, `the field of “${words}”`).toMatchObject({ marked: true });
    expect(told.label).toMatch(/\S/);
    expect(told.words).toContain(words);
  }
}

/** Tab until the element has the focus, which shows at every stop, inside the window. */
export async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let press = 0; press < 120; press += 1) {
    await page.keyboard.press("Tab");
    await expectFocusShown(page);
    if (await element.evaluate((element) => element === document.activeElement)) {
      await expect(element).toBeInViewport();
      return;
    }
  }
  throw new Error(`Tab never reaches ${element}`);
}

/** Whatever has the focus has a ring around it, in a colour of its own. */
export async function expectFocusShown(page: Page): Promise<void> {
  const hidden = await page.evaluate(() => {
    const element = document.activeElement;
    // The document itself, when Tab has gone once around.
    if (!element || element === document.body) return null;
    const rings = ["", "::after"].map((part) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element, part);
      return { style: outlineStyle, width: parseFloat(outlineWidth), colour: outlineColor };
    });
    const paper = getComputedStyle(document.body).backgroundColor;
    const ringed = rings.some(
      ({ style, width, colour }) => style !== "none" && width >= 2 && colour !== paper,
    );
    const { width, height } = element.getBoundingClientRect();
    const shown = ringed && width > 1 && height > 1;
    return shown ? null : `${element.outerHTML.slice(0, 200)}: ${JSON.stringify(rings)}`;
  });
  expect(hidden, `what has the focus on ${page.url()} and does not show it`).toBeNull();
}
