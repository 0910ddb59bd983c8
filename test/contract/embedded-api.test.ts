import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { get, type RequestOptions } from "node:https";
import { connect as connectPlain, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isJsonObject, type JsonObject, objectAt, textAt } from "../../src/core/object/json.ts";
import {
  type EmbeddedCluster,
  startEmbeddedCluster,
} from "../../src/embedded/start-embedded-cluster.ts";
import { askCluster, type RawRequest } from "../support/ask-cluster.ts";
import { watchLines } from "../support/watch-lines.ts";

const LISTEN = { host: "127.0.0.1", port: 0 };
const MAPS = "/api/v1/namespaces/default/configmaps";
const JSON_TYPE = { "content-type": "application/json" };

let cluster: EmbeddedCluster;
const defects: unknown[] = [];

beforeAll(async () => {
  cluster = await start();
});

afterAll(async () => {
  await cluster.close();
});

async function start(
  options: Partial<Parameters<typeof startEmbeddedCluster>[0]> = {},
): Promise<EmbeddedCluster> {
  return startEmbeddedCluster({
    folder: undefined,
    listen: LISTEN,
    controllers: "api-server",
    onDefect: (error) => defects.push(error),
    ...options,
  });
}

/** `404 text/plain 404 page not found`: the answer on one line. */
async function brief(request: RawRequest): Promise<string> {
  const { status, headers, body } = await askCluster(cluster, request);
  const [type = ""] = String(headers["content-type"] ?? "").split(";");
  const text = type === "application/json" ? (textAt(parsed(body), "message") ?? "ok") : body;
  return `${status} ${type} ${text.trim()}`;
}

function parsed(body: string): JsonObject {
  const value: unknown = JSON.parse(body);
  return isJsonObject(value) ? value : {};
}

async function create(name: string, labels: JsonObject = {}): Promise<void> {
  const body = JSON.stringify({ metadata: { name, labels }, data: { a: "1" } });
  const answer = await askCluster(cluster, {
    path: MAPS,
    method: "POST",
    headers: JSON_TYPE,
    body,
  });
  expect(answer.status).toBe(201);
}

test.each([
  ["no token", ""],
  ["a wrong token", "0".repeat(64)],
  ["half of the token", "half"],
])("%s opens nothing, not even the version", async (_, token) => {
  const sent = token === "half" ? cluster.token.slice(0, 32) : token;
  expect(await brief({ path: "/version", token: sent })).toBe("401 application/json Unauthorized");
});

test.each([
  ["/version", "200 application/json ok"],
  ["/foo", "404 text/plain 404 page not found"],
  ["/%zz", "400 text/plain 400 Bad Request"],
  [`${MAPS}/__proto__`, '404 application/json configmaps "__proto__" not found'],
  ["/api/v1/__proto__", "404 application/json the server could not find the requested resource"],
  ["/readyz", "200 text/plain ok"],
])("GET %s", async (path, expected) => {
  expect(await brief({ path })).toBe(expected);
});

const TOO_LARGE = "413 application/json Request entity too large: limit is 3145728";

test.each<[string, Readonly<Record<string, string>>]>([
  ["says its length", {}],
  ["comes in chunks", { "transfer-encoding": "chunked" }],
])("a body of 100 MB that %s is refused and not kept in memory", async (_, headers) => {
  const body = Buffer.alloc(100_000_000, "a");
  const before = process.memoryUsage().arrayBuffers;
  const request = { path: MAPS, method: "POST", headers: { ...JSON_TYPE, ...headers }, body };
  expect(await brief(request)).toBe(TOO_LARGE);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
});

test("a client that asks before it sends a long body need not send it", async () => {
  const { hostname, port } = new URL(cluster.url);
  const socket = connect({ host: hostname, port: Number(port), ca: cluster.ca });
  const head = [
    `POST ${MAPS} HTTP/1.1`,
    "Host: x",
    `Authorization: Bearer ${cluster.token}`,
    "Content-Type: application/json",
    "Content-Length: 100000000",
    "Expect: 100-continue",
    "",
    "",
  ];
  socket.write(head.join("\r\n"));
  const first = await new Promise<string>((resolve) => {
    socket.once("data", (data: Buffer) => resolve(data.toString("utf8").slice(0, 12)));
  });
  socket.destroy();
  expect(first).toBe("HTTP/1.1 413");
});

test("YAML comes and goes", async () => {
  const answer = await askCluster(cluster, {
    path: MAPS,
    method: "POST",
    headers: { "content-type": "application/yaml", accept: "application/yaml" },
    body: "metadata: {name: yaml}\ndata:\n  a: 'yes'\n",
  });
  expect(answer.status).toBe(201);
  expect(answer.headers["content-type"]).toBe("application/yaml");
  expect(answer.body).toContain('data:\n  a: "yes"\n');
});

