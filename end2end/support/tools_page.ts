// A page that is not ours, for the tests of the tools in this folder.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type ToolsPage = {
  url: string;
  port: number;
  /** The bodies that were posted. */
  posted: string[];
  stop(): Promise<void>;
};

/** `/` is a form; it posts to `/send`, which answers 303 to `/done`. */
export async function toolsPage(): Promise<ToolsPage> {
  const posted: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (bytes) => (body += bytes));
    request.on("end", () => {
      if (request.method === "POST") {
        posted.push(body);
        response.writeHead(303, { location: "/done" }).end();
        return;
      }
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(request.url === "/" ? FORM : DONE);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    posted,
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const FORM = `<!doctype html><html lang="ja"><meta name="viewport" content="width=device-width">
<title>予約</title><main><h1>予約</h1>
<form method="post" action="/send"><label>お名前 <input name="name" value="花子"></label>
<button name="slot" value="10:00">送信</button></form></main>
<script>
  window.seen = [];
  addEventListener("click", (event) => seen.push("click " + event.detail));
  addEventListener("keydown", (event) => seen.push(event.key));
  addEventListener("submit", () => seen.push("submit"));
</script></html>`;

const DONE = `<!doctype html><html lang="ja"><meta name="viewport" content="width=device-width">
<title>済</title><main><h1>受け付けました</h1></main></html>`;
