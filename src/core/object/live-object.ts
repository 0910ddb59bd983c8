import { type JsonObject, numberAt, objectAt, textAt } from "./json.ts";
import { groupOf, type ObjectId } from "./object-id.ts";

/** Labels of an object; values that are not text are left out. */
export function labelOf(body: JsonObject, key: string): string | undefined {
  return textAt(body, "metadata", "labels", key);
}

export function annotationOf(body: JsonObject, key: string): string | undefined {
  return textAt(body, "metadata", "annotations", key);
}

/** The identity written in a body, with an empty namespace when it names none. */
export function idOf(body: JsonObject): ObjectId {
  return {
    group: groupOf(textAt(body, "apiVersion") ?? ""),
    kind: textAt(body, "kind") ?? "",
    namespace: textAt(body, "metadata", "namespace") ?? "",
    name: textAt(body, "metadata", "name") ?? "",
  };
}

export function uidOf(body: JsonObject): string {
  return textAt(body, "metadata", "uid") ?? "";
}

export function resourceVersionOf(body: JsonObject): string {
  return textAt(body, "metadata", "resourceVersion") ?? "";
}

export function generationOf(body: JsonObject): number | undefined {
  return numberAt(body, "metadata", "generation");
}

export function isTerminating(body: JsonObject): boolean {
  return textAt(body, "metadata", "deletionTimestamp") !== undefined;
}

/** The pod template of a workload, or `undefined` for a kind that has none. */
export function podTemplateOf(body: JsonObject): JsonObject | undefined {
  return objectAt(body, "spec", "template");
}
