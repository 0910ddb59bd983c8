import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { CredentialCache } from "../../src/adapters/kubernetes/credential-cache.ts";
import { HttpClient } from "../../src/adapters/kubernetes/http-client.ts";

/** A plain HTTP server that answers as a test says, for what a real API server will not do on demand. */
export interface ScriptedApi {
  readonly url: string;
  /** `METHOD path` of each request so far. */
  readonly requests: readonly string[];
  /** A client for it, closed with it when the test ends. */
  readonly client: HttpClient;
  /** How often credentials were loaded. */
  loads(): number;
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export async function startScriptedApi(answer: Answer): Promise<ScriptedApi> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${portOf(server)}`;
  let loads = 0;
  const credentials = new CredentialCache(async () => {
    loads += 1;
    const headers = { authorization: `Bearer token-${loads}` };
    return { server: url, tls: {}, headers, proxyUrl: undefined };
  });
  const client = new HttpClient({ credentials, userAgent: "lockstep/test", concurrency: 4 });
  onTestFinished(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  });
  return { url, requests, client, loads: () => loads };
}

/** Answers with JSON. */
export function sendJson(
  response: ServerResponse,
  { status = 200, body, headers = {} }: JsonAnswer,
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

export interface JsonAnswer {
  readonly status?: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no TCP port");
  return address.port;
}
