import { locateNode } from "../manifest/locate-node.ts";
import { valueAt } from "../object/json.ts";
import type { PlacedWish } from "./edit-file.ts";
import { followPath } from "./follow-path.ts";
import type { OpenText } from "./open-text.ts";

/** The offset in a text of what a wish is about, or of the nearest parent that is written there. */
export function placeOfWish({ documents }: OpenText, { document, at, path }: PlacedWish): number {
  const found = documents[document];
  if (found === undefined) return 0;
  const followed = followPath(valueAt(found.value, ...at) ?? null, path);
  return locateNode(found.root, [...at, ...followed.steps]);
}
