// The judge of the right-belief test, judged: it has to find what is false, and to let pass what is true.
import { type Page, test as plain } from "@playwright/test";
import { type Claim, claimsOf, look, wrong } from "../support/belief";
import { HUDSON, fillDetails, hold, seesState, sendButton } from "../support/patient";
import { type Wish, wishOf } from "../support/person";
import { run } from "../support/runs";
import { expect, test } from "../support/server";
import { type Listed, type Standing, type Status, Stored, listed } from "../support/stored";
import { type FateOf, type Passage, Weather } from "../support/weather";

const DESKTOP = { tag: "@desktop" };
const TEN = Date.parse("2026-06-10T10:00:00+09:00");

/** Somebody with one reservation, or with none. */
function standing(status?: Status): Standing {
  const visit = { status: status!, starts: TEN, expires: TEN - 500 };
  return {
    visits: new Map(status ? [["a", visit]] : []),
    recorded: new Map(status ? [["token:slot", { event: "held" }]] : []),
  };
}

// `plain`: no server is started for what needs none.
plain.describe("what a page says, against the database", DESKTOP, () => {
  const stands = (status: Status): Claim => ({ says: "stands", id: "a", status, starts: TEN });
  const list = (...visits: [string, Status][]): Claim => ({
    says: "list",
    visits: visits.map(([id, status]) => ({ id, status, starts: TEN })),
    whole: true,
  });
  const cases: [string, Claim, true: (Status | undefined)[], false: (Status | undefined)[]][] = [
    ["confirmed", stands("CONFIRMED"), ["CONFIRMED"], [undefined, "HELD", "REQUESTED", "CANCELLED"]],
    ["requested", stands("REQUESTED"), ["REQUESTED"], [undefined, "HELD", "CONFIRMED", "CANCELLED"]],
    ["held", stands("HELD"), ["HELD"], [undefined, "REQUESTED", "CONFIRMED", "EXPIRED"]],
    ["cancelled", stands("CANCELLED"), ["CANCELLED"], [undefined, "HELD", "CONFIRMED"]],
    ["another time", { ...stands("HELD"), starts: TEN + 1 } as Claim, [], ["HELD"]],
    ["another deadline", { ...stands("HELD"), until: TEN } as Claim, [], ["HELD"]],
    ["its deadline", { ...stands("HELD"), until: TEN - 1_000 } as Claim, ["HELD"], ["CONFIRMED"]],
    ["nothing kept", { says: "nothing kept" }, [undefined, "CONFIRMED", "CANCELLED"], ["HELD"]],
    ["not yours", { says: "not yours", starts: TEN }, [undefined, "CANCELLED"], ["HELD", "CONFIRMED"]],
    ["exactly one", { says: "one only" }, ["REQUESTED", "CONFIRMED"], [undefined, "HELD"]],
    ["is kept", { says: "is kept", id: "a" }, ["REQUESTED", "CONFIRMED"], [undefined, "CANCELLED"]],
    ["not arrived", { says: "not arrived", token: "token" }, [undefined], ["HELD"]],
    ["arrived", { says: "arrived", token: "token", events: ["held"] }, ["HELD"], [undefined]],
    ["arrived, as more", { says: "arrived", token: "token", events: ["confirmed"] }, [], ["HELD"]],
    ["not accepted", { says: "not accepted", key: "token:slot" }, [undefined], ["HELD"]],
    ["no such", { says: "no such", id: "a" }, [undefined], ["HELD", "CANCELLED"]],
    ["an empty list", list(), [undefined, "CANCELLED", "EXPIRED"], ["HELD", "REQUESTED", "CONFIRMED"]],
    ["a list of one", list(["a", "CONFIRMED"]), ["CONFIRMED"], [undefined, "HELD", "CANCELLED"]],
    ["one twice", list(["a", "HELD"], ["a", "HELD"]), [], ["HELD"]],
  ];
  for (const [name, claim, rights, wrongs] of cases) {
    plain(name, () => {
      for (const status of rights) expect(wrong([claim], standing(status)), status).toEqual([]);
      for (const status of wrongs) expect(wrong([claim], standing(status)), status).toHaveLength(1);
    });
  }

  plain("half a list may lack something, but not say what is not so", () => {
    const half: Claim = { says: "list", visits: [], whole: false };
    expect(wrong([half], standing("CONFIRMED"))).toEqual([]);
    half.visits.push({ id: "a", status: "HELD", starts: TEN });
    expect(wrong([half], standing("CONFIRMED"))).toHaveLength(1);
  });
});

