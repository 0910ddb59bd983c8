import type { JsonObject } from "../object/json.ts";
import { type FieldNode, type FieldSet, isLeaf, sortedNodes } from "./field-set.ts";
import { elementText } from "./path-element.ts";

/** The `fieldsV1` value of a set, in the server's canonical order. */
export function formatFieldSet(set: FieldSet): JsonObject {
  return Object.fromEntries(
    sortedNodes(set).map((node) => [elementText(node.element), formatNode(node)]),
  );
}

function formatNode(node: FieldNode): JsonObject {
  if (isLeaf(node)) return {};
  const children = formatFieldSet(node.children);
  return node.isMember ? { ".": {}, ...children } : children;
}
