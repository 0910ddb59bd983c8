import { type JsonObject, textAt } from "../../core/object/json.ts";
import type { World } from "../kinds/resource.ts";
import { badRequest } from "../refusals.ts";
import { answerCall } from "../requests/answer-call.ts";
import type { ObjectAnswer } from "../requests/object-call.ts";
import { inVersion } from "../requests/object-place.ts";
import { readSelection } from "../requests/read-selection.ts";
import { scaleColumns } from "../tables/scale-columns.ts";
import type { ApiRequest } from "./api-request.ts";
import { checkContentType } from "./check-content-type.ts";
import { chooseForm, type Form } from "./choose-form.ts";
import type { Verb } from "./choose-verb.ts";
import type { ProtobufDecoder } from "./decode-protobuf.ts";
import { PROTOBUF } from "./media-types.ts";
import { WireError } from "./proto-reader.ts";
import { readWatchOptions } from "./read-watch-options.ts";
import { objectReply, type Reply, textReply } from "./reply.ts";
import { readIncluded, type ShapedResource, shapeAnswer, shapeEvent } from "./shape-answer.ts";
import type { ObjectsTarget } from "./target.ts";
import type { ToldLines } from "./told-lines.ts";
import { warningHeaders } from "./warning-headers.ts";
import { startWatch, type WatchClient } from "./watch-stream.ts";

/** A request about objects, with its body. */
export interface ObjectsRequest {
  readonly request: ApiRequest;
  readonly target: ObjectsTarget;
  readonly verb: Exclude<Verb, "watch">;
  readonly body: Buffer;
}

/** What a request about objects is carried out with. */
export interface ObjectsContext {
  readonly world: World;
  readonly protobuf: ProtobufDecoder;
}

/** Carries a request out. @throws {StatusError} when it is refused. */
export function answerObjects(asked: ObjectsRequest, context: ObjectsContext): Reply {
  const { request, target, verb } = asked;
  const { world } = context;
  const { resource, namespace, subresource } = target;
  // Custom kinds take a create at the path of an object as well; what it is called says the body.
  const name = verb === "create" && subresource === "" ? "" : target.name;
  const { isCustom } = resource;
  const { query, userAgent } = request;
  const hasBody = asked.body.length > 0;
  checkContentType({ verb, isCustom, contentType: request.contentType, hasBody });
  const form = chooseForm(request.accept, { isCustom, verb });
  if (form.shape === "table") readIncluded(query);
  const { contentType, body } = textOf(asked, context);
  const answer = answerCall(
    { verb, resource, namespace, name, subresource, query, contentType, body, userAgent },
    world,
  );
  return replyOf(answer, { asked, form, now: world.now() });
}

/** The body as text, whatever it was sent as. @throws {StatusError} 400. */
function textOf(
  { request, target, body }: ObjectsRequest,
  { protobuf }: ObjectsContext,
): { readonly contentType: string; readonly body: string } {
  const { contentType } = request;
  if (contentType !== PROTOBUF || body.length === 0) {
    return { contentType, body: body.toString("utf8") };
  }
  try {
    return { contentType: "application/json", body: JSON.stringify(protobuf.decode(body)) };
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    throw badRequest(
      `the object provided is unrecognized (must be of type ${target.resource.kind}): ${error.message}`,
    );
  }
}

function replyOf(
  answer: ObjectAnswer,
  { asked, form, now }: { asked: ObjectsRequest; form: Form; now: number },
): Reply {
  const { request, target } = asked;
  if (answer.text !== undefined) return textReply(answer.code, answer.text);
  const resource = shapedAs(target);
  const body =
    resource === undefined
      ? answer.body
      : shapeAnswer(answer.body, { form, resource, query: request.query, now });
  const reply = objectReply(body, { status: answer.code, syntax: form.syntax, request });
  const warning = warningHeaders(answer.warnings);
  return warning.length === 0 ? reply : { ...reply, headers: { warning } };
}

/** What the answer is shaped as; `undefined` when it has one shape only. */
function shapedAs({ resource, subresource }: ObjectsTarget): ShapedResource | undefined {
  switch (subresource) {
    case "":
    case "status":
      return resource;
    case "scale":
      return {
        group: "autoscaling",
        version: "v1",
        kind: "Scale",
        isCustom: false,
        columns: scaleColumns(resource),
      };
    default:
      return undefined;
  }
}

/** Begins a watch. @returns the function that ends it. @throws {StatusError} when it is refused. */
export function answerWatch(
  { request, target }: Omit<ObjectsRequest, "body" | "verb">,
  {
    world,
    client,
    told,
    onDefect,
  }: {
    readonly world: World;
    readonly client: WatchClient;
    readonly told: ToldLines;
    readonly onDefect: (error: unknown) => void;
  },
): () => void {
  const { resource, namespace, name } = target;
  const { query } = request;
  const form = chooseForm(request.accept, { isCustom: resource.isCustom, verb: "watch" });
  const selects = readSelection(query, resource);
  const options = readWatchOptions(query);
  if (form.shape === "table") readIncluded(query);
  const watch = {
    resource,
    namespace,
    options,
    told,
    // The ages in a table are those of the moment, and its first line is longer.
    form: form.shape === "table" ? undefined : `${form.shape} ${form.version}`,
    onDefect,
    selects: (object: JsonObject) =>
      selects(object) && (name === "" || textAt(object, "metadata", "name") === name),
    shape: (stored: JsonObject, isFirst: boolean) =>
      shapeEvent(inVersion(stored, resource), { isFirst, form, resource, query, now: world.now() }),
  };
  return startWatch(watch, client, world);
}
