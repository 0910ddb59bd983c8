import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commitFiles } from "../support/git-repository.ts";
import { makeServedWorld, type ServedWorld } from "../support/git-world.ts";

let world: ServedWorld;
let proxy: {
  readonly url: string;
  readonly tunnels: string[];
  readonly server: Server;
  readonly sockets: Set<Duplex>;
};

beforeAll(async () => {
  world = await makeServedWorld();
  proxy = await startProxy();
});
afterAll(async () => {
  await world.close();
  for (const socket of proxy.sockets) socket.destroy();
  proxy.server.close();
});

test.each([
  { noProxy: undefined, goes: "through the proxy" },
  { noProxy: "example.com,localhost", goes: "directly" },
])(
  "a repository behind HTTPS_PROXY with NO_PROXY=$noProxy is read $goes",
  async ({ noProxy, goes }) => {
    proxy.tunnels.splice(0);
    const { folder, url } = await world.makeRepository();
    const commit = await commitFiles(folder, { files: { a: "1" } });
    const source = world.openSource(url, {
      httpsProxy: proxy.url,
      ...(noProxy === undefined ? {} : { noProxy }),
    });
    expect(await source.findTip()).toBe(commit);
    const host = new URL(url).host;
    expect([...new Set(proxy.tunnels)]).toEqual(goes === "directly" ? [] : [host]);
  },
);

test("a proxy that is down is unreachable", async () => {
  const { url } = await world.makeRepository();
  const source = world.openSource(url, { httpsProxy: "http://127.0.0.1:1" });
  await expect(source.findTip()).rejects.toMatchObject({ code: "unreachable" });
});

/** An HTTP proxy that opens tunnels, and remembers where to. */
async function startProxy(): Promise<typeof proxy> {
  const tunnels: string[] = [];
  const sockets = new Set<Duplex>();
  const server = createServer();
  server.on("connect", (request, socket: Duplex) => {
    tunnels.push(request.url ?? "");
    const port = Number(request.url?.split(":")[1]);
    const upstream = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    sockets.add(socket).add(upstream);
    upstream.on("error", () => socket.destroy());
    socket.on("error", () => upstream.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, tunnels, server, sockets };
}
