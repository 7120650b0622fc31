// Somebody who books on a bad line, and does what people do when no answer comes: wait, press again, stop,
// reload, go back, look into "my bookings" or at the receipt. All by a seed.
import type { Browser, BrowserContext, CDPSession, Locator, Page } from "@playwright/test";
import { type Seen, look } from "./belief";
import { desktop, phone } from "./browser";
import { Chance } from "./chance";
import { type Clinic, HINATA, HUDSON, fillDetails, sendButton } from "./patient";
import { takes } from "./rival";
import type { Weather } from "./weather";
import { type Language, LOCALES, say } from "./words";

const MOVES = 12;
const GOOD_WEATHER_MILLISECONDS = 20_000;

/** What somebody wants, and how. */
export type Wish = {
  clinic: Clinic;
  doctor: string;
  /** Somebody else takes the first time that they choose, in the moment in which they press. */
  rival: boolean;
  language: Language;
  touch: boolean;
  scripts: boolean;
  /** How long an answer may take before the person does something, in milliseconds. */
  patience: number;
  /** How often in a hundred presses are double ones. */
  twice: number;
  /** What the person wants along the way, once each. */
  anotherTime: boolean;
  moreTime: boolean;
  letGo: boolean;
  cancel: boolean;
};

/** What the person of a seed wants. */
export function wishOf(seed: number): Wish {
  const chance = new Chance(seed, "wish");
  const inEnglish = chance.percent(40);
  const end = chance.weighed({ book: 62, cancel: 26, "let go": 12 });
  const clinic = chance.one([HINATA, HUDSON]);
  const [doctor, rival] = chance.one([
    ["any", false],
    ["any", false],
    [clinic === HINATA ? "tanaka" : "chen", true],
  ] as const);
  return {
    clinic,
    doctor,
    rival,
    language: inEnglish ? "en" : "ja",
    touch: chance.percent(50),
    scripts: chance.percent(70),
    patience: chance.between(300, 1_500),
    twice: chance.one([0, 20, 50]),
    anotherTime: chance.percent(25),
    moreTime: chance.percent(20),
    letGo: end === "let go",
    cancel: end === "cancel",
  };
}

export class Person {
  /** What they did, in words. */
  readonly moves: string[] = [];
  /** Every page of ours that they looked at. */
  readonly pages: Seen[] = [];
  readonly wish: Wish;
  /** How often a page went while they reached for it. */
  fumbles = 0;

  private readonly began = Date.now();
  private readonly chance: Chance;
  /** Theirs alone: one telephone number can have so many bookings and no more. */
  private readonly number: string;
  private commits = 0;
  /** They have pressed "send" for this one: from then on they don't choose another time. */
  private sent = false;
  private done = false;
  private receipt: string | undefined;
  private pressed: { x: number; y: number } | undefined;

  private constructor(
    private readonly context: BrowserContext,
    readonly page: Page,
    private readonly browser: CDPSession,
    private readonly weather: Weather,
    /** The address that a good line has. */
    private readonly server: string,
    seed: number,
  ) {
    this.chance = new Chance(seed, "person");
    this.wish = wishOf(seed);
    this.number = `${this.wish.clinic.phone.slice(0, -4)}${`${seed}`.padStart(4, "0").slice(-4)}`;
    page.on("framenavigated", (frame) => {
      if (frame === page.mainFrame()) this.commits += 1;
    });
    page.on("dialog", (dialog) => void dialog.accept().catch(() => {}));
  }

  static async arrives(
    browser: Browser,
    weather: Weather,
    server: string,
    seed: number,
  ): Promise<Person> {
    const wish = wishOf(seed);
    const context = await browser.newContext({
      ...(wish.touch ? phone : desktop),
      locale: LOCALES[wish.language],
      javaScriptEnabled: wish.scripts,
      baseURL: weather.url,
    });
    context.setDefaultTimeout(3_000);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    return new Person(context, page, cdp, weather, server, seed);
  }

  async leaves(): Promise<void> {
    await this.context.close();
  }

  /** Goes for a booking, in any weather. */
  async tries(): Promise<void> {
    await this.open("the times", this.times);
    for (let count = 0; count < MOVES && !this.done; count += 1) {
      const seen = await this.sees();
      const move = seen ? this.goesOn(seen) : this.recovers();
      // A page may go while a hand is on its way to it.
      await move.catch((error: Error) => {
        this.fumbles += 1;
        this.say(`fumbles: ${error.message.split("\n")[0]}`);
      });
    }
  }

