import {
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
  valueAt,
} from "../../core/object/json.ts";
import { idOf } from "../../core/object/live-object.ts";
import { NODES, PODS, VOLUME_CLAIMS } from "../kinds/collections.ts";
import { isSelected } from "../kinds/is-selected.ts";
import type { ClusterView } from "./controller.ts";
import { NODE_TERMS } from "./node-terms.ts";
import { claimNamesOf } from "./pod-claims.ts";
import { hasLabels, isFinished, nodeOf } from "./pod-facts.ts";

/** The node for a pod, or what a scheduler says when there is none. */
export type FoundNode =
  | { readonly kind: "node"; readonly name: string }
  | { readonly kind: "none"; readonly message: string };

/** Room for pods is looked at, as are selectors and volumes; processors and memory are not. */
export function findNode(pod: JsonObject, view: ClusterView): FoundNode {
  const nodes = view.list(NODES);
  if (nodes.length === 0) return none("no nodes available to schedule pods");
  const start = `0/${nodes.length} nodes are available:`;
  const volumes = volumeTrouble(pod, view);
  if (volumes !== undefined) return none(`${start} ${volumes}.`);
  const troubles = new Map<string, number>();
  for (const node of nodes) {
    const trouble = nodeTrouble(pod, node, view);
    if (trouble === undefined) return { kind: "node", name: idOf(node).name };
    troubles.set(trouble, (troubles.get(trouble) ?? 0) + 1);
  }
  const counted = [...troubles].map(([trouble, count]) => `${count} ${trouble}`).toSorted();
  const preemption = `preemption: 0/${nodes.length} nodes are available: ${nodes.length} Preemption is not helpful for scheduling.`;
  return none(`${start} ${counted.join(", ")}. ${preemption}`);
}

function none(message: string): FoundNode {
  return { kind: "none", message };
}

function volumeTrouble(pod: JsonObject, view: ClusterView): string | undefined {
  const { namespace } = idOf(pod);
  for (const name of claimNamesOf(pod)) {
    const claim = view.get({ ...VOLUME_CLAIMS, namespace, name });
    if (claim === undefined) return `persistentvolumeclaim "${name}" not found`;
    if (textAt(claim, "status", "phase") !== "Bound") {
      return "pod has unbound immediate PersistentVolumeClaims";
    }
  }
  return undefined;
}

function nodeTrouble(pod: JsonObject, node: JsonObject, view: ClusterView): string | undefined {
  if (!matchesNode(pod, node)) return "node(s) didn't match Pod's node affinity/selector";
  if (valueAt(node, "spec", "unschedulable") === true && !toleratesUnschedulable(pod)) {
    return "node(s) were unschedulable";
  }
  const taint = listAt(node, "spec", "taints").find((each) => !isTolerated(each, pod));
  if (taint !== undefined) return `node(s) had untolerated taint {${taintText(taint)}}`;
  const { name } = idOf(node);
  const room = Number(textAt(node, "status", "allocatable", "pods")?.replace(/k$/, "000") ?? 110);
  const used = view.list(PODS).filter((each) => nodeOf(each) === name && !isFinished(each));
  return used.length < room ? undefined : "Too many pods";
}

/** Node selector and required node affinity. */
export function matchesNode(pod: JsonObject, node: JsonObject): boolean {
  if (!hasLabels(node, objectAt(pod, "spec", "nodeSelector") ?? {})) return false;
  const terms = listAt(pod, ...NODE_TERMS);
  return terms.length === 0 || terms.some((term) => matchesTerm(term, node));
}

function matchesTerm(term: Json, node: JsonObject): boolean {
  const names = listAt(term, "matchFields");
  return (
    names.every((each) => listAt(each, "values").includes(idOf(node).name)) &&
    isSelected(node, { matchExpressions: listAt(term, "matchExpressions") })
  );
}

function toleratesUnschedulable(pod: JsonObject): boolean {
  return isTolerated({ key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" }, pod);
}

/** @see https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/ */
function isTolerated(taint: Json, pod: JsonObject): boolean {
  const effect = textAt(taint, "effect");
  if (effect === "PreferNoSchedule") return true;
  return listAt(pod, "spec", "tolerations").some((each) => {
    const wanted = textAt(each, "effect") ?? "";
    const key = textAt(each, "key") ?? "";
    if (wanted !== "" && wanted !== effect) return false;
    if (textAt(each, "operator") === "Exists") return key === "" || key === textAt(taint, "key");
    return key === textAt(taint, "key") && valueText(each) === valueText(taint);
  });
}

function taintText(taint: Json): string {
  return `${textAt(taint, "key") ?? ""}: ${valueText(taint)}`;
}

function valueText(value: Json): string {
  return textAt(value, "value") ?? "";
}
