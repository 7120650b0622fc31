// A TCP proxy in front of the server that can lose an answer: the request has arrived and was
// carried out, and the browser never learns of it.
//
// Chromium may itself send a request again when a kept-alive connection breaks before the first
// byte of the answer, so a test counts what came through (`requests`) and what was stored, and
// loses the answers to all tries (`loseAnswers(Infinity, …)`) if the person is to see the failure.
//
// While an answer is held, nothing can be asked about the page that still stands; let it tell, with
// `note` of `double.ts`.
import { type AddressInfo, type Socket, connect, createServer } from "node:net";

/** One request as it came through. */
export type Request = { method: string; path: string };

/** Which requests are meant; without it, every POST. */
export type Meant = (request: Request) => boolean;

const isPost: Meant = (request) => request.method === "POST";

export class Proxy {
  /** Every request that was passed on, in order. */
  readonly requests: Request[] = [];
  /** How many answers were lost so far. */
  lost = 0;

  private sockets = new Set<Socket>();
  private losing = { times: 0, meant: isPost };
  private holding: { meant: Meant; release: Promise<void> } | undefined;
  private refusing = false;

  private constructor(
    private readonly server: ReturnType<typeof createServer>,
    private readonly target: number,
  ) {}

  /** Listen on a free port and pass on to the port of the server. */
  static async start(target: number): Promise<Proxy> {
    const server = createServer();
    const proxy = new Proxy(server, target);
    server.on("connection", (client) => proxy.join(client));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The POSTs among the requests. */
  get posts(): Request[] {
    return this.requests.filter(isPost);
  }

  /** Lose the answers to the next `times` requests that are meant. */
  loseAnswers(times = 1, meant: Meant = isPost): void {
    this.losing = { times, meant };
  }

  /** Hold back the answers to requests that are meant, until the returned function is called. */
  holdAnswers(meant: Meant = isPost): () => void {
    let release = () => {};
    this.holding = { meant, release: new Promise((resolve) => (release = resolve)) };
    return () => {
      this.holding = undefined;
      release();
    };
  }

  /** Pass everything on again. */
  passAll(): void {
    this.losing = { times: 0, meant: isPost };
    this.refusing = false;
  }

  /** Break all connections and take no new ones: the line is down. */
  lineDown(): void {
    this.refusing = true;
    for (const socket of this.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.lineDown();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private join(client: Socket): void {
    if (this.refusing) {
      client.destroy();
      return;
    }
    const upstream = connect(this.target, "127.0.0.1");
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      this.sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => this.sockets.delete(socket));
    }

    let lose = false;
    let hold: Promise<void> | undefined;
    let written = Promise.resolve();
    const reader = new RequestReader((request) => {
      this.requests.push(request);
      if (this.losing.times > 0 && this.losing.meant(request)) {
        this.losing.times -= 1;
        lose = true;
      }
      hold = this.holding?.meant(request) ? this.holding.release : undefined;
    });
    client.on("data", (bytes) => {
      reader.read(bytes);
      upstream.write(bytes);
    });
    upstream.on("data", (bytes) => {
      if (lose) {
        // The answer exists, so the work is done. It ends here.
        lose = false;
        this.lost += 1;
        client.destroy();
        return;
      }
      const until = hold;
      written = written.then(() => until).then(() => void client.write(bytes));
    });
    upstream.on("close", () => void written.then(() => client.end()));
    client.on("close", () => upstream.destroy());
  }
}

/** Finds the request lines in what a browser sends over one HTTP/1.1 connection. */
class RequestReader {
  private head = "";
  private bodyLeft = 0;

  constructor(private readonly found: (request: Request) => void) {}

  read(bytes: Buffer): void {
    // Latin-1: one character a byte, so that lengths are byte lengths.
    let text = bytes.toString("latin1");
    while (text.length > 0) {
      if (this.bodyLeft > 0) {
        const body = Math.min(this.bodyLeft, text.length);
        this.bodyLeft -= body;
        text = text.slice(body);
        continue;
      }
      this.head += text;
      const end = this.head.indexOf("\r\n\r\n");
      if (end < 0) return;
      text = this.head.slice(end + 4);
      const head = this.head.slice(0, end);
      this.head = "";
      this.bodyLeft = Number(/^content-length:\s*(\d+)/im.exec(head)?.[1] ?? 0);
      const [method = "", path = ""] = head.split(" ", 2);
      this.found({ method, path });
    }
  }
}
