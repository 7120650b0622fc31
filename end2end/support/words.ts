// What the pages say, out of the files that the program was built from: a test names a text by its
// key and holds in both languages.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export type Language = "ja" | "en";

/** The browser's setting for a language; the pages follow it. */
export const LOCALES: Record<Language, string> = { ja: "ja-JP", en: "en-US" };

/** The text of a key: `say("ja", "button-sending")`, `say("en", "page-phone", { phone })`. */
export function say(language: Language, key: string, values: Record<string, string> = {}): string {
  const text = texts(language).get(key);
  if (text === undefined) throw new Error(`${language}/app.ftl has no ${key}`);
  return text.replace(/\{ *(?:"(.*?)"|(\$?)([\w-]+)) *\}/g, (_, literal, variable, name) => {
    if (literal !== undefined) return literal;
    if (!variable) return say(language, name, values);
    const value = values[name];
    if (value === undefined) throw new Error(`${key} wants ${name}`);
    return value;
  });
}

/** The text of a key with anything where its variables stand. */
export function like(language: Language, key: string): RegExp {
  const open = new Proxy({}, { get: () => "\u0000" }) as Record<string, string>;
  const parts = say(language, key, open).split("\u0000");
  return new RegExp(parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".*"));
}

const read = new Map<Language, Map<string, string>>();

/** Entries of one line, which are all but those with plural forms. */
function texts(language: Language): Map<string, string> {
  let found = read.get(language);
  if (!found) {
    const path = fileURLToPath(new URL(`../../app/locales/${language}/app.ftl`, import.meta.url));
    const lines = readFileSync(path, "utf8").matchAll(/^([\w-]+) = (.*)$/gm);
    found = new Map(Array.from(lines, ([, key = "", text = ""]) => [key, text]));
    read.set(language, found);
  }
  return found;
}
