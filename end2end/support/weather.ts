// A bad line, by a seed: it stands between one browser and the server, and each request that passes has a
// fate. What a fate is depends on the seed, the kind of the request and how many of its kind have passed,
// so that a seed gives the same faults again; how long things take is the machine's business.
//
// Nothing is invented that a network does not do: a request that was sent may arrive late (after the
// browser has seen a failure), twice, or not at all; its answer may be slow, be lost, or break off.
import {
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer,
  request as httpRequest,
} from "node:http";
import type { AddressInfo } from "node:net";
import { Chance } from "./chance";

/** What happens to one request. */
export type Fate =
  | "clear"
  /** It is long on its way. */
  | "slow request"
  /** Its answer is long on its way. */
  | "slow answer"
  /** The connection breaks, and the server has seen nothing. */
  | "lost before"
  /** The connection breaks when the answer is there, so that the work is done. */
  | "lost after"
  /** The connection breaks in the middle of the answer. */
  | "cut"
  /** The connection breaks, and the request arrives all the same, later. */
  | "late"
  /** It arrives a second time at the same moment, */
  | "twice at once"
  /** or a while later, */
  | "twice later"
  /** or when the person has read their last page. */
  | "twice last"
  /** An older answer comes from the same address. No weather does that: it is there to be found out. */
  | "old page";

const POSTS: Record<Fate, number> = {
  clear: 34,
  "slow request": 8,
  "slow answer": 10,
  "lost before": 9,
  "lost after": 14,
  cut: 7,
  late: 5,
  "twice at once": 5,
  "twice later": 4,
  "twice last": 4,
  "old page": 0,
};
const PAGES: Partial<Record<Fate, number>> = {
  clear: 78,
  "slow request": 3,
  "slow answer": 6,
  "lost before": 5,
  "lost after": 3,
  cut: 5,
};

/** One request of the browser, and what became of it. Times are the machine's, in milliseconds. */
export type Passage = {
  /** The answer carries it (`Server-Timing: passage;desc="7"`), so that a page knows its own. */
  n: number;
  method: string;
  path: string;
  fate: Fate;
  /** The fields of a POST. */
  fields: URLSearchParams;
  /** When it was last given to the server, if it was. */
  sent?: number;
  /** When the server's first answer to it was whole. */
  answered?: number;
  status?: number;
  /** Where the answer led to. */
  location?: string;
  /** How often the server got it. */
  arrivals: number;
  /** Whether the browser hung up before it had an answer. */
  left: boolean;
};

/** Decides the fate of a request. */
export type FateOf = (passage: Passage, chance: Chance) => Fate;

const byChance: FateOf = ({ method }, chance) =>
  chance.weighed(method === "POST" ? POSTS : PAGES);

/** How much of what there was. */
export type Tally = Record<Fate | "posts" | "pages", number>;

type Answer = { status: number; text: string; headers: string[]; body: Buffer };
type Whole = { method: string; path: string; headers: string[]; body: Buffer };

export class Weather {
  /** All that passed but files, in order. */
  readonly passages: Passage[] = [];

  private readonly counts = new Map<string, number>();
  private good = false;
  /** What is still on its way to the server or back. */
  private readonly underway = new Set<Promise<void>>();
  /** What waits for its time; each can be let go at once. */
  private readonly waiting = new Set<() => void>();
  private readonly last: (() => Promise<void>)[] = [];
  /** The first answer of each address. */
  private readonly old = new Map<string, Answer>();

  private constructor(
    private readonly seed: number,
    private readonly server: Server,
    private readonly target: number,
    private readonly fateOf: FateOf,
  ) {}

