// A proxy in front of the server that takes headers away on both sides: a browser that keeps no
// cookies, or one that keeps pages which ask not to be kept.
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export class Stripper {
  /** The names of the headers that are taken away, in lower case; none at first. */
  taken: string[] = [];

  private constructor(
    private readonly server: ReturnType<typeof createServer>,
    private readonly target: number,
  ) {}

  /** Listen on a free port and pass on to the port of the server. */
  static async start(target: number): Promise<Stripper> {
    const server = createServer();
    const stripper = new Stripper(server, target);
    server.on("request", (asked, answer) => stripper.pass(asked, answer));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return stripper;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private pass(asked: IncomingMessage, answer: ServerResponse): void {
    const headers = this.without(asked.headers);
    const options = { port: this.target, host: "127.0.0.1", method: asked.method, path: asked.url, headers };
    const onward = request(options, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, this.without(answered.headers));
      answered.pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    asked.pipe(onward);
  }

  private without(headers: IncomingHttpHeaders): IncomingHttpHeaders {
    const kept = Object.entries(headers).filter(([name]) => !this.taken.includes(name));
    return Object.fromEntries(kept);
  }
}
