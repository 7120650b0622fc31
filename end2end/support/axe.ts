// Accessibility: every page, in every state that a person can get it into.
import AxeBuilder from "@axe-core/playwright";
import { type Page, expect } from "@playwright/test";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Fail with one line for each element that breaks a rule. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  const lines = violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${violation.help}: ${node.target.join(" ")}`),
  );
  expect(lines, `accessibility of ${page.url()}`).toEqual([]);
}

/** No sideways scrolling, at the width that the page has now. */
export async function expectFits(page: Page): Promise<void> {
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over, `${page.url()} is wider than the window, in pixels`).toBeLessThanOrEqual(0);
}
