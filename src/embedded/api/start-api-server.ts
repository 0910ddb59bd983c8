import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import { EmbeddedError, type EmbeddedErrorCode } from "../embedded-error.ts";
import type { World } from "../kinds/resource.ts";
import { loadKubernetesTypes } from "../schema/kubernetes-types.ts";
import { answerRequest, type RequestContext } from "./answer-request.ts";
import { openBacklog } from "./backlog.ts";
import { ProtobufDecoder } from "./decode-protobuf.ts";
import type { Certificate } from "./make-certificate.ts";
import { OpenApi } from "./open-api.ts";
import { isTooLong } from "./read-body.ts";
import { ToldLines } from "./told-lines.ts";

/** What a server is started with. */
export interface ApiServerOptions {
  readonly world: World;
  /** `host` is a loopback address; port 0 lets the system choose. */
  readonly listen: { readonly host: string; readonly port: number };
  readonly token: string;
  readonly certificate: Certificate;
  /** Takes what no client can answer for: an error that is no refusal. */
  readonly onDefect: (error: unknown) => void;
}

export interface RunningApiServer {
  readonly port: number;
  /** Ends all watches and resolves when nobody is served any more, within a second. */
  close(): Promise<void>;
}

const LIMITS = {
  connections: 1000,
  headerBytes: 64 * 1024,
  headersMs: 10_000,
  /** For a request with its body; an answer may take as long as it wants, as a watch does. */
  requestMs: 60_000,
  /** Clients keep connections for 90 s; the server must not be the first to let go. */
  idleMs: 120_000,
  checkMs: 5000,
  closeMs: 500,
} as const;

/** What its certificate names. */
const LOOPBACK = ["127.0.0.1", "::1", "localhost"];

interface ListenFault {
  readonly code: EmbeddedErrorCode;
  readonly advice: string;
}

const NO_ADDRESS: ListenFault = {
  code: "no-such-address",
  advice: "this machine has no such address: set cluster.embedded.listen to 127.0.0.1:<port>",
};

/** What the system says when it does not give an address, and what a person can do then. */
const FAULTS = new Map<string, ListenFault>([
  [
    "EADDRINUSE",
    {
      code: "port-in-use",
      advice:
        "another program has this port: stop it, or set cluster.embedded.listen to a free one",
    },
  ],
  [
    "EACCES",
    {
      code: "port-forbidden",
      advice: "this user may not take this port: set cluster.embedded.listen to one from 1024 on",
    },
  ],
  ["EADDRNOTAVAIL", NO_ADDRESS],
  ["ENOTFOUND", NO_ADDRESS],
]);

/**
 * Serves the Kubernetes API over HTTPS on a loopback address.
 * @throws {EmbeddedError} `port-in-use`, `port-forbidden`, `no-such-address`.
 */
export async function startApiServer(options: ApiServerOptions): Promise<RunningApiServer> {
  const { host, port } = options.listen;
  if (!LOOPBACK.includes(host)) {
    throw new EmbeddedError(
      "no-such-address",
      `the embedded cluster listens only on this machine: ${host} is none of ${LOOPBACK.join(", ")}; set cluster.embedded.listen to one of them`,
    );
  }
  const server = createServer({
    ...options.certificate,
    minVersion: "TLSv1.2",
    maxHeaderSize: LIMITS.headerBytes,
    handshakeTimeout: LIMITS.headersMs,
    headersTimeout: LIMITS.headersMs,
    requestTimeout: LIMITS.requestMs,
    keepAliveTimeout: LIMITS.idleMs,
    connectionsCheckingInterval: LIMITS.checkMs,
  });
  server.maxConnections = LIMITS.connections;
  const watches = new Set<() => void>();
  await listenOn(server, { host, port });
  const opened = portOf(server);
  const context: RequestContext = {
    world: options.world,
    openApi: new OpenApi(options.world),
    protobuf: new ProtobufDecoder(loadKubernetesTypes()),
    address: `${host.includes(":") ? `[${host}]` : host}:${opened}`,
    isAllowed: tokenCheck(options.token),
    onDefect: options.onDefect,
    backlog: openBacklog(),
    told: new ToldLines(),
    watches,
  };
  serve(server, context);
  return { port: opened, close: async () => closeServer(server, watches) };
}

function serve(server: Server, context: RequestContext): void {
  function answer(message: IncomingMessage, response: ServerResponse): void {
    void answerRequest(message, response, context);
  }
  server.on("request", answer);
  // A client that asks before it sends a long body learns that it need not send it.
  server.on("checkContinue", (message: IncomingMessage, response: ServerResponse) => {
    if (!isTooLong(message)) response.writeContinue();
    answer(message, response);
  });
  // Upgrades are for exec, attach and port forwarding: answered as ordinary requests, that is refused.
  server.on("tlsClientError", (_error, socket) => {
    socket.destroy();
  });
}

async function listenOn(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const fault = FAULTS.get(error.code ?? "");
      const message = `the embedded cluster cannot listen on ${host}:${port}: ${fault?.advice ?? ""}`;
      reject(fault === undefined ? error : new EmbeddedError(fault.code, message, error));
    });
    server.listen({ host, port, exclusive: true }, () => {
      // An error of a server that listens is nobody's mistake: unheard, it ends the process.
      server.removeAllListeners("error");
      resolve();
    });
  });
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Compares digests, which have one length, in constant time. */
function tokenCheck(token: string): RequestContext["isAllowed"] {
  const expected = digestOf(token);
  return (authorization) => {
    const sent = /^bearer +(?<token>\S+) *$/i.exec(authorization)?.groups?.["token"];
    return sent !== undefined && timingSafeEqual(digestOf(sent), expected);
  };
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

async function closeServer(server: Server, watches: Set<() => void>): Promise<void> {
  const cut = setTimeout(() => {
    server.closeAllConnections();
  }, LIMITS.closeMs);
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
    for (const end of watches) end();
    server.closeIdleConnections();
  });
  clearTimeout(cut);
}
