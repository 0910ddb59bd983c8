import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  type Asking,
  askServer,
  fetchNamed,
  named,
  SERVER_PASSWORD,
} from "../support/ask-external.ts";
import {
  saysJson,
  saysStatus,
  saysVersion,
  startVersionServer,
  type VersionServer,
} from "../support/version-server.ts";

const KIBANA = "Kibana.kibana.k8s.elastic.co";
const AT_9 = { kind: "version", version: "9.1.0" };

describe("O12: asking a target outside the cluster", () => {
  test("user and password, at the root of Elasticsearch", async () => {
    const server = await startVersionServer();
    server.handle = saysVersion("9.1.0");
    expect(await askServer(server)).toEqual(AT_9);
    const basic = Buffer.from(`elastic:${SERVER_PASSWORD}`, "utf8").toString("base64");
    expect(server.requests).toEqual([`/ Basic ${basic}`]);
  });

  test("an API key, below the path of the URL, at the status of Kibana", async () => {
    const server = await startVersionServer();
    server.handle = saysVersion("9.1.0");
    const keys = { url: `https://127.0.0.1:${server.port}/kibana/`, "api-key": "aGVsbG8=\n" };
    expect(await askServer(server, { kind: KIBANA, keys })).toEqual(AT_9);
    expect(server.requests).toEqual(["/kibana/api/status ApiKey aGVsbG8="]);
  });

  test.each([
    ["200 without a version", saysJson({ status: "ok" }), "no-version"],
    ["200 with a password for a version", saysVersion(`9.1.0-${SERVER_PASSWORD}`), "no-version"],
    ["200 with a page", saysText("<html>"), "no-version"],
    ["200 compressed", saysStatus(200, { "content-encoding": "gzip" }), "no-version"],
    ["202", saysStatus(202), "other-status"],
    ["301", saysStatus(301, { location: "/" }), "redirected"],
    ["307 elsewhere", saysStatus(307, { location: "https://es.example/" }), "redirected"],
    ["401", saysStatus(401, { "www-authenticate": "Basic" }), "unauthorized"],
    ["403", saysStatus(403), "forbidden"],
    ["404", saysStatus(404), "other-status"],
    ["503", saysStatus(503), "other-status"],
    ["70 KiB", saysText(largeAnswer(70)), "too-large"],
    ["70 KiB without an end", streamsWithoutEnd, "too-large"],
    ["a redirect with a body without an end", redirectsWithoutEnd, "redirected"],
    ["nothing at all", () => undefined, "timed-out"],
    ["half an answer", saysHalf, "timed-out"],
    ["a cut connection", cuts, "not-connected"],
    ["headers of 20 KiB", saysStatus(200, { "x-long": "x".repeat(20_000) }), "not-connected"],
  ] as const)("%s", async (_name, handle, fault) => {
    const server = await startVersionServer();
    server.handle = handle;
    expect(await askServer(server, { timeoutMs: 700 })).toEqual({ kind: "unreachable", fault });
    expect(server.requests).toHaveLength(1);
  });

  test("64 KiB are read", async () => {
    const server = await startVersionServer();
    server.handle = saysText(largeAnswer(63));
    expect(await askServer(server)).toEqual(AT_9);
  });

  test("the time-out ends it, however slowly it speaks", async () => {
    const server = await startVersionServer();
    server.handle = (_request, response) => {
      response.write("{");
      const timer = setInterval(() => response.write(" "), 50);
      response.on("close", () => clearInterval(timer));
    };
    const beganAtMs = Date.now();
    expect(await askServer(server, { timeoutMs: 500 })).toMatchObject({ fault: "timed-out" });
    expect(Date.now() - beganAtMs).toBeLessThan(3_000);
  });

  test("whoever ends the question ends it", async () => {
    const server = await startVersionServer();
    server.handle = () => undefined;
    const ended = new AbortController();
    const answer = askServer(server, { timeoutMs: 60_000, signal: ended.signal });
    await vi.waitUntil(() => server.requests.length === 1);
    ended.abort();
    expect(await answer).toMatchObject({ fault: "timed-out" });
  });
});

