import { isMap, isNode, isScalar, isSeq } from "yaml";
import type { Step } from "../object/json.ts";

/**
 * The offset in the text of the key or item at `steps` below a YAML node, or of the nearest parent
 * that is written there (a merged key and the inside of an alias are written elsewhere).
 */
export function locateNode(root: unknown, steps: readonly Step[]): number {
  let here = root;
  let offset = offsetOf(root) ?? 0;
  for (const step of steps) {
    const next = childOf(here, step);
    if (next === undefined) return offset;
    offset = offsetOf(next.written) ?? offset;
    here = next.value;
  }
  return offset;
}

function childOf(
  node: unknown,
  step: Step,
): { readonly written: unknown; readonly value: unknown } | undefined {
  if (isSeq(node) && typeof step === "number") {
    const item = node.items[step];
    return item === undefined ? undefined : { written: item, value: item };
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find(({ key }) => isScalar(key) && key.value === step);
  return pair === undefined ? undefined : { written: pair.key, value: pair.value };
}

function offsetOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
