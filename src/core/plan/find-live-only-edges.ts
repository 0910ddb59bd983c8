import { CONTROL_KEYS } from "../control-keys.ts";
import type { Edge } from "../graph/edge.ts";
import { findAfterEdges } from "../graph/find-after-edges.ts";
import { findLiveEdges } from "../graph/find-live-edges.ts";
import { type GraphInput, indexManifests } from "../graph/graph-input.ts";
import type { JsonObject } from "../object/json.ts";
import { annotationOf, idOf } from "../object/live-object.ts";
import { type ObjectId, objectKey } from "../object/object-id.ts";
import { findOutsiderEdges } from "./find-outsider-edges.ts";
import { isOfSibling } from "./is-of-sibling.ts";
import { withoutForeignOrder } from "./without-foreign-order.ts";
import type { World } from "./world.ts";

interface Written {
  readonly id: ObjectId;
  readonly body: JsonObject;
}

/**
 * Edges that Git does not have any more: references of live objects, and the annotations of last applied intents and of
 * orphans. One commit may remove an edge and lower its target's version at once.
 */
export function findLiveOnlyEdges(world: World): readonly Edge[] {
  const { desired, members, rules, sightings } = world.look;
  const input = { manifests: desired.manifests, associations: rules.associations };
  const live = [...sightings.values()].flatMap((sighting) =>
    sighting.kind === "present" ? [{ id: idOf(sighting.object), body: sighting.object }] : [],
  );
  const lastApplied = [...world.cases.values()].flatMap((item) => {
    if (!item.isPending || item.lastApplied.kind !== "known") return [];
    return [{ id: item.manifest.id, body: item.lastApplied.intent.body }];
  });
  const orphans = live.flatMap(({ id, body }) => {
    const key = objectKey(id);
    const isOrphan = members.has(key) && !world.cases.has(key);
    return isOrphan ? [{ id, body: withoutForeignOrder(body, rules) }] : [];
  });
  const known = new Set(world.gated.map(edgeKey));
  const dropped = findDroppedEdges([...lastApplied, ...orphans], input);
  const found = [
    ...findLiveEdges(live, input),
    ...dropped,
    ...findSiblingEdges(world),
    ...findOutsiderEdges(world),
  ].filter((edge) => !edge.informational && !known.has(edgeKey(edge)));
  // An object of another stack that this pass has read is found both ways.
  return [...new Map(found.map((edge) => [edgeKey(edge), edge])).values()];
}

/** Those of live objects of the other stacks of this process: what depends on an object of ours may be anybody's. */
function findSiblingEdges({ cases, look }: World): readonly Edge[] {
  const { desired, rules, siblings } = look;
  return siblings.flatMap((sibling) => {
    const { associations, readings } = sibling;
    const live = [...(readings ?? [])].flatMap(([key, { object }]): Written[] => {
      if (cases.has(key) || !isOfSibling(object, sibling)) return [];
      return [{ id: idOf(object), body: withoutForeignOrder(object, rules) }];
    });
    const input = { manifests: desired.manifests, associations };
    return [...findLiveEdges(live, input), ...findDroppedEdges(live, input)];
  });
}

/** The edges of annotations that Git may not have any more. */
function findDroppedEdges(written: readonly Written[], input: GraphInput): readonly Edge[] {
  const annotated = written.filter(({ body }) => annotationOf(body, CONTROL_KEYS.after));
  if (annotated.length === 0) return [];
  const set = indexManifests(input);
  return annotated.flatMap(
    ({ id, body }) => findAfterEdges({ id, body, where: objectKey(id) }, set).edges,
  );
}

function edgeKey(edge: Edge): string {
  return `${objectKey(edge.dependent)}\n${objectKey(edge.target)}`;
}
