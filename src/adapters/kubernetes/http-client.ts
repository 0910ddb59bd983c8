import { setTimeout as delay } from "node:timers/promises";
import { Agent, type Dispatcher, EnvHttpProxyAgent, ProxyAgent } from "undici";
import { ClusterError } from "../../core/cluster-error.ts";
import { isLoopback } from "../../core/config/loopback.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/object/json.ts";
import type { CredentialCache } from "./credential-cache.ts";
import type { Credentials } from "./load-credentials.ts";
import { translateOutage } from "./translate-outage.ts";

/** One request to the API server. */
export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path and query. */
  readonly path: string;
  readonly body?: Json;
  readonly contentType?: string;
  readonly accept?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Any answer, refusals too. `body` is a JSON object; other text stands in its `message`. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: JsonObject;
  readonly retryAfterMs: number | undefined;
}

/** A watch that the server accepted, or its refusal. */
export type ApiStream =
  | { readonly kind: "open"; readonly chunks: AsyncIterable<Buffer> }
  | { readonly kind: "refused"; readonly answer: ApiAnswer };

export interface HttpClientOptions {
  readonly credentials: CredentialCache;
  /** `lockstep/<version>`. */
  readonly userAgent: string;
  /** Requests at the same time, watches apart. */
  readonly concurrency: number;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** The server itself gives up after 60 s; a webhook may take 30 s of them. */
const REQUEST_TIMEOUT_MS = 65_000;
const KEEP_ALIVE_MS = 60_000;
/** One page of a list holds at most 500 objects; this is far above any page seen. */
const ANSWER_BYTES_MAX = 256 * 1024 * 1024;
/** A server that asks for patience gets it, but a pass must not sleep: what is longer is the caller's wait. */
const BUSY_TRIES_MAX = 3;
const BUSY_WAIT_MS_MAX = 1_000;

/** Raw JSON over keep-alive connections. Counts what it sends; translates only failures of the connection. */
export class HttpClient {
  readonly #options: HttpClientOptions;
  readonly #counts = { reads: 0, writes: 0, watches: 0 };
  #line: Line | undefined;
  #isClosed = false;

  constructor(options: HttpClientOptions) {
    this.#options = options;
  }

  /**
   * Sends a request, again after 429 and 503 with Retry-After (thrice at most), once again with fresh credentials after
   * 401, and once again when a read hit a connection that the server had just closed.
   *
   * @throws {ClusterError} `unreachable`, `too-large` (the answer), `unauthorized` (no credentials could be had).
   */
  async send(request: ApiRequest): Promise<ApiAnswer> {
    for (let tries = 1; ; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      const answer = await this.#sendAuthorized(request);
      const isBusy =
        answer.status === 429 || (answer.status === 503 && answer.retryAfterMs !== undefined);
      const waitMs = answer.retryAfterMs ?? BUSY_WAIT_MS_MAX;
      if (!isBusy || tries === BUSY_TRIES_MAX || waitMs > BUSY_WAIT_MS_MAX) return answer;
      // oxlint-disable-next-line no-await-in-loop -- as above
      await delay(waitMs, undefined, { ref: false });
    }
  }

  /** Starts a watch. It ends with an error when nothing comes for `idleMs`, or when aborted. */
  async open(request: {
    readonly path: string;
    readonly idleMs: number;
    readonly signal: AbortSignal;
  }): Promise<ApiStream> {
    const { path, idleMs, signal } = request;
    const credentials = await this.#options.credentials.get();
    const line = this.#lineFor(credentials);
    this.#counts.watches += 1;
    try {
      const response = await line.watches.request({
        ...this.#target(credentials, { method: "GET", path }),
        signal,
        bodyTimeout: idleMs,
        headersTimeout: REQUEST_TIMEOUT_MS,
      });
      if (response.statusCode === 200) {
        return { kind: "open", chunks: readChunks(response.body, line.server) };
      }
      const answer = await readAnswer(response, line.server);
      if (answer.status === 401) this.#options.credentials.drop(credentials);
      return { kind: "refused", answer };
    } catch (error) {
      throw translateOutage(error, line.server) ?? error;
    }
  }

  counts(): { readonly reads: number; readonly writes: number; readonly watches: number } {
    return { ...this.#counts };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#line?.destroy();
  }

  async #sendAuthorized(request: ApiRequest): Promise<ApiAnswer> {
    const cache = this.#options.credentials;
    const credentials = await cache.get();
    const answer = await this.#sendReliably(request, credentials);
    if (answer.status !== 401) return answer;
    cache.drop(credentials);
    return this.#sendReliably(request, await cache.get());
  }

  async #sendReliably(request: ApiRequest, credentials: Credentials): Promise<ApiAnswer> {
    try {
      return await this.#sendOnce(request, credentials);
    } catch (error) {
      if (request.method !== "GET" || !isClosedConnection(error)) throw error;
      return this.#sendOnce(request, credentials);
    }
  }

