import { isJsonList, isJsonObject, type Json, type JsonObject } from "../../core/object/json.ts";
import { badRequest } from "../refusals.ts";
import { StatusError } from "../status-error.ts";
import { jsonPatch, type PatchOperation } from "./json-patch.ts";
import type { ObjectCall } from "./object-call.ts";
import { parseJsonBody, wrongShape } from "./parse-body.ts";
import { PatchFailure } from "./patch-failure.ts";
import { strictErrors } from "./strict-errors.ts";

/** Operations of one JSON patch. */
const OPERATIONS_MAX = 10_000;
const FIELDS: ReadonlySet<string> = new Set(["op", "path", "from", "value"]);

/**
 * Carries out the JSON patch of a request's body.
 *
 * @throws {StatusError} 400 for what is no JSON patch, 413 for one that is too long, 422 for one that does not fit the object.
 */
export function runJsonPatch(
  live: JsonObject,
  { body }: ObjectCall,
): { object: JsonObject; leftovers: readonly string[] } {
  const parsed = parseJsonBody(body);
  if (!parsed.ok) throw badRequest(`error decoding patch: ${parsed.wrong}`);
  const operations = operationsOf(parsed.value);
  if (operations.length > OPERATIONS_MAX) {
    throw new StatusError(413, {
      reason: "RequestEntityTooLarge",
      message: `Request entity too large: The allowed maximum operations in a JSON patch is ${String(OPERATIONS_MAX)}, got ${String(operations.length)}`,
    });
  }
  const patched = patchedBy(live, operations);
  if (!isJsonObject(patched)) throw unfit();
  return { object: patched, leftovers: leftoversOf(parsed, body) };
}

function patchedBy(live: JsonObject, operations: readonly PatchOperation[]): Json {
  try {
    return jsonPatch(live, operations);
  } catch (error) {
    if (error instanceof PatchFailure) throw unfit();
    throw error;
  }
}

function unfit(): StatusError {
  return new StatusError(422, {
    reason: "Invalid",
    message: "the server rejected our request due to an error in our request",
    details: {},
  });
}

function operationsOf(value: Json): readonly PatchOperation[] {
  if (value === null) return [];
  if (!isJsonList(value)) {
    throw mistyped(wrongShape(value) ?? "object", "Go value of type []handlers.jsonPatchOp");
  }
  return value.map(operationOf);
}

/** What the operations say besides what operations say. */
function leftoversOf(
  { value, duplicates }: { value: Json; duplicates: ReadonlyMap<string, number> },
  text: string,
): readonly string[] {
  const unknownFields = (isJsonList(value) ? value : []).flatMap((operation, index) =>
    Object.keys(isJsonObject(operation) ? operation : {})
      .filter((field) => !FIELDS.has(field))
      .map((field) => `[${String(index)}].${field}`),
  );
  const errors = strictErrors({ text, unknownFields, duplicates, isCustom: false });
  return errors.map((error) => `json patch ${error}`);
}

function operationOf(written: Json): PatchOperation {
  if (written !== null && !isJsonObject(written)) {
    throw mistyped(wrongShape(written) ?? "object", "Go value of type handlers.jsonPatchOp");
  }
  return {
    op: fieldOf(written, "op") ?? "",
    path: fieldOf(written, "path"),
    from: fieldOf(written, "from"),
    value: written?.["value"],
  };
}

function fieldOf(written: JsonObject | null, field: string): string | undefined {
  const value = written?.[field] ?? undefined;
  if (value === undefined || typeof value === "string") return value;
  const shape = wrongShape(value) ?? "object";
  throw mistyped(shape, `Go struct field jsonPatchOp.${field} of type string`);
}

function mistyped(shape: string, where: string): StatusError {
  return badRequest(`error decoding patch: json: cannot unmarshal ${shape} into ${where}`);
}
