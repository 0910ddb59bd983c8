import { resolveCatalogue } from "../graph/association-catalogue.ts";
import type { Edge } from "../graph/edge.ts";
import { findEdges } from "../graph/find-edges.ts";
import type { GraphObject } from "../graph/graph-object.ts";
import { groupBy } from "../graph/group-by.ts";
import { indexObjects } from "../graph/object-set.ts";
import type { JsonObject } from "../object/json.ts";
import { idOf } from "../object/live-object.ts";
import { type ObjectId, type ObjectKey, objectKey } from "../object/object-id.ts";
import type { World } from "./world.ts";

/** Somebody who depends on an orphan. */
export interface LiveDependent {
  readonly id: ObjectId;
  /** Git says so, of this stack or another one of the config; else only the live object does. */
  readonly isInGit: boolean;
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
  const gone = [...orphans.values()].map(({ object }) => graphObject(object));
  const ofGit = dependentsOf([...wantedObjects(world), ...gone], { isInGit: true, world, orphans });
  const known = new Set(ofGit.pairs.map(pairOf));
  const ofLive = dependentsOf(liveObjects(world), { isInGit: false, world, orphans });
  // Waves join neighbours only: those of the orphans are found as if nothing stayed between them.
  const among = dependentsOf(gone, { isInGit: false, world, orphans });
  const lives = [...ofLive.pairs, ...among.pairs].filter((each) => !known.has(pairOf(each)));
  const found = [...ofGit.pairs, ...lives];
  const groups = groupBy(found, ({ target }) => target);
  return {
    of: new Map([...groups].map(([key, each]) => [key, each.map(({ dependent }) => dependent)])),
    problem: ofLive.problem,
  };
}

/** What Git wants, of this stack and of the others. */
function wantedObjects({ look }: World): readonly GraphObject[] {
  const others = look.siblings.flatMap(({ manifests }) => manifests);
  const own = new Set(look.desired.manifests.map(({ id }) => objectKey(id)));
  const foreign = others.filter(({ id }) => !own.has(objectKey(id)));
  return [...look.desired.manifests, ...foreign].map(({ id, body }) => ({ id, body, where: "" }));
}

interface Side {
  readonly isInGit: boolean;
  readonly world: World;
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
  { isInGit, world, orphans }: Side,
): { readonly pairs: readonly Pair[]; readonly problem: string | undefined } {
  const catalogue = resolveCatalogue(world.look.rules.associations);
  const { edges, problems } = findEdges(indexObjects(objects), catalogue);
  const pairs = edges.flatMap((edge): Pair[] => {
    const [target, dependent] = [objectKey(edge.target), objectKey(edge.dependent)];
    const isOrphan = orphans.has(dependent);
    const counts = isOrphan ? !isInGit : !isOrderOnly(edge);
    if (edge.informational || !orphans.has(target) || !counts) return [];
    return [{ target, dependent: { id: edge.dependent, isInGit, origin: edge.origin } }];
  });
  const unread = problems.find(({ object }) => orphans.has(objectKey(object.id)));
  return { pairs, problem: unread?.problem.what };
}

/** Waves and groups say what comes first, not what anybody needs: what stays is not in the way of what goes. */
function isOrderOnly({ origin }: Edge): boolean {
  return origin === `annotation:${WAVE_KEY}` || origin.startsWith(`annotation:${GROUP_PREFIX}`);
}

const WAVE_KEY = "argocd.argoproj.io/sync-wave";
const GROUP_PREFIX = "kapp.k14s.io/";

function liveObjects({ look }: World): readonly GraphObject[] {
  return [...look.sightings.values()].flatMap((sighting) =>
    sighting.kind === "present" ? [graphObject(sighting.object)] : [],
  );
}

function graphObject(object: JsonObject): GraphObject {
  const id = idOf(object);
  return { id, body: object, where: objectKey(id) };
}