  /** In good weather: the last page. */
  async lastPage(): Promise<Seen> {
    const patience = GOOD_WEATHER_MILLISECONDS;
    const stands = await this.sees(patience);
    let last = stands && this.isSettled(stands) ? this.chance.one(LAST) : this.chance.one(LOOKS);
    if (last === "reloads it") {
      await this.move("reloads", () => this.browser.send("Page.reload"), patience);
      // A browser asks before it sends a form again, and has nothing to show meanwhile.
      if (!(await this.sees(patience))) last = "looks into the bookings";
    }
    if (last === "looks into the bookings") await this.open("the bookings", this.bookings, patience);
    else this.say(last);
    const seen = await this.sees(patience);
    if (!seen?.whole) throw new Error(`no page in good weather: ${this.page.url()}`);
    return seen;
  }

  /** In good weather: "my bookings". */
  async looksIntoBookings(): Promise<Seen> {
    await this.open("the bookings", this.bookings, GOOD_WEATHER_MILLISECONDS);
    const seen = await this.sees(GOOD_WEATHER_MILLISECONDS);
    if (!seen?.whole) throw new Error(`no list in good weather: ${this.page.url()}`);
    return seen;
  }

  /** Whether the page was drawn when all that was pressed had come to something. */
  private isSettled({ passage, whole }: Seen): boolean {
    const by = this.weather.passages.find(({ n }) => n === passage);
    if (!by || !whole) return false;
    return this.weather.postsSince(by.sent ?? 0).every(({ n }) => n === passage);
  }

  private async goesOn(seen: Seen): Promise<void> {
    const { language } = this.wish;
    const is = (key: string) => seen.heading === say(language, key);
    const [slip] = seen.slips;
    if (!seen.whole) return this.recovers();
    if (seen.details) return this.fills(seen);
    if (seen.cancels) return this.press(this.main("form button.main"), "cancels");
    if (is("bookings-title")) return this.findsAmongBookings(seen);
    if (slip?.kind === "nothing") return this.follows("main .actions a", "back to the form");
    if (new URL(seen.url).pathname.includes("/receipt/")) {
      return this.follows("main .actions a", "where it stands");
    }
    if (slip?.kind === "requested" || slip?.kind === "confirmed") {
      if (!this.wish.cancel) return this.rests();
      return this.follows("main a[href$='/cancel']", "wants to cancel");
    }
    if ((await this.page.locator("button.slot").count()) > 0 && !this.sent) return this.chooses(seen);
    if (slip?.kind === "gone" && (this.wish.letGo || this.wish.cancel)) return this.rests();
    if (this.wish.letGo && seen.notices.length > 0) return this.rests();
    return this.sent ? this.open("the bookings", this.bookings) : this.open("the times", this.times);
  }

  private async fills(seen: Seen): Promise<void> {
    const { wish, page } = this;
    if (wish.moreTime) {
      wish.moreTime = false;
      return this.press(this.main("button[value='more-time']"), "wants more time");
    }
    if (wish.anotherTime && !this.sent) {
      wish.anotherTime = false;
      return this.goesBack();
    }
    if (wish.letGo && !this.sent) {
      return this.press(this.main("button[value='release']"), "lets it go");
    }
    if (seen.details!.over) return this.open("the times", this.times);
    await fillDetails(page, wish.language, { ...wish.clinic, phone: this.number });
    this.sent = true;
    await this.press(sendButton(page, wish.language, wish.clinic), "sends");
  }

  private async chooses(seen: Seen): Promise<void> {
    if (this.wish.letGo && seen.notices.length > 0 && !seen.heldLink) return this.rests();
    if (seen.heldLink && this.chance.percent(70)) {
      return this.follows("main .notice a[href*='/reservations/']", "goes on with it");
    }
    const slots = this.page.locator("button.slot");
    const nth = this.chance.between(0, Math.min(9, (await slots.count()) - 1));
    if (this.wish.rival) {
      this.wish.rival = false;
      const taken = await takes(this.server, this.times, (await slots.nth(nth).getAttribute("value"))!);
      this.say(`somebody else wants time ${nth + 1}${taken ? " and has it" : ""}`);
    }
    await this.press(slots.nth(nth), `chooses time ${nth + 1}`);
  }

  private async findsAmongBookings(seen: Seen): Promise<void> {
    if (seen.slips.length > 0) return this.follows("main .slip .actions a", "opens it");
    if (seen.over.length > 0 && (this.wish.letGo || this.wish.cancel)) return this.rests();
    this.sent = false;
    await this.open("the times", this.times);
  }

  /** What they wanted is so, or so they read. */
  private async rests(): Promise<void> {
    this.say("is content");
    this.done = true;
  }

