import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Listen } from "../core/config/agent-config.ts";
import { ListenError, type ListenErrorCode } from "../core/listen-error.ts";
import { limitConnections } from "./limit-connections.ts";

export interface ListenerOptions {
  readonly listen: Listen;
  /** The key of the config that sets the address, for messages: `agent.page`. */
  readonly key: string;
  readonly connectionsMax?: number;
  /** From the first byte of a request to the last of its body, in milliseconds: then it is cut. */
  readonly requestMs?: number;
  readonly respond: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
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

/** Listens for requests, with limits on their number, size and time. Throws `ListenError`. */
export async function startListener(options: ListenerOptions): Promise<RunningServer> {
  const { requestMs = LIMITS.requestMs, connectionsMax = LIMITS.connections, respond } = options;
  const server = createServer(
    {
      maxHeaderSize: LIMITS.headerBytes,
      headersTimeout: Math.min(LIMITS.headersMs, requestMs),
      requestTimeout: requestMs,
      keepAliveTimeout: LIMITS.idleMs,
      connectionsCheckingInterval: LIMITS.checkMs,
    },
    (request, response) => void respond(request, response),
  );
  limitConnections(server, connectionsMax);
  await listenOn(server, options);
  return { port: portOf(server.address()), close: async () => closeServer(server) };
}

async function listenOn(server: Server, { listen, key }: ListenerOptions): Promise<void> {
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

function translate(error: Error, { listen, key }: Pick<ListenerOptions, "listen" | "key">): Error {
  const known = CODES.get("code" in error ? error.code : undefined);
  if (known === undefined) return error;
  const host = listen.host.includes(":") ? `[${listen.host}]` : listen.host;
  const message = `Cannot listen on ${host}:${listen.port}: ${known.why}; set another ${key} in the config.`;
  return new ListenError(known.code, message, error);
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
