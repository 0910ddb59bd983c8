import type { JsonObject } from "../object/json.ts";
import type { FieldPath } from "./field-path.ts";
import { type FieldSet, fieldSetOf, isEmptySet, sortedNodes } from "./field-set.ts";
import { setsPath } from "./resolve-path.ts";

/**
 * The maps and lists of which we own contents and which an intent no longer sets at all. Whoever owns such a place itself
 * would keep it without contents: as an empty map, or as a null that the schema of a custom resource refuses.
 */
export function findHusks(owned: FieldSet, intent: JsonObject): FieldSet {
  return fieldSetOf(containersOf(owned, []).filter((path) => !setsPath(intent, path)));
}

function containersOf(set: FieldSet, prefix: FieldPath): readonly FieldPath[] {
  return sortedNodes(set).flatMap((node) => {
    const path = [...prefix, node.element];
    if (isEmptySet(node.children)) return [];
    // An item of a list is owned or not like a value.
    const own = node.element.kind === "field" ? [path] : [];
    return [...own, ...containersOf(node.children, path)];
  });
}