test("what the server wants to warn of is a header, whatever characters it has", async () => {
  const body = JSON.stringify({ metadata: { name: "warned" }, "ünknown\n": 1 });
  const answer = await askCluster(cluster, {
    path: MAPS,
    method: "POST",
    headers: JSON_TYPE,
    body,
  });
  expect(answer.status).toBe(201);
  expect(Buffer.from(String(answer.headers["warning"]), "latin1").toString("utf8")).toContain(
    'unknown field \\"ünknown',
  );
});

test("a watch tells what was, what comes, and ends when its time is over", async () => {
  await create("watched-a", { watch: "me" });
  const watched = watchLines(
    cluster,
    `${MAPS}?watch=true&labelSelector=watch%3Dme&timeoutSeconds=1&allowWatchBookmarks=true`,
  );
  await watched.seen(2);
  await create("watched-b", { watch: "me" });
  await create("other");
  expect(await watched.ended).toBe("ADDED watched-a, BOOKMARK end, ADDED watched-b");
});

test("the server closes within a second although a client watches and another is idle", async () => {
  const own = await start();
  const { hostname, port } = new URL(own.url);
  const idle = connect({ host: hostname, port: Number(port), ca: own.ca });
  await new Promise<void>((resolve) => {
    idle.once("secureConnect", resolve);
  });
  const watched = watchLines(own, `${MAPS}?watch=true&resourceVersion=0`);
  await watched.seen(0);
  const from = performance.now();
  await own.close();
  expect(performance.now() - from).toBeLessThan(1000);
  await watched.ended;
  idle.destroy();
});

test("a client that does not read its watch is cut off", async () => {
  const own = await start();
  const { hostname, port } = new URL(own.url);
  const path = `${MAPS}?watch=true`;
  const isCut = new Promise<boolean>((resolve, reject) => {
    const asked = get({ ...optionsOf(own, path), host: hostname, port }, (response) => {
      response.pause();
      response.on("close", () => resolve(true));
      void flood(own).then(() => response.resume(), reject);
    });
    asked.on("error", () => resolve(true));
  });
  expect(await isCut).toBe(true);
  await own.close();
});

/** More than a client may leave unread. */
async function flood(own: EmbeddedCluster): Promise<void> {
  const data = { a: "x".repeat(900_000) };
  for (let index = 0; index < 30; index += 1) {
    const body = JSON.stringify({ metadata: { name: `big-${index}` }, data });
    // oxlint-disable-next-line no-await-in-loop -- the watch is to lag behind, not the writer
    await askCluster(own, { path: MAPS, method: "POST", headers: JSON_TYPE, body });
  }
}

test("what is no TLS and no HTTP harms nobody", async () => {
  const { hostname, port } = new URL(cluster.url);
  for (const text of ["GET / HTTP/1.1\r\n\r\n", "\u0000\u0001\u0002"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is what is meant
    await new Promise<void>((resolve) => {
      const socket = connectPlain(Number(port), hostname, () => socket.end(text));
      socket.on("close", () => resolve());
      socket.on("error", () => resolve());
      socket.resume();
    });
  }
  expect(await brief({ path: "/readyz" })).toBe("200 text/plain ok");
});

test("a port in use and an address of the network are refused by code", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => {
    taken.listen(0, "127.0.0.1", resolve);
  });
  const address = taken.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const inUse = start({ listen: { host: "127.0.0.1", port } });
  await expect(inUse).rejects.toMatchObject({ code: "port-in-use" });
  taken.close();
  const open = start({ listen: { host: "0.0.0.0", port: 0 } });
  await expect(open).rejects.toMatchObject({ code: "no-such-address" });
});

test("a second start has the objects, the certificate and the token of the first", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lockstep-embedded-"));
  const kubeconfig = join(folder, "kubeconfig");
  const first = await start({ folder, kubeconfig });
  const body = JSON.stringify({ metadata: { name: "kept" } });
  await askCluster(first, { path: MAPS, method: "POST", headers: JSON_TYPE, body });
  await first.close();
  const second = await start({ folder, kubeconfig });
  expect(second.token === first.token && second.ca === first.ca).toBe(true);
  expect((await askCluster(second, { path: `${MAPS}/kept` })).status).toBe(200);
  expect((statSync(kubeconfig).mode & 0o777).toString(8)).toBe("600");
  expect(objectAt(parsed(readFileSync(kubeconfig, "utf8")))?.["current-context"]).toBe("lockstep");
  await second.close();
  rmSync(folder, { recursive: true });
});

test("none of all this was a defect", () => {
  expect(defects).toEqual([]);
});

function optionsOf(own: EmbeddedCluster, path: string): RequestOptions {
  const headers = { authorization: `Bearer ${own.token}` };
  return { path, headers, ca: own.ca, agent: false };
}
