import { connect, createServer, type Socket } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { PageDocument } from "../../src/core/report/page-document.ts";
import { type PageOptions, startPageServer } from "../../src/web/page-server.ts";
import { startProbesServer } from "../../src/web/probes-server.ts";
import type { RunningServer } from "../../src/web/start-listener.ts";
import { type ServerOptions, startServer } from "../../src/web/start-server.ts";
import { ask } from "../support/ask.ts";
import { fakeView } from "../support/fake-view.ts";
import { pageOf, pageStack } from "../support/page-builder.ts";
import { driftStatus, NOW_MS, stackStatus } from "../support/status-builder.ts";

const LOOPBACK = { host: "127.0.0.1", port: 0 };

const open: RunningServer[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map(async (server) => server.close()));
});

async function probes(isReady = true): Promise<number> {
  const server = await startProbesServer(LOOPBACK, {
    isReady: () => isReady,
    metrics: {
      text: async () => "lockstep_passes_total 1\n",
      contentType: "text/plain; version=0.0.4",
    },
  });
  open.push(server);
  return server.port;
}

async function page(): Promise<number> {
  const shop = stackStatus({ drift: [driftStatus("ConfigMap/shop/<b>")] });
  const server = await startPageServer(LOOPBACK, optionsOf(pageOf(pageStack(shop))));
  open.push(server);
  return server.port;
}

function optionsOf(document: PageDocument): PageOptions {
  const assets = new Map([
    ["/assets/page.css", { contentType: "text/css; charset=utf-8", body: "p{}" }],
  ]);
  return { view: fakeView(document).view, assets, now: () => NOW_MS };
}

describe("the probes", () => {
  test.each([
    ["GET", "/healthz", true, 200, "ok\n"],
    ["GET", "/healthz", false, 200, "ok\n"],
    ["HEAD", "/healthz", true, 200, ""],
    ["GET", "/readyz", true, 200, "ok\n"],
    ["GET", "/readyz", false, 503, "not ready\n"],
    ["GET", "/readyz?verbose", true, 200, "ok\n"],
    ["GET", "/metrics", true, 200, "lockstep_passes_total 1\n"],
    ["GET", "/", true, 404, "There is /healthz, /readyz and /metrics.\n"],
    ["POST", "/healthz", true, 405, "Only GET and HEAD are answered here.\n"],
    ["DELETE", "/metrics", true, 405, "Only GET and HEAD are answered here.\n"],
  ] as const)("%s %s (ready: %s) -> %s", async (...[method, path, isReady, status, body]) => {
    const answer = await ask(await probes(isReady), path, { method });
    expect([answer.status, answer.body]).toEqual([status, body]);
  });

  test("metrics have the content type of their format", async () => {
    const answer = await ask(await probes(), "/metrics");
    expect(answer.headers["content-type"]).toBe("text/plain; version=0.0.4");
  });

  test("an oversized header is refused", async () => {
    const answer = await ask(await probes(), `/${"x".repeat(20_000)}`);
    expect(answer.status).toBe(431);
  });
});

