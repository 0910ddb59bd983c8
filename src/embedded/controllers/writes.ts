import { isJsonEqual, type JsonObject, objectAt } from "../../core/object/json.ts";
import type { EventText, Write } from "./write.ts";

export function create(object: JsonObject): Write {
  return { kind: "create", object };
}

export function replace(object: JsonObject): Write {
  return { kind: "update", object, subresource: "" };
}

/** Writes a status, when it says anything new. Fields that are `undefined` are left out. */
export function writeStatus(
  object: JsonObject,
  status: Readonly<Record<string, JsonObject[string] | undefined>>,
): readonly Write[] {
  const next = definedOnly(status);
  if (isJsonEqual(objectAt(object, "status") ?? {}, next)) return [];
  return [{ kind: "update", object: { ...object, status: next }, subresource: "status" }];
}

export function mergePatch(of: JsonObject, patch: JsonObject): Write {
  return { kind: "patch", of, patch, subresource: "" };
}

export function remove(of: JsonObject, options: JsonObject = {}): Write {
  return { kind: "delete", of, options };
}

export function tell(about: JsonObject, reason: string, message: string): Write {
  return eventWrite(about, { type: "Normal", reason, message });
}

export function warn(about: JsonObject, reason: string, message: string): Write {
  return eventWrite(about, { type: "Warning", reason, message });
}

/** A count as Go leaves it out of JSON when it is zero. */
export function orNone(count: number): number | undefined {
  return count === 0 ? undefined : count;
}

/** Without the fields that are `undefined`. */
export function definedOnly(
  fields: Readonly<Record<string, JsonObject[string] | undefined>>,
): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

function eventWrite(about: JsonObject, event: EventText): Write {
  return { kind: "event", about, event };
}
