import type { JsonObject } from "../object/json.ts";
import { kindKey, type ObjectId, objectKey } from "../object/object-id.ts";
import { resolveCatalogue } from "./association-catalogue.ts";
import { chooseBuiltIn } from "./choose-edges.ts";
import type { Edge } from "./edge.ts";
import { findAssociationEdges } from "./find-association-edges.ts";
import { findUserEdges } from "./find-user-edges.ts";
import { type GraphInput, indexManifests } from "./graph-input.ts";
import { mergeEdges } from "./merge-edges.ts";

/**
 * The edges of the references of live objects, less those that annotations in Git replace or switch off. Rule (L) of
 * the skew asks for them: one commit may remove a reference and lower its target's version at once.
 *
 * @param live Live objects of any owner. Their own `lockstep.dev/after` is not read: it counts in Git only.
 * @param input What Git wants now, as for `buildGraph`.
 * @returns Sorted like a graph's edges, one for each dependent and target. References that break the rules are left
 * out: nothing can be said of them but what the operator says.
 */
export function findLiveEdges(
  live: readonly { readonly id: ObjectId; readonly body: JsonObject }[],
  input: GraphInput,
): readonly Edge[] {
  const catalogue = resolveCatalogue(input.associations);
  const referring = live.filter(({ id }) => catalogue.has(kindKey(id)));
  // Asked at each write: where nothing refers to anything, Git need not be indexed.
  if (referring.length === 0) return [];
  const set = indexManifests(input);
  const found = referring.flatMap(({ id, body }) => {
    const object = { id, body, where: objectKey(id) };
    return findAssociationEdges(object, catalogue, set).edges;
  });
  if (found.length === 0) return [];
  return mergeEdges(chooseBuiltIn(found, findUserEdges(set)));
}
