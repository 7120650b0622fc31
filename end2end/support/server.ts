// The program under test: each test that asks for `server` (or for a `page`) gets a `hitotsu demo`
// of its own, on a free port, in a fresh folder. When the test is over the program is stopped and
// `hitotsu check` must find nothing wrong with what it left.
import { type Page, test as base, expect } from "@playwright/test";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Database } from "./database";
import { Stripper } from "./headers";
import { Proxy } from "./proxy";

const READY = /^listening on http:\/\/127\.0\.0\.1:(\d+)\/?$/;
const START_MILLISECONDS = 30_000;
const STOP_MILLISECONDS = 15_000;
/** A Tuesday morning in Tokyo, wherever and whenever the tests run: both clinics open within the day. */
const BEGIN = "2026-06-09T10:00:00+09:00";
const MINUTE = 60_000;

/** Where the program keeps its data. */
export type Engine = "sqlite" | "postgres";

/** What a finished program left. */
export type Finished = { code: number; stdout: string; stderr: string };

export class Server {
  private child: ChildProcess | undefined;
  private port = 0;
  private lines: string[] = [];
  /** The clinics' clock when the program was last started, and the machine's then. */
  private began = { clinics: Date.parse(BEGIN), machine: Date.now() };

  private constructor(
    /** The data folder (`HITOTSU_DATA`). */
    readonly data: string,
    private readonly environment: Record<string, string>,
    /** Where its data are, when they are no files in its folder. */
    private readonly database: Database | undefined,
  ) {}

  /** Start `hitotsu demo` with fresh data. */
  static async start(
    environment: Record<string, string> = {},
    engine: Engine = "sqlite",
  ): Promise<Server> {
    const database = engine === "postgres" ? await Database.create() : undefined;
    const folder = await mkdtemp(join(tmpdir(), "hitotsu-"));
    const server = new Server(folder, environment, database);
    try {
      await server.launch();
    } catch (error) {
      await server.remove();
      throw error;
    }
    return server;
  }

  /** The address that a browser goes to, without a slash at the end. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The port, for a proxy in front. */
  get portNumber(): number {
    return this.port;
  }

  /** Everything that the program has printed so far, over all its starts. */
  get log(): string {
    return this.lines.join("\n");
  }

  /** Stop as an operator does: SIGTERM, and wait until it has drained. */
  async stop(): Promise<void> {
    const code = await this.end("SIGTERM");
    if (code !== undefined && code !== 0) {
      throw new Error(`hitotsu ended with ${code} after SIGTERM\n${this.log}`);
    }
  }

  /** Stop as a power cut does: SIGKILL. */
  async kill(): Promise<void> {
    await this.end("SIGKILL");
  }

  /** The clinics' time. */
  get now(): Date {
    return new Date(this.began.clinics + Date.now() - this.began.machine);
  }

  /** Start again on the same port with the same data, after `stop` or `kill`. */
  async startAgain(): Promise<void> {
    if (this.child) throw new Error("the program is still running");
    this.began = { clinics: this.now.getTime(), machine: Date.now() };
    await this.launch();
  }

  /** Let time pass for the clinics (not for the browser): the program starts again that much later. */
  async passes(minutes: number): Promise<void> {
    await this.stop();
    this.began.clinics += minutes * MINUTE;
    await this.startAgain();
  }

  /** Run another subcommand on the same data; it may run beside the server. */
  run(...command: string[]): Promise<Finished> {
    return this.runWith("", ...command);
  }

  /** The same with something on its standard input. */
  runWith(input: string, ...command: string[]): Promise<Finished> {
    return new Promise((resolve, reject) => {
      const options = {
        cwd: this.data,
        env: this.variables(),
        timeout: 60_000,
        maxBuffer: 64 * 1024 * 1024,
      };
      const child = execFile(program(), command, options, (error, stdout, stderr) => {
        if (!error) resolve({ code: 0, stdout, stderr });
        else if (typeof error.code === "number") resolve({ code: error.code, stdout, stderr });
        else reject(error);
      });
      child.stdin?.on("error", () => {});
      child.stdin?.end(input);
    });
  }

  /** Throw unless every promise of the stored data holds. */
  async check(): Promise<void> {
    const { code, stdout, stderr } = await this.run("check");
    if (code !== 0) {
      throw new Error(`hitotsu check found violations (exit ${code})\n${stdout}\n${stderr}`);
    }
  }

