import { CONTROL_KEYS, CONTROL_PREFIXES } from "../control-keys.ts";
import { isJsonObject, type Json } from "../object/json.ts";
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

/** Whether a path goes through a label or annotation that Git never holds. */
export function namesControlKey(path: FieldPath): boolean {
  return path.some((element) => element.kind === "field" && isControlKey(element.name));
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