describe("O12: TLS", () => {
  test.each([
    ["the CA of another", caOfAnother, "tls-failed"],
    ["no CA: the usual roots", noCa, "tls-failed"],
    ["no certificate", brokenCa, "bad-ca"],
  ] as const)("%s", async (_name, caOf, fault) => {
    const server = await startVersionServer();
    server.handle = saysVersion("9.1.0");
    const keys = { "ca.crt": await caOf() };
    expect(await askServer(server, { keys })).toEqual({ kind: "unreachable", fault });
    expect(server.requests).toEqual([]);
  });

  test("not even a process that trusts everybody does", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const server = await startVersionServer();
    expect(await askServer(server, { keys: { "ca.crt": "" } })).toMatchObject({
      fault: "tls-failed",
    });
  });

  test("a name that the certificate does not have; the connection went to the address that was checked", async () => {
    const server = await startVersionServer();
    server.handle = saysVersion("9.1.0");
    expect([
      await fetchNamed(server, "localhost"),
      await fetchNamed(server, "es.example"),
      server.requests.length,
    ]).toEqual(["9.1.0", "tls-failed", 1]);
  });

  test("no TLS at all", async () => {
    const server = await startVersionServer();
    const plain = createServer((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n"));
    await new Promise<void>((resolve) => {
      plain.listen(0, "127.0.0.1", resolve);
    });
    onTestFinished(() => {
      plain.close();
    });
    const address = plain.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const url = `https://127.0.0.1:${port}`;
    expect(await askServer(server, { keys: { url }, allow: ["127.0.0.1"] })).toMatchObject({
      fault: "tls-failed",
    });
  });
});

describe("O12: who may be asked", () => {
  test.each<readonly [string, Asking, string]>([
    ["a host that is not listed", { allow: ["es.example"] }, "not-allowed"],
    ["another port", { allow: ["127.0.0.1:1"] }, "not-allowed"],
    ["no host at all", { allow: [] }, "not-allowed"],
    ["a name of this machine", { host: "localhost", allow: ["localhost"] }, "address-refused"],
    [
      "a name of this machine beside its address",
      { host: "localhost", allow: ["localhost", "127.0.0.1"] },
      "address-refused",
    ],
    ["a name with one bad address of two", named("198.51.100.7", "::1"), "address-refused"],
    ["a name of the metadata service", named("169.254.169.254"), "address-refused"],
    ["a name of the API server", named("192.0.2.80"), "address-refused"],
    ["the same in IPv6", named("::ffff:192.0.2.80"), "address-refused"],
    ["a name that nobody has", { ...named(), resolve: noName }, "not-resolved"],
    ["a silent name server", { ...named(), resolve: silent, timeoutMs: 300 }, "timed-out"],
    ["no https", { keys: { url: "http://127.0.0.1" } }, "bad-url"],
    ["credentials in the URL", { keys: { url: "https://a:b@127.0.0.1" } }, "bad-url"],
    ["a query", { keys: { url: "https://127.0.0.1/?a" } }, "bad-url"],
    ["no URL", { keys: { url: "" } }, "no-credentials"],
    ["no password", { keys: { password: "" } }, "no-credentials"],
    [
      "a key that no header takes",
      { keys: { "api-key": "a\r\nb", password: "" } },
      "no-credentials",
    ],
    ["a kind that has no version", { kind: "Deployment.apps" }, "unknown-kind"],
  ])("%s", async (_name, asking, fault) => {
    const server = await startVersionServer();
    server.handle = saysVersion("9.1.0");
    expect(await askServer(server, asking)).toEqual({ kind: "unreachable", fault });
    expect(server.requests).toEqual([]);
  });

  test("a name is looked up once, and what it leads to later does not count", async () => {
    const server = await startVersionServer();
    const resolved: string[] = [];
    await askServer(server, {
      ...named("192.0.2.1"),
      timeoutMs: 300,
      resolve: async (host) => {
        resolved.push(host);
        return [{ address: resolved.length === 1 ? "192.0.2.1" : "127.0.0.1", family: 4 }];
      },
    });
    expect([resolved, server.requests]).toEqual([["es.example"], []]);
  });
});

async function noName(): Promise<never> {
  throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
}

async function silent(): Promise<never> {
  return new Promise<never>(() => undefined);
}

function saysText(text: string): VersionServer["handle"] {
  return (_request, response) => {
    response.end(text);
  };
}

function largeAnswer(kibibytes: number): string {
  return JSON.stringify({ version: { number: "9.1.0" }, rest: "x".repeat(kibibytes * 1024) });
}

function streamsWithoutEnd(_request: unknown, response: ServerResponse): void {
  response.write(largeAnswer(70));
}

function redirectsWithoutEnd(_request: unknown, response: ServerResponse): void {
  response.writeHead(302, { location: "/" });
  response.write("x".repeat(70_000));
}

function saysHalf(_request: unknown, response: ServerResponse): void {
  response.write(`{"version":`);
}

function cuts(request: IncomingMessage): void {
  request.socket.destroy();
}

async function caOfAnother(): Promise<string> {
  return (await startVersionServer()).ca;
}

async function noCa(): Promise<string> {
  return "";
}

async function brokenCa(): Promise<string> {
  return "-----BEGIN CERTIFICATE-----\nAAAA\n";
}
