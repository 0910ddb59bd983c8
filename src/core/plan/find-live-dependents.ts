import type { Association } from "../graph/association.ts";
import { resolveCatalogue } from "../graph/association-catalogue.ts";
import { findEdges } from "../graph/find-edges.ts";
import type { GraphObject } from "../graph/graph-object.ts";
import { groupBy } from "../graph/group-by.ts";
import { indexObjects } from "../graph/object-set.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { JsonObject } from "../object/json.ts";
import { idOf } from "../object/live-object.ts";
import { type ObjectId, type ObjectKey, objectKey } from "../object/object-id.ts";
import { isOrderOnly } from "./is-order-only.ts";
import { withoutForeignOrder } from "./without-foreign-order.ts";
import type { World } from "./world.ts";

/** Somebody who depends on an orphan. */
export interface LiveDependent {
  readonly id: ObjectId;
  /** Git says so, of this stack or another one of the config; else only the live object does. */
  readonly isInGit: boolean;
  /** The other stack whose Git says so; empty for this one. */
  readonly stack: string;
  readonly origin: string;
}

/** Who depends on the orphans. */
export interface LiveDependents {
  readonly of: ReadonlyMap<ObjectKey, readonly LiveDependent[]>;
  /** What a live orphan says of its order cannot be read, so that nobody knows what it depends on. */
  readonly problem: string | undefined;
}

/**
 * Who depends on each orphan: by the references and annotations of what is live, and by those of Git. The live ones know what
 * Git has forgotten: the order in which the orphans were made.
 */
export function findLiveDependents(
  world: World,
  orphans: ReadonlyMap<ObjectKey, { readonly object: JsonObject }>,
): LiveDependents {
  const gone = [...orphans.values()].map(({ object }) =>
    graphObject(withoutForeignOrder(object, world.look.rules)),
  );
  const { associations } = world.look.rules;
  const ofGit = wantedSets(world).flatMap(
    (set) => dependentsOf([...set.objects, ...gone], { ...set, isInGit: true, orphans }).pairs,
  );
  const known = new Set(ofGit.map(pairOf));
  const side = { associations, stack: "", isInGit: false, orphans };
  const ofLive = dependentsOf(liveObjects(world), side);
  // Waves join neighbours only: those of the orphans are found as if nothing stayed between them.
  const among = dependentsOf(gone, side);
  const lives = [...ofLive.pairs, ...among.pairs].filter((each) => !known.has(pairOf(each)));
  const found = [...ofGit, ...lives];
  const groups = groupBy(found, ({ target }) => target);
  return {
    of: new Map([...groups].map(([key, each]) => [key, each.map(({ dependent }) => dependent)])),
    problem: ofLive.problem,
  };
}

interface WantedSet {
  readonly stack: string;
  readonly objects: readonly GraphObject[];
  readonly associations: readonly Association[];
}

/** What Git wants, of this stack and of the others, each with the edges that its config adds. */
function wantedSets({ look }: World): readonly WantedSet[] {
  const { desired, rules, siblings } = look;
  const own = new Set(desired.manifests.map(({ id }) => objectKey(id)));
  const others = siblings.map(({ name, manifests, associations }) => ({
    stack: name,
    associations,
    objects: manifests.filter(({ id }) => !own.has(objectKey(id))).map(wantedObject),
  }));
  return [
    { stack: "", associations: rules.associations, objects: desired.manifests.map(wantedObject) },
    ...others.filter(({ objects }) => objects.length > 0),
  ];
}

function wantedObject({ id, body }: Manifest): GraphObject {
  return { id, body, where: "" };
}

interface Side {
  readonly isInGit: boolean;
  readonly stack: string;
  readonly associations: readonly Association[];
  readonly orphans: ReadonlyMap<ObjectKey, unknown>;
}

interface Pair {
  readonly target: ObjectKey;
  readonly dependent: LiveDependent;
}

function pairOf({ target, dependent }: Pair): string {
  return `${target}\n${objectKey(dependent.id)}`;
}

function dependentsOf(
  objects: readonly GraphObject[],
  { isInGit, stack, associations, orphans }: Side,
): { readonly pairs: readonly Pair[]; readonly problem: string | undefined } {
  const catalogue = resolveCatalogue(associations);
  const { edges, problems } = findEdges(indexObjects(objects), catalogue);
  const pairs = edges.flatMap((edge): Pair[] => {
    const [target, dependent] = [objectKey(edge.target), objectKey(edge.dependent)];
    const isOrphan = orphans.has(dependent);
    const counts = isOrphan ? !isInGit : !isOrderOnly(edge);
    if (edge.informational || !orphans.has(target) || !counts) return [];
    return [{ target, dependent: { id: edge.dependent, isInGit, stack, origin: edge.origin } }];
  });
  const unread = problems.find(({ object }) => orphans.has(objectKey(object.id)));
  return { pairs, problem: unread?.problem.what };
}

function liveObjects({ look }: World): readonly GraphObject[] {
  return [...look.sightings.values()].flatMap((sighting) =>
    sighting.kind === "present"
      ? [graphObject(withoutForeignOrder(sighting.object, look.rules))]
      : [],
  );
}

function graphObject(object: JsonObject): GraphObject {
  const id = idOf(object);
  return { id, body: object, where: objectKey(id) };
}
