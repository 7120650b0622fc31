// What a page tells the patient, as claims that can be held against the database; and the judge.
import type { Page } from "@playwright/test";
import type { Standing, Status } from "./stored";
import { keyOf } from "./stored";
import type { Passage } from "./weather";
import { type Language, like, say } from "./words";

/** Something that a page says. */
export type Claim =
  /** This reservation stands so. */
  | { says: "stands"; id: string; status: Status; starts?: number; until?: number }
  /** What was sent in for this one is kept. */
  | { says: "is kept"; id: string }
  /** There is exactly one that was sent in. */
  | { says: "one only" }
  /** This time is not booked or kept for you. */
  | { says: "not yours"; starts: number }
  /** Nothing is kept for you. */
  | { says: "nothing kept" }
  /** Nothing came of the form with this token, */
  | { says: "not arrived"; token: string }
  /** or something did. */
  | { says: "arrived"; token: string; events: string[] }
  /** Nothing came of the press that this page answers. */
  | { says: "not accepted"; key: string }
  /** You have these, and, of a page that came whole, nothing else. */
  | { says: "list"; visits: { id: string; status: Status; starts: number }[]; whole: boolean }
  /** You have no such reservation. */
  | { says: "no such"; id: string };

/** A page as it stands on the screen. */
export type Seen = {
  url: string;
  /** The number of the passage that brought it; none for a page that is not ours. */
  passage?: number;
  /** False where its answer broke off. */
  whole: boolean;
  language: string;
  heading: string;
  text: string;
  notices: string[];
  slips: { kind: string; title: string; state: string; starts: string; href: string }[];
  /** The form for the details: whose, when, until when. */
  details?: { reservation: string; starts: string; until: string; over: boolean };
  cancels?: string;
  over: { href: string; state: string }[];
  heldLink?: string;
};

/** Look at the page. */
export function look(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const text = (within: ParentNode, selector: string) =>
      within.querySelector<HTMLElement>(selector)?.innerText.trim() ?? "";
    const attribute = (within: ParentNode, selector: string, name: string) =>
      within.querySelector(selector)?.getAttribute(name) ?? "";
    const all = <T>(selector: string, take: (element: HTMLElement) => T): T[] =>
      Array.from(document.querySelectorAll<HTMLElement>(selector), take);
    const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const passage = entry?.serverTiming.find(({ name }) => name === "passage")?.description;
    const form = document.querySelector("form#details");
    const cancel = document.querySelector("form[action^='/do/cancel']");
    const held = document.querySelector("main .notice a[href*='/reservations/']") ??
      document.querySelector("main .notice + .actions a[href*='/reservations/']");
    return {
      url: location.href,
      passage: passage ? Number(passage) : undefined,
      whole: document.querySelector("footer p") !== null,
      language: document.documentElement.lang,
      heading: text(document, "main h1"),
      text: text(document, "main"),
      notices: all("main .notice, main .error-summary", (notice) => notice.innerText.trim()),
      slips: all("main .slip", (slip) => ({
        kind: slip.className.replace("slip ", ""),
        title: text(slip, "h1, h2").replaceAll("\n", " "),
        state: text(slip, ".state"),
        starts: attribute(slip, ".when time", "datetime"),
        href: attribute(slip, ".actions a", "href"),
      })),
      details: form
        ? {
            reservation: attribute(form, "input[name=reservation]", "value"),
            starts: attribute(form, ".when time", "datetime"),
            until: attribute(form, ".countdown time", "datetime"),
            over: form.querySelector(".countdown.over") !== null,
          }
        : undefined,
      cancels: cancel ? attribute(cancel, "input[name=reservation]", "value") : undefined,
      over: all("section[aria-labelledby=over] li", (entry) => ({
        href: attribute(entry, "a", "href"),
        state: text(entry, ".state"),
      })),
      heldLink: held?.getAttribute("href") ?? undefined,
    };
  });
}

