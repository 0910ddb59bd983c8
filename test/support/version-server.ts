import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { JsonObject } from "../../src/core/object/json.ts";
import { makeCertificate } from "./make-certificate.ts";

/** Answers one request; one that does nothing leaves it waiting. */
type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** What is outside of the cluster: an HTTPS server on a free port of this machine. */
export interface VersionServer {
  readonly port: number;
  /** PEM of its own certificate, for localhost and 127.0.0.1. */
  readonly ca: string;
  /** Path and credentials of each request: `/ Basic …`. */
  readonly requests: string[];
  handle: Handle;
}

export async function startVersionServer(): Promise<VersionServer> {
  const folder = await mkdtemp(join(tmpdir(), "version-server-"));
  const { caFile, keyFile } = await makeCertificate(folder);
  const ca = await readFile(caFile, "utf8");
  const key = await readFile(keyFile, "utf8");
  await rm(folder, { recursive: true });
  const requests: string[] = [];
  const state: { handle: Handle } = { handle: saysStatus(404) };
  const server = createServer({ cert: ca, key }, (request, response) => {
    requests.push(`${request.url} ${request.headers.authorization}`);
    state.handle(request, response);
  });
  // Whoever does not trust it says so.
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    ca,
    requests,
    get handle() {
      return state.handle;
    },
    set handle(handle) {
      state.handle = handle;
    },
  };
}

/** As Elasticsearch answers at its root. */
export function saysVersion(version: string): Handle {
  return saysJson({ cluster_name: "outside", version: { number: version } });
}

export function saysJson(body: JsonObject): Handle {
  return (_request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(body));
  };
}

export function saysStatus(status: number, headers: Readonly<Record<string, string>> = {}): Handle {
  return (_request, response) => {
    response.writeHead(status, headers).end("{}");
  };
}

/** Keys of a Secret that describes a target outside the cluster. */
export function secretData(keys: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(
    Object.entries(keys).map(([key, text]) => [key, Buffer.from(text, "utf8").toString("base64")]),
  );
}