  /** Remove the data, and the program if it still runs. */
  async remove(): Promise<void> {
    await this.end("SIGKILL");
    await rm(this.data, { recursive: true, force: true });
    await this.database?.drop();
  }

  private variables(): NodeJS.ProcessEnv {
    const { PATH, HOME, TMPDIR, RUST_BACKTRACE } = process.env;
    return {
      PATH,
      HOME,
      TMPDIR,
      RUST_BACKTRACE,
      HITOTSU_DATA: this.data,
      HITOTSU_ADDR: `127.0.0.1:${this.port}`,
      HITOTSU_DEMO_AT: new Date(this.began.clinics).toISOString(),
      ...(this.database && { DATABASE_URL: this.database.url }),
      ...this.environment,
    };
  }

  private launch(): Promise<void> {
    const child = spawn(program(), ["demo"], {
      cwd: this.data,
      env: this.variables(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child = child;
    // A test run that ends early takes its programs with it.
    const killWithUs = () => child.kill("SIGKILL");
    process.once("exit", killWithUs);
    child.once("exit", () => process.removeListener("exit", killWithUs));

    return new Promise((resolve, reject) => {
      const fail = (reason: string) => {
        clearTimeout(timer);
        reject(new Error(`${reason}\n${this.log}`));
      };
      const timer = setTimeout(
        () => fail(`hitotsu did not say "listening on …" in ${START_MILLISECONDS} ms`),
        START_MILLISECONDS,
      );
      child.once("error", (error) => fail(`hitotsu can't start: ${error.message}`));
      child.once("exit", (code, signal) => {
        if (this.child === child) this.child = undefined;
        fail(`hitotsu ended with ${code ?? signal} before it listened`);
      });
      createInterface({ input: child.stdout! }).on("line", (line) => {
        this.lines.push(line);
        const port = READY.exec(line)?.[1];
        if (port) {
          clearTimeout(timer);
          this.port = Number(port);
          resolve();
        }
      });
      createInterface({ input: child.stderr! }).on("line", (line) => this.lines.push(line));
    });
  }

  /** Send the signal and wait for the end; kill after a while. Undefined: it did not run. */
  private async end(signal: "SIGTERM" | "SIGKILL"): Promise<number | undefined> {
    const child = this.child;
    if (!child) return undefined;
    const ended = new Promise<number>((resolve) =>
      child.once("close", (code) => resolve(code ?? -1)),
    );
    child.kill(signal);
    const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MILLISECONDS);
    const code = await ended;
    clearTimeout(timer);
    this.child = undefined;
    return code;
  }
}

function program(): string {
  const named = process.env.HITOTSU_BIN;
  if (!named) throw new Error("HITOTSU_BIN must name the program: use `cargo xtask browser`");
  return named;
}

/**
 * `test` with a `server`; pages open on it, so that `page.goto("/")` is its first page. A `line` is a
 * proxy in front of it: `page.goto(line.url)`; `stripper` is one that takes headers away.
 * `somebodyElse` is a page in a browser of its own, with
 * the same settings as `page` and none of its cookies. Other settings than the demo's are environment
 * variables: `test.use({ settings: { HITOTSU_…: "…" } })`.
 */
export const test = base.extend<{
  engine: Engine;
  settings: Record<string, string>;
  server: Server;
  line: Proxy;
  stripper: Stripper;
  somebodyElse: Page;
}>({
  engine: ["sqlite", { option: true }],
  settings: [{}, { option: true }],
  server: async ({ engine, settings }, use, testInfo) => {
    const server = await Server.start(settings, engine);
    let sound = false;
    try {
      await use(server);
      await server.stop();
      await server.check();
      sound = true;
    } finally {
      if (!sound || testInfo.errors.length > 0) {
        console.log(`--- log of hitotsu in "${testInfo.title}"\n${server.log}\n---`);
      }
      await server.remove();
    }
  },
  line: async ({ server }, use) => {
    const line = await Proxy.start(server.portNumber);
    await use(line);
    await line.stop();
  },
  stripper: async ({ server }, use) => {
    const stripper = await Stripper.start(server.portNumber);
    await use(stripper);
    await stripper.stop();
  },
  somebodyElse: async ({ browser }, use) => {
    const context = await browser.newContext();
    await use(await context.newPage());
    await context.close();
  },
  baseURL: async ({ server }, use) => {
    await use(server.url);
  },
});

export { expect };