/** What it says. Throws where a page of ours can't be read: then this file has to learn it. */
export function claimsOf(seen: Seen, by?: Passage): Claim[] {
  const language = seen.language as Language;
  const path = pathOf(seen);
  const claims = [...noticed(seen, language, by), ...slipped(seen, language, path, by)];
  const { details } = seen;
  if (details?.reservation) {
    const found = { says: "stands" as const, id: details.reservation };
    if (details.over) claims.push({ ...found, status: "EXPIRED" });
    else if (details.until) {
      claims.push({
        ...found,
        status: "HELD",
        starts: instant(details.starts),
        until: instant(details.until),
      });
    }
  }
  if (seen.cancels) {
    const requested = seen.heading === say(language, "cancel-request-title");
    claims.push({
      says: "stands",
      id: seen.cancels,
      status: requested ? "REQUESTED" : "CONFIRMED",
    });
  }
  if (seen.heading === say(language, "bookings-title")) claims.push(list(seen, language));
  if (path.includes("/receipt/")) claims.push(...received(seen, language, path));
  if (seen.heading === say(language, "not-found-title")) {
    const id = idIn(path);
    if (id) claims.push({ says: "no such", id });
  }
  const known = SILENT.some((key) => seen.heading === say(language, key));
  if (claims.length === 0 && seen.whole && !known) {
    throw new Error(`a page that nobody here can read: ${seen.url}\n${seen.text}`);
  }
  return claims;
}

/** Headings of pages that claim nothing about a booking. */
const SILENT = ["times-title", "clinic-title", "details-title"];

function noticed(seen: Seen, language: Language, by?: Passage): Claim[] {
  const claims: Claim[] = [];
  const here = seen.details?.reservation || idIn(pathOf(seen));
  const says = (key: string) => {
    const words = like(language, key);
    return seen.notices.some((notice) => words.test(notice));
  };
  if (says("patient-held") && seen.heldLink) {
    claims.push({ says: "stands", id: idIn(seen.heldLink)!, status: "HELD" });
  }
  if (says("patient-note-released")) claims.push({ says: "nothing kept" });
  if (says("notice-already-one") || says("notice-already-one-request")) {
    claims.push({ says: "one only" });
  }
  if ((says("patient-note-held-other") || says("note-already-held")) && here) {
    claims.push({ says: "stands", id: here, status: "HELD" });
  }
  if (says("note-kept") && here) claims.push({ says: "is kept", id: here });
  if (by?.method === "POST" && NOT_ACCEPTED.some(says)) {
    claims.push({ says: "not accepted", key: keyOf(by) });
  }
  return claims;
}

/** Notices by which nothing came of the press. */
const NOT_ACCEPTED = [
  "error-summary-kept",
  "refusal-form-expired",
  "patient-say-no-token",
  "patient-say-no-cookie",
  "patient-say-too-many",
  "patient-say-busy",
  "patient-say-broken",
  "patient-refused-wrong-status",
  "patient-refused-no-more-time",
];

/** The answers that stand on a slip of their own: not those in the list of bookings. */
function slipped(seen: Seen, language: Language, path: string, by?: Passage): Claim[] {
  if (seen.heading === say(language, "bookings-title")) return [];
  const [slip] = seen.slips;
  const id = idIn(path);
  if (!slip || slip.kind === "nothing") return [];
  const is = (key: string) => slip.title === say(language, key);
  const starts = slip.starts ? instant(slip.starts) : undefined;
  const stands = (status: Status): Claim[] => [{ says: "stands", id: id!, status, starts }];
  if (id && is("sentence-requested-received") && slip.kind === "requested") {
    return stands("REQUESTED");
  }
  if (id && is("sentence-confirmed-short") && slip.kind === "confirmed") return stands("CONFIRMED");
  if (id && OVER.some(is)) return stands("CANCELLED");
  if (id && (is("over-hold-title") || is("over-request-title"))) return stands("EXPIRED");
  const pressed = by?.fields.get("slot");
  if (pressed && seen.text.includes(say(language, "refusal-not-booked"))) {
    return [{ says: "not yours", starts: instant(pressed.split(":").slice(2).join(":")) }];
  }
  throw new Error(`a slip that nobody here can read: ${seen.url}\n${seen.text}`);
}

const OVER = ["over-released-title", "over-cancelled-title", "over-withdrawn-title"];

function list(seen: Seen, language: Language): Claim {
  const kinds: Record<string, [Status, string]> = {
    held: ["HELD", "sentence-held-not-yet"],
    requested: ["REQUESTED", "sentence-requested-not-yet"],
    confirmed: ["CONFIRMED", "sentence-confirmed-short"],
  };
  const visits = seen.slips
    .filter(({ href }) => href)
    .map(({ kind, title, starts, href }) => {
      const [status, key] = kinds[kind]!;
      if (title !== say(language, key)) throw new Error(`${kind} and "${title}" don't fit`);
      return { id: idIn(href)!, status, starts: instant(starts) };
    });
  return { says: "list", visits, whole: seen.whole };
}

