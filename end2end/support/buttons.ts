// Every button of the product: how somebody comes to it, what one press of it leaves in the database,
// and what the page then says. `actions.json` lists the actions; the server's own list and this table
// are both compared with it, so that no new form slips past.
import { type Locator, type Page, expect } from "@playwright/test";
import {
  HINATA,
  HUDSON,
  NAME,
  book,
  choose,
  fillDetails,
  freeTimes,
  hold,
  onReservation,
  openTimes,
  seesState,
  sendButton,
  toFreeWeek,
} from "./patient";
import { CHANGED, DONE, HELD, NOTHING } from "./rows";
import type { Server } from "./server";
import {
  fillClosure,
  mainButton,
  openDecline,
  requestOf,
  rowButton,
  signIn,
  signInAs,
} from "./staff";
import { like, say } from "./words";

/** A button that can be pressed now, and what is to be read afterwards. */
export type Reached = {
  button: Locator;
  /** After one press or many: the same. */
  says: () => Promise<void>;
  /** What is read besides by whoever presses again, having missed the answer. */
  again?: RegExp;
};

export type Button = {
  /** The rows that one press leaves, or ten. */
  leaves: typeof HELD;
  /** How many are sent at once past the page, where ten would be too many. */
  times?: number;
  reach: (page: Page, server: Server) => Promise<Reached>;
};

/** One whose request waits in the demo. */
const WAITING = "中村 健太";
const main = (page: Page) => page.locator("main");

const patients: Record<string, Button> = {
  hold: {
    leaves: HELD,
    reach: async (page) => {
      await openTimes(page, HINATA);
      return {
        button: freeTimes(page).nth(3),
        says: async () => {
          await onReservation(page);
          await expect(main(page)).toContainText(say("ja", "sentence-held-not-yet"));
        },
        again: like("ja", "note-already-held"),
      };
    },
  },
  details: {
    leaves: CHANGED,
    reach: async (page) => {
      const visit = await hold(page, HINATA);
      await fillDetails(page, "ja", HINATA);
      return {
        button: sendButton(page, "ja", HINATA),
        says: async () => {
          await seesState(page, "ja", "state-requested");
          expect(await onReservation(page)).toBe(visit);
          await expect(main(page)).toContainText(NAME.ja);
        },
        again: like("ja", "notice-already-one-request"),
      };
    },
  },
  "more-time": {
    leaves: CHANGED,
    reach: async (page) => {
      await hold(page, HINATA);
      await fillDetails(page, "ja", HINATA);
      return {
        button: page.locator('button[value="more-time"]'),
        says: async () => {
          await expect(main(page)).toContainText(like("ja", "details-more-time-done"));
          await expect(page.locator("#name")).toHaveValue(NAME.ja);
        },
      };
    },
  },
  release: {
    leaves: CHANGED,
    reach: async (page) => {
      await hold(page, HINATA);
      return {
        button: page.locator('button[value="release"]'),
        says: async () => {
          await expect(page).toHaveURL(/\/times\?.*note=released/);
          await expect(main(page)).toContainText(say("ja", "patient-note-released"));
        },
      };
    },
  },
  language: {
    leaves: NOTHING,
    reach: async (page) => {
      await hold(page, HINATA);
      await fillDetails(page, "ja", HINATA);
      return {
        button: page.locator("button.language"),
        says: async () => {
          await expect(main(page)).toContainText(say("en", "sentence-held-not-yet"));
          await expect(page.locator("#name")).toHaveValue(NAME.ja);
        },
      };
    },
  },
  cancel: {
    leaves: CHANGED,
    reach: async (page) => {
      const visit = await book(page, "ja", HUDSON);
      await page.goto(`${new URL(page.url()).origin}${visit}/cancel`);
      return {
        button: mainButton(page),
        says: async () => {
          await seesState(page, "ja", "state-cancelled");
          expect(await onReservation(page)).toBe(visit);
        },
        again: like("ja", "note-already-over"),
      };
    },
  },
  "link-cancel": {
    leaves: CHANGED,
    reach: async (page) => {
      await book(page, "ja", HINATA);
      const pathname = (await page.locator("details.secret a").getAttribute("href"))!;
      // Another device.
      await page.context().clearCookies();
      await page.goto(`${new URL(page.url()).origin}${pathname}/cancel`);
      return {
        button: mainButton(page),
        says: async () => {
          await seesState(page, "ja", "state-cancelled");
          await expect(page).toHaveURL((url) => url.pathname === pathname);
        },
        again: like("ja", "note-already-over"),
      };
    },
  },
};

