import { canonicalText, isJsonList, type Json, type JsonObject } from "../object/json.ts";
import { type FieldNode, type FieldSet, isLeaf, sortedNodes } from "../ownership/field-set.ts";
import { formatPath } from "../ownership/format-path.ts";
import type { ManagerEntry } from "../ownership/manager-entry.ts";
import { type Resolved, resolvePath } from "../ownership/resolve-path.ts";

/**
 * Canonical text of the values at all paths of our entry; the caller digests it. Another digest later is a suspicion that
 * somebody changed, removed or reordered what is ours. A container with owned contents counts by existence only, so what
 * others add to it does not matter; list items count in the order in which they stand.
 */
export function ownedText(live: JsonObject, ownEntry: ManagerEntry): string {
  return canonicalText(linesOf({ kind: "found", value: live }, ownEntry.fields, ""));
}

/** @param here What stands at the prefix (text of `formatPath`): looked up once for all that is below it. */
function linesOf(here: Resolved, set: FieldSet, prefix: string): readonly Json[] {
  return nodesAsTheyStand(here, set).flatMap((node) => {
    const path = prefix + formatPath([node.element]);
    const found = here.kind === "found" ? resolvePath(here.value, [node.element]) : here;
    const below = linesOf(found, node.children, path);
    return node.isMember ? [[path, ...stateOf(found, node)], ...below] : below;
  });
}

/** Empty for a path that is gone. */
function stateOf(found: Resolved, node: FieldNode): readonly Json[] {
  if (found.kind === "missing") return [];
  return isLeaf(node) ? ["value", found.value] : ["present"];
}

/** Fields in canonical order; items of a list in the order of the live list, those that are gone last. */
function nodesAsTheyStand(here: Resolved, set: FieldSet): readonly FieldNode[] {
  const nodes = sortedNodes(set);
  if (here.kind === "missing" || !isJsonList(here.value)) return nodes;
  const items = here.value;
  const places = new Map(nodes.map((node) => [node, placeIn(items, node)]));
  return nodes.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
}

function placeIn(items: readonly Json[], node: FieldNode): number {
  const item = resolvePath(items, [node.element]);
  const place = item.kind === "found" ? items.indexOf(item.value) : -1;
  return place < 0 ? items.length : place;
}
