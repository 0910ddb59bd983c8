import type { IncomingMessage, ServerResponse } from "node:http";
import { AgentError } from "../core/agent-error.ts";
import type { Listen } from "../core/config/agent-config.ts";
import { maskCredentials } from "../core/report/mask-credentials.ts";
import { visibleText } from "../core/report/visible-text.ts";
import type { LogFields, LogPort } from "../ports/log-port.ts";
import type { HookMetrics, HookOutcome } from "../ports/metrics-port.ts";
import { type Answer, textAnswer, writeHead } from "./answer.ts";
import { findNamedRepositories, isHookType } from "./find-named-repositories.ts";
import { openHookLog } from "./hook-log.ts";
import { isSigned, readHookSignatures } from "./hook-signature.ts";
import { readBody } from "./read-body.ts";
import { type RunningServer, startListener } from "./start-listener.ts";

export interface Hooks {
  /** Read at each hook: it may be rotated. @throws {AgentError} when there is none. */
  readonly readSecret: () => Promise<string>;
  /** Has the stacks of these repositories look, all of them when no URL is among them. @returns how many. */
  readonly ring: (repositories: readonly string[]) => number;
  readonly metrics: HookMetrics;
  readonly log: LogPort;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const PATH = "/hooks/git";
const BODY_BYTES_MAX = 1024 * 1024;
/** Each may hold a body. */
const CONNECTIONS_MAX = 64;
/** Forges send at once, and wait ten seconds for the answer. */
const REQUEST_MS = 5_000;
/** How long and how much of what a refused client still sends is thrown away, so that it hears the answer. */
const LINGER_MS = 500;
const LINGER_BYTES_MAX = 32 * 1024 * 1024;
const LOGGED_MAX = 200;

/** What became of a request, with what the log is to say of it. */
interface Heard {
  readonly outcome: HookOutcome;
  readonly fields?: LogFields;
}

/**
 * Takes the hooks of forges, `POST /hooks/git`, at `agent.hooks`. Throws `ListenError`.
 *
 * Nothing that a hook says is trusted: once its signature is right it rings, and the stacks ask the repository and the forge
 * themselves. So one that somebody recorded and sends again can do no more than have them ask, at the pace of `ring`.
 */
export async function startHooksServer(listen: Listen, hooks: Hooks): Promise<RunningServer> {
  const tell = openHookLog(hooks.log, hooks.now);
  const server = await startListener({
    listen,
    key: "agent.hooks.listen",
    connectionsMax: CONNECTIONS_MAX,
    requestMs: REQUEST_MS,
    respond: async (request, response) => {
      const { outcome, fields = {} } = await hear(request, hooks);
      hooks.metrics.hookAnswered(outcome);
      tell(outcome, { ...fields, from: request.socket.remoteAddress ?? "" });
      send(request, response, ANSWERS[outcome]);
    },
  });
  // Whoever starts the agent is to hear of it, not the first who pushes.
  const secret = await readSecret(hooks);
  if (typeof secret !== "string") tell(secret.outcome, secret.fields ?? {});
  return server;
}

/** What everybody hears; why a signature is wrong is said to nobody. */
const ANSWERS: Readonly<Record<HookOutcome, Answer>> = {
  rung: textAnswer(202, "The stacks of this repository look now."),
  "no-stack": textAnswer(202, "No stack follows this repository."),
  unsigned: textAnswer(401, "Not signed with the secret of this agent."),
  forged: textAnswer(401, "Not signed with the secret of this agent."),
  "too-large": textAnswer(413, "A hook is at most 1 MiB."),
  cut: textAnswer(400, "The body did not come."),
  "wrong-path": textAnswer(404, `There is POST ${PATH}.`),
  "wrong-method": {
    ...textAnswer(405, "Only POST is answered here."),
    headers: { Allow: "POST" },
  },
  "wrong-type": textAnswer(415, "A hook is application/json, or a form with payload=."),
  "no-secret": textAnswer(503, "The secret of this agent cannot be read."),
};

async function hear(request: IncomingMessage, hooks: Hooks): Promise<Heard> {
  const { headers, method, url = "/" } = request;
  const contentType = headers["content-type"] ?? "";
  if (url.split("?")[0] !== PATH) return { outcome: "wrong-path" };
  if (method !== "POST") return { outcome: "wrong-method" };
  if (!isHookType(contentType)) return { outcome: "wrong-type" };
  const signatures = readHookSignatures(headers);
  // Nobody has a body read without at least saying that it is signed.
  if (signatures.length === 0) return { outcome: "unsigned" };
  const secret = await readSecret(hooks);
  if (typeof secret !== "string") return secret;
  const body = await readBody(request, BODY_BYTES_MAX);
  if (typeof body === "string") return { outcome: body };
  if (!isSigned(signatures, { secret, body })) return { outcome: "forged" };
  return ring(findNamedRepositories(body.toString("utf8"), contentType), hooks);
}

async function readSecret({ readSecret: read }: Hooks): Promise<string | Heard> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof AgentError)) throw error;
    return { outcome: "no-secret", fields: { why: error.message, code: error.code } };
  }
}

function ring(repositories: readonly string[], hooks: Hooks): Heard {
  if (hooks.ring(repositories) > 0) return { outcome: "rung" };
  const [repository = ""] = repositories;
  const shown = visibleText(maskCredentials(repository)).slice(0, LOGGED_MAX);
  return { outcome: "no-stack", fields: { repository: shown } };
}

/** A body that was not read to its end is thrown away for a moment: a connection that is cut at once takes the answer with it. */
function send(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  if (request.complete) {
    writeHead(response, answer);
    response.end(answer.body);
    return;
  }
  writeHead(response, { ...answer, headers: { ...answer.headers, Connection: "close" } });
  response.write(answer.body);
  const timer = setTimeout(() => response.end(), LINGER_MS);
  response.on("close", () => clearTimeout(timer));
  let left = LINGER_BYTES_MAX;
  request.on("data", ({ length }: Buffer) => {
    left -= length;
    if (left < 0) response.end();
  });
  request.on("end", () => response.end());
  request.resume();
}
