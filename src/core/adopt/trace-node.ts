import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { keyText } from "../manifest/key-text.ts";
import { parseTaggedScalar } from "../manifest/parse-tagged-scalar.ts";
import type { Step } from "../object/json.ts";
import { itemsOf, membersOf, type Written } from "./node-span.ts";

/** A node and how its parent holds it. */
export interface Held {
  readonly node: unknown;
  /** `undefined` for the root of a document. */
  readonly written: Written | undefined;
  /** It stands between brackets. */
  readonly isInFlow: boolean;
  /** The map or list that holds it; `undefined` for the root. */
  readonly parent: YAMLMap | YAMLSeq | undefined;
}

/** What stands in a text where steps lead. `depth`: how many of the steps lead to it. */
export type Traced =
  | ({ readonly kind: "node" } & Held)
  /** The node has no such member or item. */
  | ({ readonly kind: "missing"; readonly depth: number } & Held)
  /** An alias: what is below it is written elsewhere. */
  | ({ readonly kind: "alias"; readonly alias: Alias; readonly depth: number } & Held)
  /** The map has the member at `depth` only by a merge key. */
  | ({ readonly kind: "merged"; readonly map: YAMLMap; readonly depth: number } & Held);

/** Follows steps from the root of a document, no further than they are written there. */
export function traceNode(root: unknown, steps: readonly Step[]): Traced {
  let held: Held = { node: root, written: undefined, isInFlow: false, parent: undefined };
  for (const [depth, step] of steps.entries()) {
    const { node } = held;
    if (isAlias(node)) return { kind: "alias", alias: node, depth, ...held };
    const next = heldBelow(held, step);
    if (next === undefined) {
      const isMerged = isMap(node) && node.items.some(({ key }) => isMergeKey(key));
      return isMerged
        ? { kind: "merged", map: node, depth, ...held }
        : { kind: "missing", depth, ...held };
    }
    held = next;
  }
  return { kind: "node", ...held };
}

/** The index in `map.items` of the member that is written with this name, -1 when none is. */
export function indexOfKey(map: YAMLMap, name: Step): number {
  return map.items.findIndex(({ key }) => !isMergeKey(key) && nameOf(key) === name);
}

function nameOf(key: unknown): string | undefined {
  return isScalar(key) ? keyText(parseTaggedScalar(key)) : undefined;
}

function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.value === "<<" && key.type === Scalar.PLAIN;
}

function heldBelow({ node, isInFlow }: Held, step: Step): Held | undefined {
  if (isMap(node)) {
    const index = indexOfKey(node, step);
    const pair = node.items[index];
    if (pair === undefined) return undefined;
    const written = membersOf(node)[index];
    return { node: pair.value, written, isInFlow: isInFlow || node.flow === true, parent: node };
  }
  if (!isSeq(node) || typeof step !== "number" || step >= node.items.length) return undefined;
  const written = itemsOf(node)[step];
  return {
    node: node.items[step],
    written,
    isInFlow: isInFlow || node.flow === true,
    parent: node,
  };
}
