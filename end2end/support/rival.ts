// Somebody else, on a good line, who wants the same time.

/** Take a time of the page of times at `path` before anybody else does; false when it is gone already. */
export async function takes(base: string, path: string, slot: string): Promise<boolean> {
  const page = await fetch(`${base}${path}`);
  const html = await page.text();
  const form = /<form[^>]*action="(\/do\/hold[^"]*)"[^>]*>([\s\S]*?)<\/form>/.exec(html);
  if (!form) throw new Error(`no form of times at ${path}`);
  const [, action = "", inside = ""] = form;
  const body = new URLSearchParams({ slot });
  const fields = inside.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
  for (const [, name = "", value = ""] of fields) body.append(name, value);
  const cookie = page.headers.getSetCookie().map((line) => line.split(";", 1)[0]).join("; ");
  const answer = await fetch(`${base}${action.replaceAll("&amp;", "&")}`, {
    method: "POST",
    headers: { cookie, origin: base },
    body,
    redirect: "manual",
  });
  if (answer.status !== 303 && answer.status !== 409) throw new Error(`the rival got ${answer.status}`);
  return answer.status === 303;
}
