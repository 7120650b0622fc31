// How a page stands: for every page, in every state that a person can get it into.
import AxeBuilder from "@axe-core/playwright";
import { type Page, expect } from "@playwright/test";
import type { Language } from "./words";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Fail with one line for each element that breaks a rule of accessibility. */
export async function expectAccessible(page: Page, without: string[] = []): Promise<void> {
  const axe = new AxeBuilder({ page }).withTags(RULES).disableRules(without);
  const { violations } = await axe.analyze();
  const lines = violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${violation.help}: ${node.target.join(" ")}`),
  );
  expect(lines, `accessibility of ${page.url()}`).toEqual([]);
}

/**
 * No sideways scrolling at the width that the page has now, but for the board of the staff, which
 * scrolls inside its own region.
 */
export async function expectFits(page: Page): Promise<void> {
  const wider = await page.evaluate(() => {
    const all = [document.documentElement, ...document.body.querySelectorAll("*")];
    const over = all.filter((element) => {
      if (element.scrollWidth <= element.clientWidth || element.closest(".board-wrap")) return false;
      const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowX);
      return element === document.documentElement || scrolls;
    });
    return over.map(({ tagName, className, scrollWidth, clientWidth }) =>
      `${tagName} ${String(className)}: ${scrollWidth} in ${clientWidth}`,
    );
  });
  const width = page.viewportSize()?.width;
  expect(wider, `what scrolls sideways at ${width} px of ${page.url()}`).toEqual([]);
}

/** All that holds for every page: at a desk and on the narrowest phone. */
export async function expectSound(page: Page, language: Language): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", language);
  await expect(page.locator("h1"), `headings of ${page.url()}`).toHaveCount(1);
  await expect(page).toHaveTitle(/\S/);
  await expectFits(page);
  await expectAccessible(page);
  const desk = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: 640 });
  await expectFits(page);
  // Colours are the same at every width, and the structure in every language: looking takes time.
  if (language === "ja") await expectAccessible(page, ["color-contrast"]);
  await page.setViewportSize(desk);
}

/** What the browser complains of while the pages are used: a blocked script, an error in ours. */
export function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on("pageerror", (error) => found.push(`${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    // That a page was answered with 404 or 409 is no complaint about it.
    if (message.type() !== "error" || message.text().startsWith("Failed to load resource")) return;
    found.push(`${page.url()}: ${message.text()}`);
  });
  return found;
}
