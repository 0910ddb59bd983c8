import { isJsonList, isJsonObject, type Json, type JsonObject } from "../../core/object/json.ts";
import { StatusError } from "../status-error.ts";
import { jsonPatch, PatchFailure, type PatchOperation } from "./json-patch.ts";
import type { ObjectCall } from "./object-call.ts";
import { parseJsonBody, wrongShape } from "./parse-body.ts";
import { badRequest } from "./refusals.ts";

/** Operations of one JSON patch. */
const OPERATIONS_MAX = 10_000;

/**
 * Carries out the JSON patch of a request's body.
 *
 * @throws {StatusError} 400 for what is no JSON patch, 413 for one that is too long, 422 for one that does not fit the object.
 */
export function runJsonPatch(live: JsonObject, { body }: ObjectCall): JsonObject {
  const operations = operationsOf(body);
  if (operations.length > OPERATIONS_MAX) {
    throw new StatusError(413, {
      reason: "RequestEntityTooLarge",
      message: `Request entity too large: The allowed maximum operations in a JSON patch is ${String(OPERATIONS_MAX)}, got ${String(operations.length)}`,
    });
  }
  const patched = patchedBy(live, operations);
  if (!isJsonObject(patched)) throw unfit();
  return patched;
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

function operationsOf(body: string): readonly PatchOperation[] {
  const parsed = parseJsonBody(body);
  if (!parsed.ok) throw badRequest(`error decoding patch: ${parsed.wrong}`);
  if (parsed.value === null) return [];
  if (!isJsonList(parsed.value)) {
    throw mistyped(wrongShape(parsed.value) ?? "object", "Go value of type []handlers.jsonPatchOp");
  }
  return parsed.value.map(operationOf);
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
