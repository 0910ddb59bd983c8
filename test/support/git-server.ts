import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { makeCertificate } from "./make-certificate.ts";

const HTTP_BACKEND = "/usr/lib/git-core/git-http-backend";

/** True when the answer was given and Git is not to see the request. */
type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

export interface GitServer {
  /** `https://localhost:<port>`; a repository `shop.git` under the root is `<url>/shop.git`. */
  readonly url: string;
  /** PEM of the server's certificate, to be trusted. */
  readonly caFile: string;
  /** `GET /shop.git/info/refs?service=git-upload-pack`, oldest first. */
  readonly requests: string[];
  /** Sees each request before Git does: to answer, to wait, to break off. */
  intercept: Intercept;
  close(): Promise<void>;
}

interface GitServerOptions {
  /** The folder with bare repositories. */
  readonly root: string;
  /** Wanted as Basic credentials, when given. */
  readonly user?: string;
  readonly token?: string;
  /** Pushes get 403. */
  readonly isReadOnly?: boolean;
}

/** Git's own smart HTTP server behind TLS on a free port of localhost, with a certificate made for this run. */
export async function startGitServer(options: GitServerOptions): Promise<GitServer> {
  const folder = await mkdtemp(join(tmpdir(), "git-server-"));
  const { caFile, keyFile } = await makeCertificate(folder);
  const requests: string[] = [];
  const state: { intercept: Intercept } = { intercept: () => false };
  function handle(request: IncomingMessage, response: ServerResponse): void {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );
  }
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await state.intercept(request, response)) return;
    if (!isAuthorized(request, options)) {
      response.writeHead(401, { "www-authenticate": "Basic" }).end();
      return;
    }
    runBackend(options, { request, body: await buffer(request) }, response);
  }
  const server = createServer(
    { cert: await readFile(caFile), key: await readFile(keyFile) },
    handle,
  );
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `https://localhost:${portOf(server.address())}`,
    caFile,
    requests,
    get intercept() {
      return state.intercept;
    },
    set intercept(intercept) {
      state.intercept = intercept;
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      await rm(folder, { recursive: true });
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}

function isAuthorized(request: IncomingMessage, { user, token }: GitServerOptions): boolean {
  if (token === undefined) return true;
  const wanted = Buffer.from(`${user ?? "x-access-token"}:${token}`).toString("base64");
  return request.headers.authorization === `Basic ${wanted}`;
}

/** @see https://git-scm.com/docs/git-http-backend */
function runBackend(
  options: GitServerOptions,
  asked: { readonly request: IncomingMessage; readonly body: Buffer },
  response: ServerResponse,
): void {
  const { request, body } = asked;
  const url = new URL(request.url ?? "/", "https://localhost");
  const child = spawn(HTTP_BACKEND, [], {
    env: {
      GIT_PROJECT_ROOT: options.root,
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "http.receivepack",
      GIT_CONFIG_VALUE_0: String(options.isReadOnly !== true),
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      PATH: "/usr/bin:/bin",
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? "GET",
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      CONTENT_LENGTH: String(body.length),
      REMOTE_ADDR: "127.0.0.1",
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  // Git may answer without reading all. The whole body is at hand: a backend whose request breaks off spins for ever.
  child.stdin.on("error", () => child.stdin.destroy());
  child.stdin.end(body);
  const buffered: { head: Buffer | undefined } = { head: Buffer.alloc(0) };
  child.stdout.on("data", (chunk: Buffer) => {
    if (buffered.head === undefined) {
      response.write(chunk);
      return;
    }
    buffered.head = Buffer.concat([buffered.head, chunk]);
    const end = buffered.head.indexOf("\r\n\r\n");
    if (end === -1) return;
    writeHead(response, buffered.head.toString("latin1", 0, end));
    response.write(buffered.head.subarray(end + 4));
    buffered.head = undefined;
  });
  child.on("close", () => response.end());
  response.on("close", () => child.kill());
}

function writeHead(response: ServerResponse, head: string): void {
  const headers = head.split("\r\n").map((line) => line.split(/:\s*/, 2));
  const status = headers.find(([name]) => name?.toLowerCase() === "status")?.[1];
  for (const [name = "", value = ""] of headers) {
    if (name.toLowerCase() !== "status") response.setHeader(name, value);
  }
  response.writeHead(Number.parseInt(status ?? "200", 10));
}
