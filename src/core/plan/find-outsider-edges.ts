import { CONTROL_KEYS } from "../control-keys.ts";
import type { Edge } from "../graph/edge.ts";
import { findAfterEdges } from "../graph/find-after-edges.ts";
import { findLiveEdges } from "../graph/find-live-edges.ts";
import { type GraphInput, indexManifests } from "../graph/graph-input.ts";
import { pairOf } from "../graph/merge-edges.ts";
import type { JsonObject } from "../object/json.ts";
import { annotationOf, idOf } from "../object/live-object.ts";
import { objectKey } from "../object/object-id.ts";
import type { FieldPath } from "../ownership/field-path.ts";
import { hasPath } from "../ownership/field-set.ts";
import { readManagerEntries } from "../ownership/read-manager-entries.ts";
import { isOfSibling } from "./is-of-sibling.ts";
import type { World } from "./world.ts";

/**
 * Edges of live objects that are nobody's whom this process knows: made by hand, by another agent, or by another replica of this one.
 * Their references count whoever wrote them, their `lockstep.dev/after` where it came from somebody's Git.
 */
export function findOutsiderEdges({ cases, look }: World): readonly Edge[] {
  const { dependents, desired, members, rules, siblings, sightings } = look;
  const seen = [...sightings].flatMap(([key, sighting]) =>
    sighting.kind === "present" && !members.has(key) && !cases.has(key) ? [sighting.object] : [],
  );
  const found = [...dependents.values()]
    .flatMap(({ objects }) => objects)
    .filter((object) => !cases.has(objectKey(idOf(object))));
  const outsiders = [...seen, ...found];
  if (outsiders.length === 0) return [];
  const { manifests } = desired;
  const ofSiblings = siblings.flatMap((sibling) => {
    const theirs = outsiders.filter((object) => isOfSibling(object, sibling));
    return edgesOf(theirs, { manifests, associations: sibling.associations });
  });
  return [...edgesOf(outsiders, { manifests, associations: rules.associations }), ...ofSiblings];
}

function edgesOf(objects: readonly JsonObject[], input: GraphInput): readonly Edge[] {
  const written = objects.map((body) => ({ id: idOf(body), body }));
  const references = findLiveEdges(written, input);
  const ordered = written.filter(({ body }) => isOrderApplied(body));
  if (ordered.length === 0) return references;
  const set = indexManifests(input);
  const orders = ordered.map(({ id, body }) =>
    findAfterEdges({ id, body, where: objectKey(id) }, set),
  );
  const after = orders.flatMap(({ edges }) => edges);
  const replaced = new Set([...after, ...orders.flatMap(({ off }) => off)].map(pairOf));
  return [...references.filter((edge) => !replaced.has(pairOf(edge))), ...after];
}

/** Whether an applier that made the object a member of its set says its order, too: what people write there counts nowhere. */
function isOrderApplied(object: JsonObject): boolean {
  if (annotationOf(object, CONTROL_KEYS.after) === undefined) return false;
  return readManagerEntries(object).entries.some(
    ({ operation, subresource, fields }) =>
      operation === "Apply" &&
      subresource === "" &&
      hasPath(fields, MEMBER_PATH) &&
      hasPath(fields, ORDER_PATH),
  );
}

const MEMBER_PATH = pathOf("labels", CONTROL_KEYS.partOf);
const ORDER_PATH = pathOf("annotations", CONTROL_KEYS.after);

function pathOf(...names: readonly string[]): FieldPath {
  return ["metadata", ...names].map((name) => ({ kind: "field", name }));
}
