import { type JsonObject, objectAt, textAt } from "../../core/object/json.ts";
import { badRequest } from "../refusals.ts";
import { yamlErrors } from "./decode-object-body.ts";
import type { ObjectCall } from "./object-call.ts";
import { objectOf, parseYamlBody, wrongShape } from "./parse-body.ts";
import type { WriteOptions } from "./read-options.ts";

/** What the body of an apply must be. */
interface Expected {
  readonly apiVersion: string;
  readonly kind: string;
  readonly validation: WriteOptions["fieldValidation"];
}

/**
 * The applied configuration of a request's body.
 *
 * @throws {StatusError} 400 for what is no object of the kind, or carries managedFields.
 */
export function readApplied(
  call: ObjectCall,
  { apiVersion, kind, validation }: Expected,
): { config: JsonObject; warnings: readonly string[] } {
  const parsed = parseYamlBody(call.body);
  if (!parsed.ok) {
    throw badRequest(`error decoding YAML: error converting YAML to JSON: ${parsed.wrong}`);
  }
  const { repeats } = parsed;
  if (validation === "Strict" && repeats.length > 0) {
    const [why = ""] = yamlErrors(repeats);
    throw badRequest(`error strict decoding YAML: error converting YAML to JSON: ${why}`);
  }
  const shape = wrongShape(parsed.value);
  if (shape !== undefined) {
    throw badRequest(
      `error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${shape} into Go value of type map[string]interface {}`,
    );
  }
  const object = objectOf(parsed.value);
  checkType(object, { apiVersion, kind });
  const metadata = objectAt(object, "metadata") ?? {};
  if ((metadata["managedFields"] ?? null) !== null) {
    throw badRequest("metadata.managedFields must be nil");
  }
  return { config: object, warnings: validation === "Warn" ? repeats : [] };
}

function checkType(object: JsonObject, expected: { apiVersion: string; kind: string }): void {
  const kind = textAt(object, "kind") ?? "";
  const apiVersion = textAt(object, "apiVersion") ?? "";
  if (kind === expected.kind && apiVersion === expected.apiVersion) return;
  const groupVersion = apiVersion.includes("/") ? apiVersion : `/${apiVersion}`;
  throw badRequest(`invalid object type: ${groupVersion}, Kind=${kind}`);
}