function received(seen: Seen, language: Language, path: string): Claim[] {
  const token = /receipt\/([0-9a-f-]{36})/.exec(path)![1]!;
  if (seen.slips.some(({ kind }) => kind === "nothing")) return [{ says: "not arrived", token }];
  const events = Object.entries({
    "receipt-yes-held": ["held", "extended", "retaken"],
    "receipt-yes-requested": ["requested"],
    "receipt-yes-confirmed": ["confirmed"],
    "receipt-yes-cancelled": ["cancelled", "released"],
  }).filter(([key]) => seen.text.includes(say(language, key)));
  return events.slice(0, 1).map(([, events]) => ({ says: "arrived", token, events }));
}

/** The page that an address shows: of an action, the one that it came from. */
function pathOf({ url }: Seen): string {
  const { pathname, searchParams } = new URL(url);
  return pathname.startsWith("/do/") ? (searchParams.get("page") ?? "/") : pathname;
}

function idIn(path: string): string | undefined {
  return /\/reservations\/([0-9a-f-]{36})/.exec(path)?.[1];
}

function instant(text: string): number {
  const found = Date.parse(text);
  if (Number.isNaN(found)) throw new Error(`no instant: "${text}"`);
  return found;
}

const LIVE: Status[] = ["HELD", "REQUESTED", "CONFIRMED"];
const SENT: Status[] = ["REQUESTED", "CONFIRMED"];

/** What of it is not so; nothing when all of it is true. */
export function wrong(claims: readonly Claim[], standing: Standing): string[] {
  return claims.flatMap((claim) => {
    const why = contradiction(claim, standing);
    return why ? [`it says ${JSON.stringify(claim)}, but ${why}`] : [];
  });
}

function contradiction(claim: Claim, { visits, recorded }: Standing): string | undefined {
  const among = (statuses: Status[]) =>
    [...visits].filter(([, { status }]) => statuses.includes(status));
  const came = (token: string) => [...recorded].filter(([key]) => key.startsWith(token));
  switch (claim.says) {
    case "stands": {
      const visit = visits.get(claim.id);
      if (!visit) return "there is no such reservation";
      if (visit.status !== claim.status) return `it is ${visit.status}`;
      if (claim.starts && claim.starts !== visit.starts) return `it begins at ${visit.starts}`;
      const until = visit.expires && Math.floor(visit.expires / 1_000) * 1_000;
      return claim.until && claim.until !== until ? `its deadline is ${until}` : undefined;
    }
    case "is kept": {
      const status = visits.get(claim.id)?.status;
      return status && SENT.includes(status) ? undefined : `it is ${status}`;
    }
    case "one only":
      return among(SENT).length === 1 ? undefined : `there are ${among(SENT).length}`;
    case "not yours":
      return among(LIVE).some(([, { starts }]) => starts === claim.starts)
        ? "it is theirs"
        : undefined;
    case "nothing kept":
      return among(["HELD"]).length > 0 ? "a time is held" : undefined;
    case "not arrived":
      return came(claim.token).length > 0 ? "it has" : undefined;
    case "arrived":
      return came(claim.token).some(([, { event }]) => claim.events.includes(event ?? ""))
        ? undefined
        : `what came is ${JSON.stringify(came(claim.token))}`;
    case "not accepted":
      return recorded.has(claim.key) ? "it was" : undefined;
    case "list": {
      const listed = new Map(claim.visits.map((visit) => [visit.id, visit]));
      if (listed.size !== claim.visits.length) return "something is in it twice";
      for (const [id, { status, starts }] of listed) {
        const visit = visits.get(id);
        if (visit?.status !== status || visit.starts !== starts) return `${id} is ${visit?.status}`;
      }
      const missing = among(LIVE).filter(([id]) => !listed.has(id));
      return claim.whole && missing.length > 0 ? `${missing[0]![0]} is not in it` : undefined;
    }
    case "no such":
      return visits.has(claim.id) ? "it is theirs" : undefined;
  }
}
