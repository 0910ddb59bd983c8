import type { Json, JsonObject } from "../../core/object/json.ts";
import { badRequest, internalError } from "../refusals.ts";
import type { StatusError } from "../status-error.ts";
import { goText, goTypeName } from "./go-text.ts";

/** A patch that the server cannot carry out. It calls most of these an error of its own: 500 without a reason. */
export function brokenPatch(message: string): StatusError {
  return internalError(message);
}

/** A directive of a patch that has not the form it must have: 400. */
export function badDirective(of: string): StatusError {
  return badRequest(`invalid patch format of ${of}`);
}

export function noMergeKey(item: JsonObject, mergeKey: string): StatusError {
  return brokenPatch(`map: ${goText(item)} does not contain declared merge key: ${mergeKey}`);
}

/** `expected` is such as `[]interface {}`. */
export function badType(expected: string, actual: Json): StatusError {
  return brokenPatch(
    `expected a ${expected}, but received a ${actual === null ? "%!s(<nil>)" : goTypeName(actual)}`,
  );
}
