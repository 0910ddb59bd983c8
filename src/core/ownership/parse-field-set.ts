import { isJsonObject, type Json } from "../object/json.ts";
import { EMPTY_SET, type FieldNode, type FieldSet, isEmptySet, unionNodes } from "./field-set.ts";
import { parseElement, type ReadElement } from "./path-element.ts";

/** Kubernetes nests far less; deeper text is other people's and must not exhaust the stack. */
const DEPTH_MAX = 200;

export type ParsedFieldSet =
  | { readonly ok: true; readonly value: FieldSet }
  | { readonly ok: false; readonly what: string };

/**
 * Reads a `fieldsV1` value. Elements with an unknown prefix are passed over with all below them; anything else that is
 * malformed, or that holds a number which JavaScript cannot keep, makes the whole set unreadable.
 * @see https://pkg.go.dev/sigs.k8s.io/structured-merge-diff/v6/fieldpath
 */
export function parseFieldSet(json: Json): ParsedFieldSet {
  return parseLevel(json, DEPTH_MAX);
}

function parseLevel(json: Json, depthLeft: number): ParsedFieldSet {
  if (!isJsonObject(json)) return { ok: false, what: "a field set is no object" };
  if (depthLeft === 0) return { ok: false, what: `nested deeper than ${DEPTH_MAX}` };
  const members = Object.entries(json);
  // Most nodes are leaves.
  return members.length === 0 ? NOTHING : parseMembers(members, depthLeft);
}

function parseMembers(
  members: readonly (readonly [string, Json])[],
  depthLeft: number,
): ParsedFieldSet {
  const nodes = new Map<string, FieldNode>();
  for (const [text, below] of members) {
    const read = text === "." ? SKIPPED : parseElement(text);
    if (read.kind === "malformed") return { ok: false, what: read.what };
    if (read.kind === "unknown") continue;
    const children = parseLevel(below, depthLeft - 1);
    if (!children.ok) return children;
    // As the server reads it: a node with nothing known below it is a leaf.
    const isMember = isEmptySet(children.value) || hasDot(below);
    addNode(nodes, read.text, { element: read.element, isMember, children: children.value });
  }
  return nodes.size === 0 ? NOTHING : { ok: true, value: { nodes } };
}

const NOTHING: ParsedFieldSet = { ok: true, value: EMPTY_SET };

/** `.` speaks of the node that holds it. */
const SKIPPED: ReadElement = { kind: "unknown" };

function hasDot(value: Json): boolean {
  return isJsonObject(value) && Object.hasOwn(value, ".");
}

/** Two spellings of one element (keys in another order) are one node. */
function addNode(nodes: Map<string, FieldNode>, text: string, node: FieldNode): void {
  const other = nodes.get(text);
  nodes.set(text, other === undefined ? node : unionNodes(other, node));
}
