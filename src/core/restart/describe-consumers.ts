import { CONTROL_KEYS } from "../control-keys.ts";
import { findPodSpecs } from "../graph/find-pod-specs.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { Mode } from "../mode.ts";
import { kindKey, type ObjectId, objectKey } from "../object/object-id.ts";
import type { Sighting } from "../object/sighting.ts";
import type { Consumer } from "../report/consumers.ts";
import { isLabelled, type RestartRules, restartChoice, templateOf } from "./restart-rules.ts";
import { findSourceReferences, type SourceReference } from "./source-reference.ts";

/** What decides about consumers. */
export interface ConsumerGrounds {
  readonly agent: string;
  readonly restarts: RestartRules;
  /** The source, as it is. */
  readonly sighting: Sighting;
  readonly modeOf: (manifest: Manifest) => Mode;
}

/** The workloads of a revision that use a Secret or ConfigMap, and what another content of it does to each. */
export function describeConsumers(
  source: ObjectId,
  manifests: readonly Manifest[],
  grounds: ConsumerGrounds,
): readonly Consumer[] {
  return manifests.flatMap((manifest) => {
    if (manifest.id.namespace !== source.namespace) return [];
    const references = findPodSpecs(manifest, grounds.restarts.templates)
      .flatMap(findSourceReferences)
      .filter(({ kind, name }) => kind === source.kind && name === source.name);
    if (references.length === 0) return [];
    return [
      {
        id: objectKey(manifest.id),
        places: [...new Set(references.map(({ place }) => place))],
        ...effectOn(manifest, references, grounds),
      },
    ];
  });
}

type Effect = Pick<Consumer, "effect" | "why">;

function effectOn(
  manifest: Manifest,
  references: readonly SourceReference[],
  grounds: ConsumerGrounds,
): Effect {
  const { id } = manifest;
  if (templateOf(id, grounds.restarts) === undefined) return effectByKind(id);
  const obstacle = findObstacle(manifest, references, grounds);
  return obstacle === undefined
    ? { effect: "restart", why: explainWatch(manifest, grounds) }
    : none(obstacle);
}

/** Kinds whose pods nobody replaces for a changed content, and why. */
const OTHER_KINDS: ReadonlyMap<string, Effect> = new Map([
  ["CronJob.batch", { effect: "next-run", why: "its next run reads what is there then" }],
  ["Job.batch", none("a Job cannot be changed: it reads what is there when it begins")],
  ["Pod", none("nothing replaces a Pod that stands alone")],
  ["ReplicaSet.apps", none("a ReplicaSet does not replace the pods that it has")],
]);

function effectByKind(id: ObjectId): Effect {
  const known = OTHER_KINDS.get(kindKey(id));
  if (known !== undefined) return known;
  return none(
    id.group.endsWith("k8s.elastic.co")
      ? "its operator restarts what it runs by itself"
      : `secrets.templates does not say where ${kindKey(id)} has its pod template`,
  );
}

function none(why: string): Effect {
  return { effect: "none", why };
}

/** Why a workload that could restart does not; `undefined`: it does. */
function findObstacle(
  manifest: Manifest,
  references: readonly SourceReference[],
  grounds: ConsumerGrounds,
): string | undefined {
  const { restarts } = grounds;
  if (restarts.watch === "off") return "secrets.watch is off";
  if (restartChoice(manifest.body) === "off") return `${CONTROL_KEYS.restart} is off`;
  const mode = grounds.modeOf(manifest);
  if (mode !== "enforce") return `its mode is ${mode}`;
  if (!restarts.imagePullSecrets && references.every(({ pullsImages }) => pullsImages)) {
    return "it only pulls images with it, and secrets.imagePullSecrets is false";
  }
  return isWatched(manifest, grounds)
    ? undefined
    : `it has no label ${CONTROL_KEYS.watchedBy}: ${grounds.agent}`;
}

function isWatched(manifest: Manifest, { agent, restarts, sighting }: ConsumerGrounds): boolean {
  if (restarts.watch === "all" || restartChoice(manifest.body) === "on") return true;
  return sighting.kind === "present" && isLabelled(sighting.object, agent);
}

function explainWatch(manifest: Manifest, { agent, restarts }: ConsumerGrounds): string {
  if (restartChoice(manifest.body) === "on") return `${CONTROL_KEYS.restart} is on`;
  return restarts.watch === "all"
    ? "secrets.watch is all"
    : `it has the label ${CONTROL_KEYS.watchedBy}: ${agent}`;
}
