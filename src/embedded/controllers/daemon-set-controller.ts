import { type JsonObject, numberAt, textAt, valueAt } from "../../core/object/json.ts";
import {
  annotationOf,
  idOf,
  isTerminating,
  labelOf,
  podTemplateOf,
  uidOf,
} from "../../core/object/live-object.ts";
import { DAEMON_SETS, isOf, NODES } from "../kinds/collections.ts";
import { TEMPLATE_GENERATION } from "../kinds/object-defaults.ts";
import type { Change, Place } from "../store/object-store.ts";
import { claimObjects } from "./claim-objects.ts";
import { type ClusterView, type Controller, type Decision, SETTLED } from "./controller.ts";
import { daemonPod, nodeOfDaemonPod } from "./daemon-pod.ts";
import { deletePod } from "./delete-pod.ts";
import { portionOf } from "./deployment-spec.ts";
import { matchesNode } from "./find-node.ts";
import { generatedName } from "./generated-name.ts";
import { isControlledBy, selfOrController } from "./owner-reference.ts";
import { isAvailable, isFinished, isReady, untilAvailable } from "./pod-facts.ts";
import { hashOf, readHistory, trimHistory } from "./revision-history.ts";
import type { Write } from "./write.ts";
import { create, definedOnly, orNone, remove, tell, warn, writeStatus } from "./writes.ts";

const HASH = "controller-revision-hash";

/**
 * Keeps one pod on each node.
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/
 */
export function daemonSetController(): Controller {
  return {
    name: "daemonset-controller",
    userAgent: "kube-controller-manager",
    concerns,
    decide,
  };
}

function concerns(change: Change, view: ClusterView): readonly Place[] {
  if (!isOf(change.place, NODES)) {
    return selfOrController(change, { collection: DAEMON_SETS, kind: "DaemonSet" });
  }
  return view.list(DAEMON_SETS).map((each) => {
    const { namespace, name } = idOf(each);
    return { ...DAEMON_SETS, namespace, name };
  });
}

/** A DaemonSet as its controller looks at it. */
interface DaemonSetFacts {
  readonly set: JsonObject;
  /** Names of the nodes that should have a pod. */
  readonly nodes: readonly string[];
  readonly pods: readonly JsonObject[];
  /** Hash of the present revision. */
  readonly hash: string;
  readonly minReadySeconds: number;
  readonly view: ClusterView;
}

function decide(place: Place, view: ClusterView): Decision {
  const set = view.get(place);
  if (set === undefined || isTerminating(set)) return SETTLED;
  const claims = claimObjects(set, "Pod", view);
  if (claims.length > 0) return { writes: claims };
  const generation = annotationOf(set, TEMPLATE_GENERATION) ?? "1";
  const style = { hashLabel: HASH, annotations: { [TEMPLATE_GENERATION]: generation } };
  const history = readHistory(set, view, style);
  if (history.present === undefined) return { writes: history.writes };
  const facts = factsOf(set, hashOf(history.present, style), view);
  const placed = placePods(facts);
  const steps = placed.length > 0 ? placed : replaceOld(facts);
  if (steps.length > 0) return { writes: steps };
  const hashes = new Set([facts.hash, ...facts.pods.map((pod) => labelOf(pod, HASH))]);
  const inUse = history.all.filter((each) => hashes.has(hashOf(each, style)));
  return {
    writes: [
      ...writeStatus(set, statusOf(facts)),
      ...trimHistory(set, history, new Set(inUse.map((each) => idOf(each).name))),
    ],
    ...untilAvailable(facts.pods, facts.minReadySeconds, view.now),
  };
}

function factsOf(set: JsonObject, hash: string, view: ClusterView): DaemonSetFacts {
  const template = podTemplateOf(set) ?? {};
  return {
    set,
    nodes: view
      .list(NODES)
      .filter((node) => matchesNode(template, node))
      .map((node) => idOf(node).name),
    pods: view
      .ownedBy(uidOf(set))
      .filter((each) => idOf(each).kind === "Pod" && isControlledBy(each, set)),
    hash,
    minReadySeconds: numberAt(set, "spec", "minReadySeconds") ?? 0,
    view,
  };
}

/** A pod for each node without one; none that failed, none too many, none on other nodes. */
function placePods(facts: DaemonSetFacts): readonly Write[] {
  const { set, nodes, pods, hash, view } = facts;
  const staying = pods.filter((pod) => !isTerminating(pod));
  const failed = staying.filter(isFinished);
  const seen = new Set<string>();
  const superfluous = staying.filter((pod) => {
    const node = nodeOfDaemonPod(pod);
    const isExtra = !nodes.includes(node) || seen.has(node);
    seen.add(node);
    return isExtra && !failed.includes(pod);
  });
  const served = new Set(pods.map(nodeOfDaemonPod));
  const made = nodes
    .filter((node) => !served.has(node))
    .flatMap((node) => {
      const name = generatedName(`${idOf(set).name}-`, view);
      const pod = daemonPod(set, { name, node, hash });
      return [create(pod), tell(set, "SuccessfulCreate", `Created pod: ${name}`)];
    });
  return [
    ...failed.flatMap((pod) => {
      const where = `${idOf(set).namespace}/${idOf(pod).name} on node ${nodeOfDaemonPod(pod)}`;
      return [
        warn(set, "FailedDaemonPod", `Found failed daemon pod ${where}, will try to kill it`),
        remove(pod),
      ];
    }),
    ...superfluous.flatMap((pod) => deletePod(set, pod)),
    ...made,
  ];
}

/** Old pods make room as long as no more than `maxUnavailable` are missing; those that are not available anyway go first. */
function replaceOld(facts: DaemonSetFacts): readonly Write[] {
  const { set, nodes, pods, hash } = facts;
  if (textAt(set, "spec", "updateStrategy", "type") === "OnDelete") return [];
  const rolling = valueAt(set, "spec", "updateStrategy", "rollingUpdate", "maxUnavailable");
  const mayMiss = Math.max(1, portionOf(rolling ?? 1, nodes.length, "up"));
  const room = mayMiss - (nodes.length - pods.filter((pod) => isUsable(facts, pod)).length);
  const old = pods.filter((pod) => !isTerminating(pod) && labelOf(pod, HASH) !== hash);
  const down = old.filter((pod) => !isUsable(facts, pod));
  const up = old.filter((pod) => isUsable(facts, pod)).slice(0, Math.max(0, room));
  return [...down, ...up].flatMap((pod) => deletePod(set, pod));
}

function isUsable({ minReadySeconds, view }: DaemonSetFacts, pod: JsonObject): boolean {
  return !isTerminating(pod) && isAvailable(pod, minReadySeconds, view.now);
}

/** @see https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/daemon-set-v1/#DaemonSetStatus */
function statusOf(facts: DaemonSetFacts): JsonObject {
  const { set, nodes, hash } = facts;
  const pods = facts.pods.filter((pod) => !isTerminating(pod));
  const placed = pods.filter((pod) => nodes.includes(nodeOfDaemonPod(pod)));
  const available = placed.filter((pod) => isUsable(facts, pod)).length;
  return definedOnly({
    currentNumberScheduled: placed.length,
    numberMisscheduled: pods.length - placed.length,
    desiredNumberScheduled: nodes.length,
    numberReady: placed.filter(isReady).length,
    observedGeneration: numberAt(set, "metadata", "generation"),
    updatedNumberScheduled: orNone(placed.filter((pod) => labelOf(pod, HASH) === hash).length),
    numberAvailable: orNone(available),
    numberUnavailable: orNone(nodes.length - available),
    collisionCount: numberAt(set, "status", "collisionCount"),
  });
}
