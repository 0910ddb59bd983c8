import { type JsonObject, objectAt } from "../object/json.ts";

/**
 * An intent under a name that the server makes up: created as a dry run it shows what a clean object of that intent holds,
 * while the object itself exists. Kinds whose names follow from their spec (CRDs) cannot be probed: the server refuses.
 *
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#generated-values
 */
export function probeBody(intent: JsonObject): JsonObject {
  const { name: _, ...metadata } = objectAt(intent, "metadata") ?? {};
  return { ...intent, metadata: { ...metadata, generateName: "lockstep-probe-" } };
}
