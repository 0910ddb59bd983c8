import {
  canonicalText,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
} from "../../core/object/json.ts";
import { goText } from "./go-text.ts";
import { keyOf } from "./item-places.ts";
import { orderItems } from "./order-items.ts";
import { brokenPatch, noMergeKey } from "./strategic-refusal.ts";
import { PATCH_DIRECTIVE } from "./strip-directives.ts";

interface Merging {
  readonly mergeKey: string | undefined;
  readonly merge: (live: JsonObject, patch: JsonObject) => JsonObject;
}

/** Merges a list of a strategic merge patch into the live one: objects by their key, texts and numbers as a set. */
export function mergeItems(
  live: readonly Json[],
  patch: readonly Json[],
  { mergeKey, merge }: Merging,
): readonly Json[] {
  if (live.length === 0 && patch.length === 0) return live;
  checkTypes(live, patch);
  const objects = patch.filter(isJsonObject);
  if (!isJsonObject(live[0] ?? patch[0])) {
    const all = [...live, ...patch];
    const texts = new Set<string>();
    const merged = all.filter((item) => {
      const { size } = texts;
      return texts.add(canonicalText(item)).size > size;
    });
    return orderItems(merged, { mergeKey: undefined, patchOrder: patch, serverOrder: live });
  }
  if (mergeKey === undefined) {
    throw brokenPatch("cannot merge lists without merge key for struct");
  }
  const { kept, changes } = obeyDirectives(live.filter(isJsonObject), objects, mergeKey);
  const merged = mergeObjects(kept, changes, { mergeKey, merge });
  return orderItems(merged, { mergeKey, patchOrder: changes, serverOrder: kept });
}

function checkTypes(live: readonly Json[], patch: readonly Json[]): void {
  const types = new Set([...live, ...patch].map(typeOf));
  if (types.size > 1 || types.has("nil")) {
    throw brokenPatch(`list element types are not identical: ${goText([live, patch])}`);
  }
}

function typeOf(value: Json): string {
  if (value === null) return "nil";
  return isJsonList(value) ? "slice" : typeof value;
}

/** Carries out `$patch: delete` and `$patch: replace` of items. */
function obeyDirectives(
  live: readonly JsonObject[],
  patch: readonly JsonObject[],
  mergeKey: string,
): { readonly kept: readonly JsonObject[]; readonly changes: readonly JsonObject[] } {
  const changes = patch.filter((item) => !Object.hasOwn(item, PATCH_DIRECTIVE));
  const special = patch.filter((item) => Object.hasOwn(item, PATCH_DIRECTIVE));
  const deleted = new Set(
    special.flatMap((item) => deletedKeys(item, mergeKey)).map((key) => canonicalText(key)),
  );
  if (special.some((item) => item[PATCH_DIRECTIVE] === "replace")) {
    return { kept: changes, changes: [] };
  }
  const kept = live.filter((item) => {
    const key = item[mergeKey];
    return key === undefined || !deleted.has(canonicalText(key));
  });
  return { kept, changes };
}

function deletedKeys(item: JsonObject, mergeKey: string): readonly Json[] {
  const directive = item[PATCH_DIRECTIVE] ?? null;
  if (directive === "replace") return [];
  if (directive === "merge") {
    throw brokenPatch("merging lists cannot yet be specified in the patch");
  }
  if (directive !== "delete") {
    throw brokenPatch(`unknown patch type: ${goText(directive)} in map: ${goText(item)}`);
  }
  const key = item[mergeKey];
  if (key === undefined) throw noMergeKey(item, mergeKey);
  return [key];
}

function mergeObjects(
  live: readonly JsonObject[],
  patch: readonly JsonObject[],
  { mergeKey, merge }: Merging & { readonly mergeKey: string },
): readonly JsonObject[] {
  const merged = [...live];
  const places = new Map<string, number>();
  for (const [index, { [mergeKey]: key }] of live.entries()) {
    const text = key === undefined ? undefined : canonicalText(key);
    if (text !== undefined && !places.has(text)) places.set(text, index);
  }
  for (const change of patch) {
    const text = canonicalText(keyOf(change, mergeKey));
    const index = places.get(text) ?? merged.length;
    const found = merged[index];
    merged[index] = found === undefined ? change : merge(found, change);
    places.set(text, index);
  }
  return merged;
}