  async #sendOnce(request: ApiRequest, credentials: Credentials): Promise<ApiAnswer> {
    const line = this.#lineFor(credentials);
    // A dry run changes nothing.
    const isRead = request.method === "GET" || request.path.includes("dryRun=All");
    if (isRead) this.#counts.reads += 1;
    else this.#counts.writes += 1;
    const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const { signal } = request;
    try {
      const response = await line.requests.request({
        ...this.#target(credentials, request),
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
      return await readAnswer(response, line.server);
    } catch (error) {
      throw translateOutage(error, line.server) ?? error;
    }
  }

  #target(credentials: Credentials, request: ApiRequest): Dispatcher.RequestOptions {
    const { origin, pathname } = new URL(credentials.server);
    const hasBody = request.body !== undefined;
    return {
      origin,
      path: `${pathname === "/" ? "" : pathname}${request.path}`,
      method: request.method,
      headers: {
        ...credentials.headers,
        accept: request.accept ?? "application/json",
        "user-agent": this.#options.userAgent,
        ...(hasBody ? { "content-type": request.contentType ?? "application/json" } : {}),
      },
      body: hasBody ? JSON.stringify(request.body) : null,
    };
  }

  /** The connections for these credentials; renewed when server, certificates or proxy changed. */
  #lineFor(credentials: Credentials): Line {
    if (this.#isClosed) throw new ClusterError("unreachable", "the cluster connection is closed");
    if (this.#line?.serves(credentials) === true) return this.#line;
    // Requests under way end in peace; watches are cut, and resume on the new connections.
    void this.#line?.retire();
    this.#line = new Line(credentials, this.#options.concurrency);
    return this.#line;
  }
}

/** Two pools to one server, so that watches never take a request's connection. */
class Line {
  readonly server: string;
  readonly requests: Dispatcher;
  readonly watches: Dispatcher;
  readonly #key: string;
  /** The very object that was compared last: the same one needs no comparison. */
  #seen: Credentials;

  constructor(credentials: Credentials, connections: number) {
    this.server = credentials.server;
    this.requests = dispatcherFor(credentials, connections);
    this.watches = dispatcherFor(credentials, null);
    this.#key = connectionKey(credentials);
    this.#seen = credentials;
  }

  serves(credentials: Credentials): boolean {
    if (credentials === this.#seen) return true;
    if (connectionKey(credentials) !== this.#key) return false;
    this.#seen = credentials;
    return true;
  }

  async retire(): Promise<void> {
    await Promise.all([this.requests.close(), this.watches.destroy()]);
  }

  async destroy(): Promise<void> {
    await Promise.all([this.requests.destroy(), this.watches.destroy()]);
  }
}

/** All that a connection is made of; tokens are sent per request. */
function connectionKey({ server, tls, proxyUrl }: Credentials): string {
  return JSON.stringify([server, tls, proxyUrl]);
}

function dispatcherFor(credentials: Credentials, connections: number | null): Dispatcher {
  const { tls, proxyUrl, server } = credentials;
  const connect = { ...tls, timeout: CONNECT_TIMEOUT_MS };
  const options = { connections, connect, keepAliveTimeout: KEEP_ALIVE_MS };
  if (proxyUrl !== undefined) {
    return new ProxyAgent({ ...options, uri: proxyUrl, requestTls: connect });
  }
  // Like Go's client: HTTPS_PROXY and NO_PROXY count, but never for this very machine.
  if (isLoopback(new URL(server).hostname)) return new Agent(options);
  return new EnvHttpProxyAgent({ ...options, requestTls: connect });
}

function isClosedConnection(error: unknown): boolean {
  if (!(error instanceof ClusterError)) return false;
  const { cause } = error;
  return (
    cause instanceof Error &&
    "code" in cause &&
    (cause.code === "UND_ERR_SOCKET" || cause.code === "ECONNRESET" || cause.code === "EPIPE")
  );
}

/** The body of a watch; a connection that breaks under it is an outage like any other. */
async function* readChunks(body: AsyncIterable<unknown>, server: string): AsyncIterable<Buffer> {
  try {
    for await (const chunk of body) {
      if (Buffer.isBuffer(chunk)) yield chunk;
    }
  } catch (error) {
    throw translateOutage(error, server) ?? error;
  }
}

async function readAnswer(response: Dispatcher.ResponseData, server: string): Promise<ApiAnswer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body) {
    if (!Buffer.isBuffer(chunk)) continue;
    sizeBytes += chunk.length;
    if (sizeBytes > ANSWER_BYTES_MAX) {
      throw new ClusterError("too-large", `${server}: an answer is larger than 256 MiB`);
    }
    chunks.push(chunk);
  }
  return {
    status: response.statusCode,
    body: parseBody(Buffer.concat(chunks).toString("utf8")),
    retryAfterMs: parseRetryAfter(response.headers["retry-after"]),
  };
}

/** Proxies and the server's own mux answer in plain text. */
function parseBody(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return isJsonObject(value) ? value : { message: text.trim() };
}

/** The API server sends seconds, never a date. */
function parseRetryAfter(header: string | string[] | undefined): number | undefined {
  const seconds = typeof header === "string" && /^\d{1,6}$/.test(header) ? Number(header) : -1;
  return seconds < 0 ? undefined : seconds * 1_000;
}
