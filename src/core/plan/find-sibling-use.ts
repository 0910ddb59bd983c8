import { resolveCatalogue } from "../graph/association-catalogue.ts";
import { findEdges } from "../graph/find-edges.ts";
import type { GraphObject } from "../graph/graph-object.ts";
import { indexObjects } from "../graph/object-set.ts";
import type { JsonObject } from "../object/json.ts";
import { idOf } from "../object/live-object.ts";
import { type ObjectId, type ObjectKey, objectKey } from "../object/object-id.ts";
import { assessHealth } from "../rollout/assess-health.ts";
import { isElasticKind, workloadFamilyOf } from "../rollout/kind-family.ts";
import type { RolloutReading } from "../rollout/rollout-reading.ts";
import { isOfSibling } from "./is-of-sibling.ts";
import { isOrderOnly } from "./is-order-only.ts";
import type { Sibling } from "./look.ts";
import type { World } from "./world.ts";

/** A live object of another stack that uses an orphan, or may do so. */
export interface SiblingUse {
  readonly target: ObjectKey;
  readonly by: ObjectKey;
  readonly stack: string;
  /** What the orphan waits for. */
  readonly reason: string;
}

interface Orphan {
  readonly ref: { readonly id: ObjectId };
  readonly object: JsonObject;
}

/**
 * Who of the other stacks uses the orphans, by what their last looks saw. One commit may drop an object here and its use there; until
 * that is rolled out there, it is in use.
 */
export function findSiblingUse(
  { look, cases }: World,
  orphans: ReadonlyMap<ObjectKey, Orphan>,
): readonly SiblingUse[] {
  return look.siblings.flatMap((sibling) => {
    const live = [...(sibling.readings ?? [])].filter(
      ([key, { object }]) => isOfSibling(object, sibling) && !orphans.has(key) && !cases.has(key),
    );
    if (live.length === 0) return [];
    const readings = live.map(([, reading]) => reading);
    const named = findNamed(sibling, readings, orphans);
    const known = new Set(named.map(pairOf));
    const running = findRunning(sibling, readings, orphans);
    return [...named, ...running.filter((each) => !known.has(pairOf(each)))];
  });
}

function pairOf({ target, by }: SiblingUse): string {
  return `${target}\n${by}`;
}

function findNamed(
  { name, associations }: Sibling,
  readings: readonly RolloutReading[],
  orphans: ReadonlyMap<ObjectKey, Orphan>,
): readonly SiblingUse[] {
  const live = readings.map(({ object }) => graphObject(object));
  const gone = [...orphans.values()].map(({ object }) => graphObject(object));
  const { edges } = findEdges(indexObjects([...live, ...gone]), resolveCatalogue(associations));
  return edges.flatMap((edge): SiblingUse[] => {
    const [target, dependent] = [objectKey(edge.target), objectKey(edge.dependent)];
    const isUse = orphans.has(target) && !orphans.has(dependent);
    if (!isUse || edge.informational || isOrderOnly(edge)) return [];
    const reason = `waits for ${dependent} of the stack ${name}: it still depends on it (${edge.origin})`;
    return [{ target, by: dependent, stack: name, reason }];
  });
}

/** What a pod may use of its namespace while its workload's template does not name it any more. */
const USED_BY_PODS: ReadonlySet<string> = new Set([
  "ConfigMap",
  "PersistentVolumeClaim",
  "Secret",
  "ServiceAccount",
]);

function findRunning(
  { name }: Sibling,
  readings: readonly RolloutReading[],
  orphans: ReadonlyMap<ObjectKey, Orphan>,
): readonly SiblingUse[] {
  const used = [...orphans].filter(
    ([, { ref }]) => ref.id.group === "" && USED_BY_PODS.has(ref.id.kind),
  );
  if (used.length === 0) return [];
  return readings.filter(isRolling).flatMap(({ object }) => {
    const id = idOf(object);
    const by = objectKey(id);
    const reason = `waits for ${by} of the stack ${name}: it may still use it until it is rolled out`;
    return used
      .filter(([, { ref }]) => ref.id.namespace === id.namespace)
      .map(([target]) => ({ target, by, stack: name, reason }));
  });
}

function isRolling(reading: RolloutReading): boolean {
  const { object } = reading;
  const runsPods = workloadFamilyOf(object) !== undefined || isElasticKind(object);
  return runsPods && assessHealth(reading).kind !== "ok";
}

function graphObject(object: JsonObject): GraphObject {
  const id = idOf(object);
  return { id, body: object, where: objectKey(id) };
}