const staff: Record<string, Button> = {
  "sign-in": {
    leaves: NOTHING,
    // Each is a guess at a password: after five at once the next has to wait.
    times: 4,
    reach: async (page, server) => {
      await page.goto("/staff/hinata/sign-in");
      await signInAs(page, server, HINATA);
      return {
        button: mainButton(page),
        says: async () => {
          await expect(page).toHaveURL(/\/staff\/hinata$/);
          await expect(main(page)).toContainText(like("ja", "staff-signed-in-as"));
        },
      };
    },
  },
  "sign-out": {
    leaves: NOTHING,
    reach: async (page, server) => {
      await signIn(page, server, HINATA);
      return {
        button: rowButton(main(page), "ja", "staff-sign-out"),
        says: async () => {
          await expect(page).toHaveURL(/\/staff\/hinata\/sign-in/);
          await expect(page.locator("#password")).toBeVisible();
        },
      };
    },
  },
  "staff-hold": {
    leaves: HELD,
    reach: async (page, server) => {
      await signIn(page, server, HINATA);
      return { button: await staffTime(page), says: () => seesStaffHold(page) };
    },
  },
  "staff-details": {
    leaves: CHANGED,
    reach: async (page, server) => {
      await staffHold(page, server);
      await page.locator("#name").fill("田村 清");
      await page.locator("#phone").fill("090-0000-0099");
      return {
        button: mainButton(page),
        says: async () => {
          await expect(page.locator("h1")).toContainText("田村 清");
          await expect(main(page)).toContainText(say("ja", "staff-booked"));
        },
      };
    },
  },
  "staff-release": {
    leaves: CHANGED,
    reach: async (page, server) => {
      await staffHold(page, server);
      return {
        button: rowButton(main(page), "ja", "button-release"),
        says: async () => {
          await expect(page).toHaveURL(/\/staff\/hinata\/times$/);
        },
      };
    },
  },
  confirm: {
    leaves: CHANGED,
    reach: async (page, server) => {
      await signIn(page, server, HINATA, "/requests");
      return {
        button: rowButton(requestOf(page, WAITING), "ja", "button-confirm"),
        says: () => expect(requestOf(page, WAITING)).toContainText(say("ja", "staff-confirmed")),
      };
    },
  },
  decline: {
    leaves: CHANGED,
    reach: async (page, server) => {
      await signIn(page, server, HINATA, "/requests");
      await openDecline(page, "ja", WAITING);
      return { button: mainButton(page), says: () => seesDeclined(page) };
    },
  },
  undo: {
    leaves: CHANGED,
    reach: async (page, server) => {
      await signIn(page, server, HINATA, "/requests");
      await openDecline(page, "ja", WAITING);
      await mainButton(page).click();
      await seesDeclined(page);
      const row = requestOf(page, WAITING);
      return {
        button: rowButton(row, "ja", "button-undo"),
        says: () => expect(rowButton(row, "ja", "button-confirm")).toBeVisible(),
      };
    },
  },
  "staff-cancel": {
    leaves: CHANGED,
    reach: async (page, server) => {
      await signIn(page, server, HINATA, "/requests");
      const row = requestOf(page, WAITING);
      const visit = await row.locator("a[href*='/visits/']").first().getAttribute("href");
      await page.goto(`${new URL(visit!, page.url()).href}/cancel`);
      await choose(page, "reason", "asked_by_patient");
      return {
        button: mainButton(page),
        says: async () => {
          await expect(page).toHaveURL((url) => url.pathname === visit);
          await expect(main(page)).toContainText(say("ja", "staff-cancelled"));
        },
      };
    },
  },
  close: {
    leaves: DONE,
    reach: async (page, server) => {
      await toClosing(page, server);
      return {
        button: mainButton(page),
        says: () => expect(page.locator("h1")).toHaveText(say("ja", "staff-closed-title")),
      };
    },
  },
  reopen: {
    leaves: DONE,
    reach: async (page, server) => {
      await toClosing(page, server);
      await mainButton(page).click();
      await expect(page.locator("h1")).toHaveText(say("ja", "staff-closed-title"));
      await page.goto("/staff/hinata/closures");
      return {
        button: rowButton(main(page), "ja", "staff-reopen"),
        says: () => expect(main(page)).toContainText(say("ja", "staff-closures-none")),
      };
    },
  },
  "tick-call": {
    leaves: DONE,
    reach: async (page, server) => {
      await signIn(page, server, HINATA, "/calls");
      const open = page.locator("li.request", { has: page.locator("button") });
      const id = await open.first().locator("h2").getAttribute("id");
      const row = page.locator("li.request", { has: page.locator(`h2[id="${id}"]`) });
      return {
        button: rowButton(row, "ja", "button-call-done"),
        says: () => expect(row).toContainText(say("ja", "staff-call-done")),
      };
    },
  },
};

/** All of them, by the name of their action. */
export const BUTTONS: Record<string, Button> = { ...patients, ...staff };

async function staffTime(page: Page): Promise<Locator> {
  await page.goto("/staff/hinata/times?service=follow-up&visit=return&doctor=any");
  await toFreeWeek(page);
  return freeTimes(page).nth(9);
}

async function seesStaffHold(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/staff\/hinata\/visits\/[0-9a-f-]{36}/);
  await expect(main(page)).toContainText(like("ja", "staff-held-until"));
}

/** A time held by the staff, with its form open. */
export async function staffHold(page: Page, server: Server): Promise<void> {
  await signIn(page, server, HINATA);
  await (await staffTime(page)).click();
  await seesStaffHold(page);
}

async function seesDeclined(page: Page): Promise<void> {
  await expect(requestOf(page, WAITING)).toContainText(say("ja", "staff-declined"));
}

async function toClosing(page: Page, server: Server): Promise<void> {
  await signIn(page, server, HINATA, "/closures/new");
  await fillClosure(page, { date: "2026-06-25", from: "0:00", until: "24:00" });
}
