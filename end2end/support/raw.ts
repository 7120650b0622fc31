// A form sent past the browser: what a script, a program or a line that stammers does. It carries the
// browser's cookies and nothing else of it, so that no guard of the page has a say; it works with
// scripts switched off.
import type { APIResponse, Locator, Page } from "@playwright/test";

/** What a browser would send for a press. */
export type Sent = { url: string; body: string };

/** The form of a button as it is now, with the button's own name and address. */
export async function formOf(button: Locator): Promise<Sent> {
  return button.evaluate((element) => {
    const button = element as HTMLButtonElement;
    const form = button.form!;
    const fields = new FormData(form, button) as unknown as Record<string, string>;
    const address = button.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
    const url = new URL(address, document.baseURI).href;
    return { url, body: new URLSearchParams(fields).toString() };
  });
}

/** Send it `times` times at once; gives the answers as they are, not the pages they lead to. */
export function sendRaw(page: Page, sent: Sent, times: number): Promise<APIResponse[]> {
  return Promise.all(rawPosts(page, sent, times));
}

/** Send it `times` times at once over a line that loses the answers; gives how many were lost. */
export async function sendIntoTheVoid(page: Page, sent: Sent, times: number): Promise<number> {
  const answers = await Promise.allSettled(rawPosts(page, sent, times));
  return answers.filter(({ status }) => status === "rejected").length;
}

function rawPosts(page: Page, { url, body }: Sent, times: number): Promise<APIResponse>[] {
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    origin: new URL(url).origin,
  };
  const post = () => page.request.post(url, { data: body, headers, maxRedirects: 0 });
  return Array.from({ length: times }, post);
}

/** Where an answer leads, without the notes in its address; empty when it is a page itself. */
export function leadsTo(answer: APIResponse): string {
  const location = answer.headers()["location"] ?? "";
  return location.split("?")[0]!.split("#")[0]!;
}
