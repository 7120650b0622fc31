// Small pages that carry the script of the forms and nothing else of the product, at an address that
// no server stands behind.
import type { Page, Request } from "@playwright/test";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const ADDRESS = "http://pages.test";

/** A file of the product as it lies in the repository. */
export const fileOf = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");

/** The script that locks a form while it is sent. */
export const SCRIPT = fileOf("public/submit-once.js");
/** The one that drops the second half of a double click. */
export const DOUBLE_CLICK = fileOf("public/double-click.js");
const STYLE = ["tokens", "base", "button"].map((name) => fileOf(`style/${name}.css`)).join("\n");

/** The form of these tests: a field, a hidden button for Enter, two that can be seen, a receipt. */
export const FORM = `<form id="form" method="post" action="/do">
  <button class="hidden-text" name="act" value="enter" tabindex="-1" aria-hidden="true">Send</button>
  <input id="field" name="field" value="花子" aria-label="field">
  <button class="button main" name="act" value="send"><span class="swap"
    ><span class="label">Send this</span><span class="busy">Sending…</span></span></button>
  <button class="button" name="act" value="more" formaction="/do/more">More</button>
  <button class="button" name="act" value="never" disabled>Never</button>
  <div role="status"><p data-receipt hidden>No answer yet. <a href="/receipt">See</a></p></div>
</form>`;

/** An answer without content looks to the page as if Stop had been pressed, which would unlock its forms. */
const NO_STOP = "Object.defineProperty(window, 'navigation', { value: undefined });";

/** What a page says after a press, unless a test says otherwise: nothing, so that it stays. */
const NO_CONTENT = { status: 204 };

export class ScriptPage {
  /** The posts: path and body. */
  readonly posts: string[] = [];
  /** What a post is answered with. */
  answer: { status: number; body?: string; contentType?: string } = NO_CONTENT;

  private constructor(readonly page: Page) {}

  /** Open a page with that body. `before` runs ahead of the script. */
  static async open(page: Page, body: string, before = ""): Promise<ScriptPage> {
    const site = new ScriptPage(page);
    await page.route(`${ADDRESS}/**`, async (route, request) => {
      if (request.method() === "POST") {
        site.posts.push(postOf(request));
        await route.fulfill(site.answer);
      } else {
        await route.fulfill({ contentType: "text/html; charset=utf-8", body: html(body, before) });
      }
    });
    await page.goto(`${ADDRESS}/`);
    return site;
  }

  /** Answer posts with a page of that body from now on. */
  answerWith(body: string): void {
    this.answer = { status: 200, contentType: "text/html; charset=utf-8", body: html(body) };
  }

  /** What is locked of a form. */
  lock(form = "form") {
    return this.page.locator(`#${form}`).evaluate((form) => {
      const { elements } = form as HTMLFormElement;
      const buttons = [...elements].filter((element) => element instanceof HTMLButtonElement);
      return {
        busy: form.getAttribute("aria-busy"),
        disabled: buttons.filter((button) => button.disabled).map((button) => button.value),
        pressed: buttons.filter((button) => button.matches(".pressed")).map(({ value }) => value),
        receipt: form.querySelector<HTMLElement>("[data-receipt]")?.hidden === false,
      };
    });
  }

  /** The page is shown (again). */
  async show(persisted: boolean): Promise<void> {
    await this.page.evaluate((persisted) => {
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted }));
    }, persisted);
  }
}

function postOf(request: Request): string {
  return `${new URL(request.url()).pathname} ${decodeURIComponent(request.postData() ?? "")}`;
}

function html(body: string, before = ""): string {
  return `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width">
<title>Pages</title><style>${STYLE}</style></head><body>${body}
<script>${NO_STOP}${before}</script><script>${SCRIPT}${DOUBLE_CLICK}</script></body></html>`;
}