  /** Listen on a free port, in front of the port of the server. */
  static async start(seed: number, target: number, fateOf = byChance): Promise<Weather> {
    const server = createServer();
    server.keepAliveTimeout = 0;
    const weather = new Weather(seed, server, target, fateOf);
    server.on("request", (request, response) => {
      weather.track(weather.pass(request, response).catch(() => void request.socket.destroy()));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return weather;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The person's own presses that the server may have had at any time since. */
  postsSince(time: number): Passage[] {
    return this.passages.filter(
      ({ method, sent, answered }) => method === "POST" && sent && (answered ?? Infinity) >= time,
    );
  }

  /** From now on everything passes, and what is on its way arrives: all but the very last repeats. */
  async clears(): Promise<void> {
    this.good = true;
    while (this.underway.size > 0) {
      for (const go of this.waiting) go();
      await Promise.all(this.underway);
    }
  }

  /** The repeats that come when the person has read their last page; how many there were. */
  async lastRepeats(): Promise<number> {
    const repeats = this.last.splice(0);
    for (const repeat of repeats) await repeat();
    return repeats.length;
  }

  /** What there was. */
  tally(): Tally {
    const tally = Object.fromEntries(
      ["posts", "pages", ...Object.keys(POSTS)].map((name) => [name, 0]),
    ) as Tally;
    for (const { method, fate } of this.passages) {
      tally[method === "POST" ? "posts" : "pages"] += 1;
      tally[fate] += 1;
    }
    return tally;
  }

  async stop(): Promise<void> {
    await this.clears();
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private track(work: Promise<void>): void {
    this.underway.add(work);
    void work.finally(() => this.underway.delete(work));
  }

  /** Wait, unless the weather has cleared. */
  private async wait(milliseconds: number): Promise<void> {
    if (this.good) return;
    await new Promise<void>((resolve) => {
      const go = () => {
        clearTimeout(timer);
        this.waiting.delete(go);
        resolve();
      };
      const timer = setTimeout(go, milliseconds);
      this.waiting.add(go);
    });
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const whole = await read(request);
    const isFile = /^\/(assets\/|favicon)/.test(whole.path);
    const passage: Passage = {
      n: this.passages.length + 1,
      method: whole.method,
      path: whole.path,
      fate: "clear",
      fields: new URLSearchParams(whole.body.toString("utf8")),
      arrivals: 0,
      left: false,
    };
    let chance = new Chance(0, "");
    if (!isFile) {
      this.passages.push(passage);
      chance = this.chanceOf(passage);
      // What is no weather does not clear.
      if (!this.good || this.fateOf !== byChance) passage.fate = this.fateOf(passage, chance);
    }
    response.on("close", () => (passage.left ||= !response.writableFinished));
    await this.meet(passage, chance, whole, response);
  }

  private chanceOf({ method, path }: Passage): Chance {
    const page = /^\/do\/[\w-]+|\/(?:times|reservations|bookings|receipt)\b/.exec(path);
    const kind = `${method} ${page?.[0] ?? ""}`;
    const count = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, count);
    return new Chance(this.seed, `${kind} ${count}`);
  }

  private async meet(
    passage: Passage,
    chance: Chance,
    whole: Whole,
    response: ServerResponse,
  ): Promise<void> {
    const { fate } = passage;
    const breakOff = () => response.socket?.resetAndDestroy();
    if (fate === "slow request") await this.wait(chance.between(100, 1_200));
    // Whoever hangs up early may have sent it all the same.
    if (passage.left && chance.percent(50)) return;
    if (fate === "lost before") return void breakOff();
    if (fate === "late") {
      breakOff();
      await this.wait(chance.between(200, 2_500));
    }
    const repeat = async () => void (await this.send(passage, whole));
    if (fate === "twice at once") this.track(repeat());
    if (fate === "twice last") this.last.push(repeat);
    if (fate === "twice later") {
      this.track(this.wait(chance.between(200, 3_000)).then(repeat));
    }
    let answer = await this.send(passage, whole);
    passage.answered ??= Date.now();
    // Whatever note stands behind it.
    const [address = ""] = whole.path.split("?");
    if (fate === "old page") answer = this.old.get(address) ?? answer;
    if (!this.old.has(address)) this.old.set(address, answer);
    passage.status = answer.status;
    const location = answer.headers.findIndex((name) => name.toLowerCase() === "location");
    if (location >= 0) passage.location = answer.headers[location + 1];
    if (fate === "slow answer") await this.wait(chance.between(100, 1_500));
    if (fate === "lost after") return void breakOff();
    if (response.destroyed) return;
    if (fate === "cut") return cut(passage, answer, response);
    response.writeHead(answer.status, answer.text, headersOf(passage, answer));
    response.end(answer.body);
  }

  /** The bytes that the browser sent, on a connection of their own. */
  private send(passage: Passage, whole: Whole): Promise<Answer> {
    passage.sent ??= Date.now();
    passage.arrivals += 1;
    return new Promise((resolve, reject) => {
      const { method, path, headers, body } = whole;
      const upstream = httpRequest(
        // The types know nothing of raw headers here; the program does.
        { port: this.target, host: "127.0.0.1", method, path, agent: false, headers: headers as never },
        (answer) => {
          read(answer).then(({ headers, body }) => {
            upstream.destroy();
            resolve({ status: answer.statusCode!, text: answer.statusMessage!, headers, body });
          }, reject);
        },
      );
      upstream.on("error", reject);
      upstream.end(body);
    });
  }
}

/** The headers of the answer with its length, and with the number of the passage. */
function headersOf({ n }: Passage, { headers, body, status }: Answer): string[] {
  const kept: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const [name, value] = [headers[at]!, headers[at + 1]!];
    if (!/^(transfer-encoding|content-length|connection|keep-alive)$/i.test(name)) {
      kept.push(name, value);
    }
  }
  if (status !== 304 && status !== 204) kept.push("content-length", `${body.length}`);
  return [...kept, "server-timing", `passage;desc="${n}"`];
}

/** Half of the bytes, head and body, and then the end of the connection. */
function cut(passage: Passage, answer: Answer, response: ServerResponse): void {
  const headers = headersOf(passage, answer);
  let head = `HTTP/1.1 ${answer.status} ${answer.text}\r\n`;
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  const bytes = Buffer.concat([Buffer.from(`${head}\r\n`, "latin1"), answer.body]);
  const { socket } = response;
  socket?.write(bytes.subarray(0, bytes.length / 2), () => socket.resetAndDestroy());
}

async function read(message: IncomingMessage): Promise<Whole> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  const { method = "", url = "", rawHeaders } = message;
  return { method, path: url, headers: rawHeaders, body: Buffer.concat(pieces) };
}
