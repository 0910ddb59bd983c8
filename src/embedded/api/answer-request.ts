import type { IncomingMessage, ServerResponse } from "node:http";
import type { World } from "../kinds/resource.ts";
import { noSuchResource } from "../refusals.ts";
import { deprecationOf } from "../requests/deprecation-of.ts";
import { StatusError } from "../status-error.ts";
import { answerAbout } from "./answer-about.ts";
import { answerDiscovery } from "./answer-discovery.ts";
import { answerObjects, answerWatch } from "./answer-objects.ts";
import { answerOpenApi } from "./answer-open-api.ts";
import { type ApiRequest, readHead } from "./api-request.ts";
import type { Backlog } from "./backlog.ts";
import { chooseVerb } from "./choose-verb.ts";
import type { ProtobufDecoder } from "./decode-protobuf.ts";
import type { OpenApi } from "./open-api.ts";
import { Outlet } from "./outlet.ts";
import { parsePath } from "./parse-path.ts";
import { readBody } from "./read-body.ts";
import { refusals } from "./refusals.ts";
import { isConnection, refuseConnection } from "./refuse-connection.ts";
import { type Reply, refusalReply, sendReply, textReply } from "./reply.ts";
import type { ObjectsTarget, Target } from "./target.ts";
import type { ToldLines } from "./told-lines.ts";
import { warningHeaders } from "./warning-headers.ts";
import type { WatchClient } from "./watch-stream.ts";

/** What all requests share. */
export interface RequestContext {
  readonly world: World;
  readonly openApi: OpenApi;
  readonly protobuf: ProtobufDecoder;
  /** `HOST:PORT`. */
  readonly address: string;
  readonly isAllowed: (authorization: string) => boolean;
  readonly onDefect: (error: unknown) => void;
  readonly backlog: Backlog;
  readonly told: ToldLines;
  /** What ends each watch that runs. */
  readonly watches: Set<() => void>;
}

const WATCHES_MAX = 500;

const NO_BODY = Buffer.alloc(0);
const NOT_FOUND = "404 page not found\n";
/** Methods whose body is not looked at. */
const BODILESS = ["GET", "HEAD", "OPTIONS"];

/** Answers one request, whatever it is. Never rejects: a defect is handed to `onDefect`, the client only learns that there is one. */
export async function answerRequest(
  message: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
): Promise<void> {
  const request = readHead(message);
  // A client that leaves is not our problem.
  response.on("error", () => {});
  const outlet = new Outlet(response, context.backlog);
  const client = { response, outlet };
  try {
    const reply = await chooseReply(message, client, { context, request });
    if (reply !== undefined) sendReply(client, reply);
  } catch (error) {
    if (error instanceof StatusError) {
      sendReply(client, refusalReply(error, request));
    } else if (!message.destroyed || message.complete) {
      context.onDefect(error);
      sendReply(client, refusalReply(refusals.internal(), request));
    }
  } finally {
    // What is still to come of a body that nobody read.
    message.resume();
  }
}

/** The reply, or none when a watch has taken over the response. */
async function chooseReply(
  message: IncomingMessage,
  client: WatchClient,
  { context, request }: { context: RequestContext; request: ApiRequest | undefined },
): Promise<Reply | undefined> {
  if (!context.isAllowed(message.headers.authorization ?? "")) throw refusals.unauthorized();
  if (!context.backlog.makeRoom()) throw refusals.tooManyRequests();
  if (request === undefined) return textReply(400, "400 Bad Request");
  const target = parsePath(request.path, context.world.catalogue);
  return target.kind === "objects"
    ? answerTarget(message, client, { context, request, target })
    : answerDocument(target, request, context);
}

function answerDocument(
  target: Exclude<Target, ObjectsTarget>,
  request: ApiRequest,
  { world, openApi, address }: RequestContext,
): Reply {
  const resources = world.catalogue.resources();
  switch (target.kind) {
    case "nothing":
      if (target.form === "text") return textReply(404, NOT_FOUND);
      throw noSuchResource();
    case "discovery":
      return answerDiscovery(target.document, request, { resources, address });
    case "openapi":
      return answerOpenApi(target.document, request, openApi);
    case "about":
      return answerAbout(target.document, request, resources);
  }
}

async function answerTarget(
  message: IncomingMessage,
  client: WatchClient,
  asked: {
    readonly context: RequestContext;
    readonly request: ApiRequest;
    readonly target: ObjectsTarget;
  },
): Promise<Reply | undefined> {
  const { context, request, target } = asked;
  if (isConnection(target)) throw refuseConnection(target, context.world);
  const verb = chooseVerb(request.method, target, request.query);
  if (verb === undefined) return textReply(404, NOT_FOUND);
  warnOfDeprecation(client.response, target);
  if (verb === "watch") {
    watch(client, asked);
    return undefined;
  }
  const body = BODILESS.includes(request.method)
    ? NO_BODY
    : await readBody(message, context.backlog);
  return answerObjects({ request, target, verb, body }, context);
}

/** Refusals carry it as well; a reply with more warnings names all of them. */
function warnOfDeprecation(response: ServerResponse, { resource }: ObjectsTarget): void {
  const deprecated = deprecationOf(resource);
  if (deprecated !== undefined) response.setHeader("warning", warningHeaders([deprecated]));
}

function watch(
  client: WatchClient,
  asked: {
    readonly context: RequestContext;
    readonly request: ApiRequest;
    readonly target: ObjectsTarget;
  },
): void {
  const { world, watches, told, onDefect } = asked.context;
  if (watches.size >= WATCHES_MAX) throw refusals.tooManyRequests();
  const end = answerWatch(asked, { world, client, told, onDefect });
  watches.add(end);
  client.response.on("close", () => {
    watches.delete(end);
  });
}
