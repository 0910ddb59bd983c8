import { isJsonObject, type Json } from "../../core/object/json.ts";

/**
 * Merges a patch into a value: objects key by key, null removes, all else replaces.
 * @see https://www.rfc-editor.org/rfc/rfc7386
 */
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isJsonObject(patch)) return patch;
  const members = new Map(isJsonObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) members.delete(key);
    else members.set(key, mergePatch(members.get(key), value));
  }
  // `fromEntries` makes own members of all keys, `__proto__` as well.
  return Object.fromEntries(members);
}