describe("the page", () => {
  test.each([
    ["/", "text/html; charset=utf-8", "ConfigMap/<wbr>shop/<wbr>&lt;b&gt;"],
    ["/assets/page.css", "text/css; charset=utf-8", "p{}"],
    ["/status.json", "application/json; charset=utf-8", "ConfigMap/shop/<b>"],
  ])(
    "%s is the status, read-only and without anything from elsewhere",
    async (path, type, text) => {
      const answer = await ask(await page(), path);
      expect([answer.status, answer.headers["content-type"]]).toEqual([200, type]);
      expect(answer.body).toContain(text);
      expect(answer.headers["content-security-policy"]).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      );
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
      expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    },
  );

  test.each([
    "/assets/",
    "/assets/../package.json",
    "/assets/%2e%2e/package.json",
    "/assets/page.css/",
    "/favicon.ico",
    "//evil.example/",
  ])("%s is not there", async (path) => {
    const answer = await ask(await page(), path);
    expect([answer.status, answer.body]).toEqual([404, "There is /, /events and /status.json.\n"]);
  });

  test.each([
    ["localhost", 200],
    ["127.0.0.1:9999", 200],
    ["[::1]:8080", 200],
    ["evil.example", 421],
    ["localhost.evil.example", 421],
    ["127.0.0.1.evil.example:8080", 421],
    ["192.168.0.1", 421],
    ["a b", 421],
  ])("a browser that was led here under the name %s gets %s", async (host, status) => {
    const port = await page();
    const answers = await Promise.all(
      ["/", "/status.json", "/assets/page.css", "/x"].map(async (path) =>
        ask(port, path, { host }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual([
      status,
      status,
      status,
      status === 200 ? 404 : status,
    ]);
  });
});

describe("an address that cannot be listened on", () => {
  test("a port in use names the address and the key", async () => {
    const port = await probes();
    await expect(
      startPageServer({ host: "127.0.0.1", port }, optionsOf(pageOf())),
    ).rejects.toMatchObject({
      name: "ListenError",
      code: "port-in-use",
      message: `Cannot listen on 127.0.0.1:${port}: another process listens there; set another agent.page in the config.`,
    });
  });

  test.each([
    ["192.0.2.1", "no-such-address"],
    ["no-such-host.invalid", "no-such-address"],
  ])("%s is %s", async (host, code) => {
    await expect(startPageServer({ host, port: 0 }, optionsOf(pageOf()))).rejects.toMatchObject({
      name: "ListenError",
      code,
    });
  });
});

describe("closing", () => {
  test("ends idle and half-sent connections, and frees the port", async () => {
    const port = await probes();
    const sockets = await Promise.all([halfSent(port), halfSent(port)]);
    const [server] = open.splice(0);
    await server?.close();
    await Promise.all(sockets.map(ended));
    await expect(listenOnce(port)).resolves.toBe("free");
  });

  test("connections over the limit are dropped, not queued: the longest without a whole request", async () => {
    const port = await probes();
    const sockets: Socket[] = [];
    for (let count = 0; count < 100; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- their order is what is meant
      sockets.push(await halfSent(port));
    }
    const [first, second] = sockets;
    if (first === undefined || second === undefined) throw new Error("no sockets");
    expect(await ask(port, "/healthz")).toMatchObject({ status: 200 });
    await ended(first);
    expect(second.closed).toBe(false);
    for (const socket of sockets) socket.destroy();
  });

  test("while all connections are being answered, a new one is dropped", async () => {
    let asked = 0;
    const { port } = await startAndKeep(async () => {
      asked += 1;
      return new Promise(() => {});
    });
    const sockets = await Promise.all(Array.from({ length: 100 }, async () => halfSent(port)));
    for (const socket of sockets) socket.write("Host: x\r\n\r\n");
    await vi.waitFor(() => expect(asked).toBe(100));
    await expect(ask(port, "/")).rejects.toThrow(/hang up|ECONNRESET/);
    for (const socket of sockets) socket.destroy();
  });

  test("a connection with a second request in flight does not wait when the first is answered", async () => {
    const answers: (() => void)[] = [];
    const { port } = await startAndKeep(
      async () =>
        new Promise((resolve) => {
          answers.push(() => resolve({ status: 200, contentType: "text/plain", body: "ok" }));
        }),
    );
    const busy = await halfSent(port);
    busy.write("Host: x\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    await vi.waitFor(() => expect(answers.length).toBe(2));
    const first = new Promise((resolve) => busy.once("data", resolve));
    answers[0]?.();
    await first;
    const sockets = await Promise.all(Array.from({ length: 100 }, async () => halfSent(port)));
    await Promise.race(sockets.map(ended));
    expect(busy.closed).toBe(false);
    for (const socket of [busy, ...sockets]) socket.destroy();
  });
});

async function startAndKeep(answer: ServerOptions["answer"]): Promise<RunningServer> {
  const server = await startServer({ listen: LOOPBACK, key: "agent.page", answer });
  open.push(server);
  return server;
}

async function halfSent(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write("GET /healthz HTTP/1.1\r\n", () => resolve(socket));
    });
    socket.on("error", reject);
  });
}

async function ended(socket: Socket): Promise<void> {
  if (socket.closed) return;
  await new Promise<void>((resolve) => {
    socket.once("close", () => resolve());
    socket.resume();
  });
}

async function listenOnce(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(port, "127.0.0.1", () => server.close(() => resolve("free")));
  });
}
