import {
  isJsonObject,
  type Json,
  type JsonObject,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import { apiVersionOf } from "../../core/object/object-id.ts";
import { invalidObject } from "../invalid-object.ts";
import type { World } from "../kinds/resource.ts";
import { badRequest } from "../refusals.ts";
import { goText } from "../schema/go-text.ts";
import { strategicMerge } from "../schema/strategic-merge.ts";
import type { StatusError } from "../status-error.ts";
import type { BodyType } from "./body-type.ts";
import { decodeFields } from "./decode-object-body.ts";
import { mergePatch } from "./merge-patch.ts";
import type { ObjectCall } from "./object-call.ts";
import { objectOf, parseJsonBody, wrongShape } from "./parse-body.ts";
import {
  JSON_PATCH,
  MERGE_PATCH,
  patchTypesOf,
  STRATEGIC_PATCH,
  wrongPatchType,
} from "./patch-types.ts";
import type { WriteOptions } from "./read-options.ts";
import { runJsonPatch } from "./run-json-patch.ts";
import { duplicateErrors } from "./strict-errors.ts";
import { foreignType, missingKind, wrongKind } from "./type-errors.ts";

/** How the result of a patch is to be read. */
interface Patching {
  readonly call: ObjectCall;
  readonly world: World;
  readonly type: BodyType;
  readonly validation: WriteOptions["fieldValidation"];
}

/** What a patch made of an object, not yet checked against its type. */
interface Patched {
  readonly object: JsonObject;
  /** What a refusal says of a result that does not fit its type. */
  readonly refuse: (why: string) => StatusError;
  /** What the patch says that patches do not take, such as repeated keys. */
  readonly leftovers: readonly string[];
}

type Patch = (live: JsonObject, patching: Pick<Patching, "call" | "type">) => Patched;

const PATCHES: ReadonlyMap<string, Patch> = new Map<string, Patch>([
  [JSON_PATCH, runJson],
  [MERGE_PATCH, runMergePatch],
  [STRATEGIC_PATCH, runStrategicPatch],
]);

/**
 * Carries out a patch that starts from the live object.
 *
 * @returns the object that is to replace it.
 * @throws {StatusError} 415 for another content type, 400 for what is no patch, 422 when the result is no object of its type.
 */
export function runPatch(
  live: JsonObject,
  patching: Patching,
): { next: JsonObject; warnings: readonly string[] } {
  const { call, world, type, validation } = patching;
  const { object: patched, leftovers, refuse } = patchOf(patching)(live, patching);
  const object = type.isCustom ? patched : withType(patched, type);
  const wrongType = type.isCustom
    ? kindError(object, live)
    : foreignType(object, { type, catalogue: world.catalogue });
  const decoded = decodeFields(object, type.schema);
  const why =
    wrongType ?? (call.contentType === STRATEGIC_PATCH ? decoded.wrongInPatch : decoded.wrong);
  if (why !== undefined) throw refuse(why);
  const unknown = decoded.unknownFields.map((field) => `unknown field "${field}"`);
  const strict = [...leftovers, ...unknown];
  if (validation === "Strict" && strict.length > 0) {
    throw refuse(`strict decoding error: ${strict.join(", ")}`);
  }
  if (type.isCustom) checkType(object, type);
  return { next: decoded.object, warnings: validation === "Warn" ? strict : [] };
}

function patchOf({ call }: Patching): Patch {
  const { contentType, resource } = call;
  const patch = PATCHES.get(contentType);
  if (patch === undefined || !patchTypesOf(resource).includes(contentType)) {
    throw wrongPatchType(resource);
  }
  return patch;
}

function runJson(live: JsonObject, { call }: Pick<Patching, "call">): Patched {
  const { object: changed, leftovers } = runJsonPatch(live, call);
  // The order matters for what is found to be wrong first.
  const object = sortedWhereTouched(changed, live);
  return { object, leftovers, refuse: (why) => badResult(object, why) };
}

function runMergePatch(live: JsonObject, { call }: Pick<Patching, "call">): Patched {
  const parsed = parseJsonBody(call.body);
  if (!parsed.ok) throw badRequest(`error decoding patch: ${parsed.wrong}`);
  const shape = wrongShape(parsed.value);
  if (shape !== undefined) throw badRequest(`error decoding patch: ${notMap(shape)}`);
  if (parsed.value === null) throw badRequest("Invalid JSON Patch");
  const object = sortedWhereTouched(objectOf(mergePatch(live, parsed.value)), live);
  const leftovers = duplicateErrors(parsed.duplicates);
  return { object, leftovers, refuse: (why) => badResult(object, why) };
}

function runStrategicPatch(
  live: JsonObject,
  { call, type }: Pick<Patching, "call" | "type">,
): Patched {
  const parsed = parseJsonBody(call.body);
  if (!parsed.ok) throw badRequest(parsed.wrong);
  const shape = wrongShape(parsed.value);
  if (shape !== undefined) throw badRequest(notMap(shape));
  const patch = objectOf(parsed.value);
  // The result keeps its type whatever the patch says.
  const { kind, apiVersion } = typeOf(live);
  const object = { ...strategicMerge(live, patch, type.schema), kind, apiVersion };
  return {
    object,
    leftovers: duplicateErrors(parsed.duplicates),
    refuse: (why) => badPatch(goText(patch), why),
  };
}

function notMap(shape: string): string {
  return `json: cannot unmarshal ${shape} into Go value of type map[string]interface {}`;
}

function kindError(object: JsonObject, live: JsonObject): string | undefined {
  if (typeOf(object).kind !== "") return undefined;
  return missingKind(JSON.stringify(sortedWhereTouched(object, live)));
}

/** A custom object must stay of its kind. @throws {StatusError} 422. */
function checkType(object: JsonObject, type: BodyType): void {
  const { kind, apiVersion } = typeOf(object);
  if (kind !== type.kind) throw wrongKind(object, { type, kind });
  const expected = apiVersionOf(type);
  if (apiVersion === expected) return;
  const [, group = ""] = apiVersion.split("/").toReversed();
  throw invalidObject({ group, kind, name: textAt(object, "metadata", "name") ?? "" }, [
    { kind: "invalid", field: "apiVersion", value: apiVersion, detail: `must be ${expected}` },
  ]);
}

/** A built-in object that lost its type has the type of the path. */
function withType(object: JsonObject, type: BodyType): JsonObject {
  const { kind, apiVersion } = typeOf(object);
  if (kind !== "" && apiVersion !== "") return object;
  return {
    ...object,
    kind: kind === "" ? type.kind : kind,
    apiVersion: apiVersion === "" ? apiVersionOf(type) : apiVersion,
  };
}

function typeOf(object: JsonObject): { kind: string; apiVersion: string } {
  return { kind: textAt(object, "kind") ?? "", apiVersion: textAt(object, "apiVersion") ?? "" };
}

/** The 422 that shows what the patch made of the object. */
function badResult(object: JsonObject, why: string): StatusError {
  return badPatch(JSON.stringify(object), why);
}

function badPatch(value: string, why: string): StatusError {
  return invalidObject({ group: "", kind: "", name: "" }, [
    { kind: "invalid", field: "patch", value, detail: why },
  ]);
}

/** The server's patch libraries write objects that they touched with sorted keys, and leave the others as they were. */
function sortedWhereTouched(value: JsonObject, live: JsonObject | undefined): JsonObject {
  if (value === live) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    entries.map(([key, child]): [string, Json] => [
      key,
      isJsonObject(child) ? sortedWhereTouched(child, objectAt(live, key)) : child,
    ]),
  );
}
