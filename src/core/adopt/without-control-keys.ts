import { CONTROL_KEYS, CONTROL_PREFIXES } from "../control-keys.ts";
import { isJsonEqual, isJsonList, isJsonObject, type Json } from "../object/json.ts";
import type { FieldPath } from "../ownership/field-path.ts";

const OWN_KEYS: ReadonlySet<string> = new Set([
  CONTROL_KEYS.stack,
  CONTROL_KEYS.revision,
  CONTROL_KEYS.partOf,
  CONTROL_KEYS.skip,
  CONTROL_KEYS.skipUntil,
  CONTROL_KEYS.revert,
]);
const OWN_PREFIXES: readonly string[] = Object.values(CONTROL_PREFIXES);

/** Whether a label or annotation is the agent's own, or counts on the live object only. */
function isControlKey(name: string): boolean {
  return OWN_KEYS.has(name) || OWN_PREFIXES.some((prefix) => name.startsWith(prefix));
}

/** Names by which people tell the agent in Git what to do: live they say nothing, and a merge would give them a meaning. */
const CONTROL_NAME = /^(?:(?:[^/]+\.)?lockstep\.dev|applyset\.kubernetes\.io)\//;

/** Whether a path goes through a label or annotation with a meaning for the agent. */
export function namesControlKey(path: FieldPath): boolean {
  return path.some((element) => element.kind === "field" && CONTROL_NAME.test(element.name));
}

/** Whether a live value would bring such labels or annotations into Git, take them out of it, or change them. */
export function changesControlKeys(live: Json | undefined, desired: Json | undefined): boolean {
  const [after, before] = [live, desired].map((value) => controlMembers(value ?? null));
  return !isJsonEqual(after, before) || (after ?? []).some(([name]) => isControlKey(name));
}

function controlMembers(value: Json): readonly (readonly [name: string, value: Json])[] {
  if (isJsonList(value)) return value.flatMap(controlMembers);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    CONTROL_NAME.test(name) ? [[name, member] as const] : controlMembers(member),
  );
}

/** A value as Git holds it: without the labels and annotations that the agent adds. */
export function withoutControlKeys(value: Json): Json {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !isControlKey(key))
      .map(([key, member]) => [key, withoutControlKeys(member)]),
  );
}