  /** There is no page of ours on the screen, or half of one. */
  private async recovers(): Promise<void> {
    const receipt = this.receipt;
    const choice = this.chance.weighed({
      reload: 35,
      back: 25,
      bookings: 20,
      receipt: receipt ? 15 : 0,
      times: this.sent ? 0 : 15,
    });
    if (choice === "reload") return this.move("reloads", () => this.browser.send("Page.reload"));
    if (choice === "back") return this.goesBack();
    if (choice === "receipt") return this.open("the receipt", receipt!);
    if (choice === "times") return this.open("the times", this.times);
    await this.open("the bookings", this.bookings);
  }

  /** An answer is overdue. */
  private async growsImpatient(): Promise<void> {
    const again = this.pressed;
    const choice = this.chance.weighed({
      wait: 30,
      again: again ? 25 : 0,
      stop: 15,
      other: 30,
    });
    if (choice === "wait") return this.move("waits", async () => {}, this.wish.patience * 3);
    if (choice === "other") return this.recovers();
    if (choice === "again") {
      return this.move("presses again", () => this.hit(again!, 1), this.wish.patience * 2);
    }
    await this.move("presses Stop", () => this.browser.send("Page.stopLoading"), 50);
  }

  private async goesBack(): Promise<void> {
    await this.move("goes back", async () => {
      const { currentIndex, entries } = await this.browser.send("Page.getNavigationHistory");
      const before = entries[currentIndex - 1];
      if (before) await this.browser.send("Page.navigateToHistoryEntry", { entryId: before.id });
    });
  }

  private async press(button: Locator, words: string): Promise<void> {
    const receipt = button.locator("xpath=ancestor::form").locator("[data-receipt] a");
    this.receipt = (await receipt.getAttribute("href")) ?? this.receipt;
    await button.scrollIntoViewIfNeeded();
    const box = (await button.boundingBox())!;
    const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    this.pressed = place;
    const times = this.chance.percent(this.wish.twice) ? 2 : 1;
    const came = await this.does(times === 2 ? `${words}, twice` : words, () => this.hit(place, times));
    if (!came) await this.growsImpatient();
  }

  private async hit({ x, y }: { x: number; y: number }, times: number): Promise<void> {
    const { touchscreen, mouse } = this.page;
    const hits = Array.from({ length: times }, () =>
      this.wish.touch ? touchscreen.tap(x, y) : mouse.click(x, y),
    );
    await Promise.all(hits);
  }

  private async follows(selector: string, words: string): Promise<void> {
    const href = await this.page.locator(selector).first().getAttribute("href");
    if (!href) throw new Error(`nothing leads on: ${selector}`);
    await this.open(words, href);
  }

  private async open(words: string, path: string, patience?: number): Promise<void> {
    const url = new URL(path, this.weather.url).href;
    await this.move(`opens ${words}`, () => this.browser.send("Page.navigate", { url }), patience);
  }

  private async move(words: string, act: () => Promise<unknown>, patience?: number): Promise<void> {
    await this.does(words, act, patience);
  }

  /** Do it and see whether a page comes in time. */
  private async does(
    words: string,
    act: () => Promise<unknown>,
    patience = this.wish.patience,
  ): Promise<boolean> {
    this.say(words);
    const before = this.commits;
    // A browser that waits for an answer may not say that it has done what it was asked to.
    void act().catch(() => {});
    const until = Date.now() + patience;
    while (this.commits === before && Date.now() < until) await pause(10);
    if (this.commits === before) return false;
    await within(this.page.waitForLoadState("domcontentloaded"), Math.max(patience, 300));
    return true;
  }

  /** What is on the screen, if it is ours. */
  private async sees(patience = 3_000): Promise<Seen | undefined> {
    const until = Date.now() + patience;
    let seen: Seen | undefined;
    // The page may go while one looks at it: then another one comes.
    while (!seen && Date.now() < until) {
      seen = await within(look(this.page), until - Date.now());
      if (!seen) await pause(50);
    }
    if (!seen?.passage) return undefined;
    this.pages.push(seen);
    return seen;
  }

  private say(words: string): void {
    this.moves.push(`${String(Date.now() - this.began).padStart(6)} ms ${words}`);
  }

  private main(selector: string): Locator {
    return this.page.locator(`main ${selector}`).first();
  }

  private get times(): string {
    const { id, service } = this.wish.clinic;
    return `/c/${id}/times?service=${service}&visit=return&doctor=${this.wish.doctor}`;
  }

  private get bookings(): string {
    return `/c/${this.wish.clinic.id}/bookings`;
  }
}

const LAST = ["stays", "stays", "reloads it", "looks into the bookings"] as const;
const LOOKS = ["reloads it", "looks into the bookings"] as const;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What it gives, unless that takes too long or fails: a page may go while one looks at it. */
async function within<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  const late = pause(milliseconds).then(() => undefined);
  return Promise.race([work.catch(() => undefined), late]);
}