plain("a page may show what was so while it was drawn, and not what was so before", DESKTOP, () => {
  const token = (n: number) => `01xx${String(n).repeat(32)}`;
  const id = (n: number) => String(n).repeat(32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  const post = (n: number, path: string, sent: number, answered: number): Passage => ({
    n,
    method: "POST",
    path,
    fate: "clear",
    fields: new URLSearchParams({ token: token(n), slot: "s" }),
    sent,
    answered,
    status: 303,
    arrivals: 1,
    left: false,
  });
  const line = (version: number, event: string, status: Status) => ({
    reservation: "a", version, at: version, event, status,
  });
  const submission = (key: string, at: number, event: string) => ({
    key: { scope: "", key }, at, sender: "visitor:1", outcome: { id: "a", event },
  });
  const rows: Listed["rows"] = {
    reservations: [{ id: "a", starts_at: TEN, status: "CONFIRMED", version: 2, holder: "visitor:1" }],
    history: [line(1, "held", "HELD"), line(2, "confirmed", "CONFIRMED")],
    submissions: [submission(`${id(1)}:s`, 1, "held"), submission(id(2), 2, "confirmed")],
  };
  const passages = [post(1, "/do/hold", 100, 110), post(2, "/do/details", 200, 210)];
  const stored = new Stored({ violations: [], rows }, passages);
  const during = (sent: number, answered: number) =>
    stored.during({ sent, answered }).map(({ visits }) => visits.get("a")?.status);
  expect(during(90, 95)).toEqual([undefined]);
  expect(during(105, 106)).toEqual([undefined, "HELD"]);
  expect(during(150, 160)).toEqual(["HELD"]);
  expect(during(150, 205)).toEqual(["HELD", "CONFIRMED"]);
  expect(during(210, 220)).toEqual(["CONFIRMED"]);
});

test("an old page in the place of the last one is found out", DESKTOP, async ({ page, server }) => {
  const weather = await Weather.start(1, server.portNumber, () => "clear");
  const faults = async () => {
    const stored = new Stored(await listed(server), weather.passages);
    return wrong(claimsOf(await look(page)), stored.after());
  };
  const isTrue = async () => expect(await faults()).toEqual([]);
  const isFalse = async (html: string, path: string, why: string) => {
    await page.goto(`${weather.url}${path}`);
    await isTrue();
    await page.setContent(html);
    expect((await faults()).join()).toContain(why);
  };
  const bookings = `${weather.url}/c/hudson/bookings`;
  await page.goto(bookings);
  const none = await page.content();
  const visit = await hold(page, HUDSON, weather.url);
  await isTrue();
  const held = await page.content();
  await isFalse(none, "/c/hudson/bookings", "is not in it");
  await page.goto(`${weather.url}${visit}`);
  await fillDetails(page, "ja", HUDSON);
  await sendButton(page, "ja", HUDSON).click();
  await seesState(page, "ja", "state-confirmed");
  await isTrue();
  const confirmed = await page.content();
  await isFalse(held, visit, "it is CONFIRMED");
  await cancel(page, `${weather.url}${visit}`);
  await isFalse(confirmed, visit, "it is CANCELLED");
  await page.setContent('<html lang="ja"><main><h1>Welcome</h1></main><footer><p>…</p></footer>');
  await expect(faults()).rejects.toThrow(/nobody here can read/);
  await weather.stop();
});

test("a line that shows old pages is found out, and one that does not is not", DESKTOP, async ({
  browser,
  server,
}) => {
  test.setTimeout(120_000);
  const old: FateOf = ({ path }) => (path.startsWith("/c/") ? "old page" : "clear");
  // Somebody who just books.
  let seed = 1;
  const books = ({ rival, anotherTime, moreTime, letGo, cancel, patience }: Wish) =>
    patience > 1_200 && !(rival || anotherTime || moreTime || letGo || cancel);
  while (!books(wishOf(seed))) seed += 1;
  const [bad, good] = await Promise.all([
    run(browser, server, seed, old),
    run(browser, server, seed, () => "clear"),
  ]);
  expect(good.faults, good.report).toEqual([]);
  expect(bad.tally.right, bad.report).toBe(0);
  expect(bad.report).toMatch(/FAULT: page \d+: it says .*"HELD".*, but it is (REQUESTED|CONFIRMED)/);
});

async function cancel(page: Page, visit: string): Promise<void> {
  await page.goto(`${visit}/cancel`);
  await page.locator("main form button.main").click();
  await seesState(page, "ja", "state-cancelled");
}
