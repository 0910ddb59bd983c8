import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Writable } from "node:stream";
import type { Listen } from "../core/config/agent-config.ts";
import { ListenError, type ListenErrorCode } from "../core/listen-error.ts";
import { limitConnections } from "./limit-connections.ts";

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer without an end: `open` gets the body once the head is sent, and ends or destroys it. */
export interface Streaming {
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly open: (body: Writable) => void;
}

export interface Request {
  readonly path: string;
  readonly query: URLSearchParams;
  /** The header `Host`. */
  readonly host: string;
  /** The header `Last-Event-ID`, empty without one. */
  readonly lastEventId: string;
}

export interface ServerOptions {
  readonly listen: Listen;
  /** The key of the config that sets the address, for messages: `agent.page`. */
  readonly key: string;
  /** Answers a GET or HEAD request. */
  readonly answer: (request: Request) => Answer | Streaming | Promise<Answer>;
}

export interface RunningServer {
  /** The one that was chosen, when the config says 0. */
  readonly port: number;
  close(): Promise<void>;
}

const LIMITS = {
  connections: 100,
  headerBytes: 8 * 1024,
  headersMs: 5000,
  requestMs: 10_000,
  idleMs: 5000,
  /** How often the time limits are looked at. */
  checkMs: 1000,
  /** Connections that did not end by then are cut. */
  closeMs: 1000,
} as const;

/** Listens for GET and HEAD requests, with limits on their number, size and time. Throws `ListenError`. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const server = createServer(
    {
      maxHeaderSize: LIMITS.headerBytes,
      headersTimeout: LIMITS.headersMs,
      requestTimeout: LIMITS.requestMs,
      keepAliveTimeout: LIMITS.idleMs,
      connectionsCheckingInterval: LIMITS.checkMs,
    },
    (request, response) => void respond(request, response, options.answer),
  );
  limitConnections(server, LIMITS.connections);
  await listenOn(server, options);
  return { port: portOf(server.address()), close: async () => closeServer(server) };
}

async function listenOn(server: Server, { listen, key }: ServerOptions): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(translate(error, { listen, key })));
    server.listen({ host: listen.host, port: listen.port }, () => {
      server.removeAllListeners("error");
      resolve();
    });
  });
}

const CODES: ReadonlyMap<unknown, { readonly code: ListenErrorCode; readonly why: string }> =
  new Map([
    ["EADDRINUSE", { code: "port-in-use", why: "another process listens there" }],
    [
      "EACCES",
      {
        code: "port-forbidden",
        why: "ports under 1024 need a right that this process does not have",
      },
    ],
    ["EADDRNOTAVAIL", { code: "no-such-address", why: "this machine does not have the address" }],
    ["ENOTFOUND", { code: "no-such-address", why: "the name does not resolve" }],
    ["EAI_AGAIN", { code: "no-such-address", why: "the name does not resolve" }],
  ]);

function translate(error: Error, { listen, key }: Pick<ServerOptions, "listen" | "key">): Error {
  const known = CODES.get("code" in error ? error.code : undefined);
  if (known === undefined) return error;
  const host = listen.host.includes(":") ? `[${listen.host}]` : listen.host;
  const message = `Cannot listen on ${host}:${listen.port}: ${known.why}; set another ${key} in the config.`;
  return new ListenError(known.code, message, error);
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: ServerOptions["answer"],
): Promise<void> {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const answered = isRead
    ? await answer(readRequest(request))
    : {
        ...textAnswer(405, "Only GET and HEAD are answered here."),
        // The body of a refused request is not read.
        headers: { Allow: "GET, HEAD", Connection: "close" },
      };
  const isHead = request.method === "HEAD";
  if ("open" in answered) sendStream(response, answered, isHead);
  else sendAnswer(response, answered, isHead);
}

function readRequest({ url = "/", headers }: IncomingMessage): Request {
  const [path = "/", ...query] = url.split("?");
  const lastEventId = headers["last-event-id"];
  return {
    path,
    query: new URLSearchParams(query.join("?")),
    host: headers.host ?? "",
    lastEventId: typeof lastEventId === "string" ? lastEventId : "",
  };
}

function sendAnswer(response: ServerResponse, answer: Answer, isHead: boolean): void {
  const { status, contentType, body, headers } = answer;
  response.writeHead(status, {
    "Content-Type": contentType,
    "Content-Length": Buffer.byteLength(body),
    ...COMMON_HEADERS,
    ...headers,
  });
  response.end(isHead ? undefined : body);
}

function sendStream(response: ServerResponse, streaming: Streaming, isHead: boolean): void {
  const { contentType, headers, open } = streaming;
  response.writeHead(200, { "Content-Type": contentType, ...COMMON_HEADERS, ...headers });
  if (isHead) {
    response.end();
    return;
  }
  response.flushHeaders();
  open(response);
}

const COMMON_HEADERS = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
} as const;

export function textAnswer(status: number, text: string): Answer {
  return { status, contentType: "text/plain; charset=utf-8", body: `${text}\n` };
}

async function closeServer(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), LIMITS.closeMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}
