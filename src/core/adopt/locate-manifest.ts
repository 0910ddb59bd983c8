import { isMap, isNode, isScalar, isSeq } from "yaml";
import type { ManifestPlace } from "../manifest/manifest.ts";
import type { Step } from "../object/json.ts";
import type { OpenText } from "./open-text.ts";

/** Where in a text a manifest is. */
export interface ManifestSpot {
  /** From 0. */
  readonly document: number;
  /** From the root of the document: empty, or the way to an item of a `List`. */
  readonly at: readonly Step[];
}

/** Finds the manifest that begins at a place, `undefined` when none does: the text is another one. */
export function locateManifest(
  open: OpenText,
  place: Pick<ManifestPlace, "line" | "column">,
): ManifestSpot | undefined {
  const offset = open.offsetOf(place.line) + place.column - 1;
  for (const [document, { root }] of open.documents.entries()) {
    const at = wayTo(root, offset);
    if (at !== undefined) return { document, at };
  }
  return undefined;
}

function wayTo(node: unknown, offset: number): readonly Step[] | undefined {
  if (!isNode(node)) return undefined;
  if (node.range?.[0] === offset) return [];
  if (!isMap(node) || !holds(node.range, offset)) return undefined;
  const items = node.items.find(({ key }) => isScalar(key) && key.value === "items")?.value;
  if (!isSeq(items)) return undefined;
  for (const [index, item] of items.items.entries()) {
    const below = wayTo(item, offset);
    if (below !== undefined) return ["items", index, ...below];
  }
  return undefined;
}

function holds(range: readonly number[] | null | undefined, offset: number): boolean {
  const [start = 0, , end = 0] = range ?? [];
  return start <= offset && offset < end;
}
