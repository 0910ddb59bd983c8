import { isJsonEqual, type JsonObject, numberAt, objectAt } from "../../core/object/json.ts";
import type { Resource } from "../kinds/resource.ts";
import type { ObjectCall } from "./object-call.ts";

/** The object with a generation of one more when its wanted state has changed. A write to its status never does that. */
export function nextGeneration(
  next: JsonObject,
  { live, call }: { live: JsonObject; call: ObjectCall },
): JsonObject {
  if (call.subresource === "status" || !isNewState(next, live, call.resource)) return next;
  const generation = (numberAt(live, "metadata", "generation") ?? 0) + 1;
  return { ...next, metadata: { ...objectAt(next, "metadata"), generation } };
}

function isNewState(next: JsonObject, live: JsonObject, resource: Resource): boolean {
  const { generation } = resource.strategy;
  if (generation === "none") return false;
  const hasStatus = resource.subresources.some(({ name }) => name === "status");
  if (!isJsonEqual(wantedState(next, hasStatus), wantedState(live, hasStatus))) return true;
  return (
    generation === "spec-and-annotations" && !isJsonEqual(annotationsOf(next), annotationsOf(live))
  );
}

function wantedState(object: JsonObject, hasStatus: boolean): JsonObject {
  const { apiVersion: _version, kind: _kind, metadata: _metadata, ...state } = object;
  if (!hasStatus) return state;
  const { status: _status, ...wanted } = state;
  return wanted;
}

function annotationsOf(object: JsonObject): JsonObject {
  return objectAt(object, "metadata", "annotations") ?? {};
}
