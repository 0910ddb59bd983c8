import { type JsonObject, objectAt, textAt, valueAt } from "../object/json.ts";
import { podTemplateOf } from "../object/live-object.ts";
import { kindKey, objectKey } from "../object/object-id.ts";
import type { Edge } from "./edge.ts";
import { findNeeds, type Need } from "./find-needs.ts";
import type { GraphObject } from "./graph-object.ts";
import { groupBy } from "./group-by.ts";
import { indexLabels, type LabelIndex, selectByLabels } from "./label-index.ts";
import { makeEdge } from "./make-edge.ts";
import type { ObjectSet } from "./object-set.ts";

/**
 * The edges that Kubernetes' own structure makes, only between two objects of the set. Gate `exists`, but `ready` for
 * a CRD (established), and for the Service, and the workloads that it leads to, behind an admission webhook that must answer or
 * behind an aggregated API: a Service alone answers nobody. The same two objects may have several edges.
 */
export function findStructureEdges(set: ObjectSet): readonly Edge[] {
  const crds = crdsByKind(set);
  const pods = podsByNamespace(set);
  return set.objects.flatMap((object) => {
    const self = objectKey(object.id);
    const needs = findNeeds(object, set.templates);
    return [
      ...namespaceOf(object),
      ...(crds.get(kindKey(object.id)) ?? []),
      ...needs,
      ...needs.flatMap((each) => answering(each, set, pods)),
      ...disruptedBy(object, pods),
    ]
      .filter(({ id }) => objectKey(id) !== self && set.byKey.has(objectKey(id)))
      .map(({ id, gate }) => {
        const origin = `structure:${id.kind}`;
        return makeEdge({ dependent: object.id, target: id, gate: { kind: gate }, origin });
      });
  });
}

function namespaceOf({ id }: GraphObject): readonly Need[] {
  if (id.namespace === "") return [];
  const namespace = { group: "", kind: "Namespace", namespace: "", name: id.namespace };
  return [{ id: namespace, gate: "exists" }];
}

function crdsByKind(set: ObjectSet): ReadonlyMap<string, readonly Need[]> {
  const crds = set.byKind.get("CustomResourceDefinition.apiextensions.k8s.io") ?? [];
  return new Map(
    crds.map(({ id, body }) => {
      const group = textAt(body, "spec", "group") ?? "";
      const kind = textAt(body, "spec", "names", "kind") ?? "";
      return [kindKey({ group, kind }), [{ id, gate: "ready" }]];
    }),
  );
}

type PodMakers = ReadonlyMap<string, LabelIndex<GraphObject>>;

/** What makes pods (or is one), by namespace and then by the labels that the pods get. */
function podsByNamespace(set: ObjectSet): PodMakers {
  if (!SELECTING.some((kind) => set.byKind.has(kind))) return new Map();
  const makers = set.objects.filter((object) => podLabelsOf(object) !== undefined);
  const byNamespace = groupBy(makers, ({ id }) => id.namespace);
  return new Map(
    [...byNamespace].map(([namespace, own]) => [namespace, indexLabels(own, podLabelsOf)]),
  );
}

function podLabelsOf({ id, body }: GraphObject): JsonObject | undefined {
  return id.group === "" && id.kind === "Pod"
    ? objectAt(body, "metadata", "labels")
    : objectAt(podTemplateOf(body), "metadata", "labels");
}

const BUDGET = "PodDisruptionBudget.policy";

/** Kinds whose edges are found by the labels of pods. */
const SELECTING = [
  BUDGET,
  "ValidatingWebhookConfiguration.admissionregistration.k8s.io",
  "MutatingWebhookConfiguration.admissionregistration.k8s.io",
  "APIService.apiregistration.k8s.io",
];

/** Kinds that they name, or are in. */
const NAMED: ReadonlySet<string> = new Set(["Namespace", "Service"]);

/** Whether nothing but labels leads from one to the other: any other object with the same would do. */
export function isFoundByLabels({ dependent, target, origin }: Edge): boolean {
  return (
    origin === `structure:${target.kind}` &&
    SELECTING.includes(kindKey(dependent)) &&
    !NAMED.has(kindKey(target))
  );
}

/** Groups of Kubernetes' own kinds whose pods go on serving; a Job's end. */
const SERVING_GROUPS: ReadonlySet<string> = new Set(["", "apps"]);

/** The workloads whose pods answer behind a Service that has to be ready. One without a selector is somebody else's to fill. */
function answering({ id, gate }: Need, set: ObjectSet, pods: PodMakers): readonly Need[] {
  const service = gate === "ready" ? set.byKey.get(objectKey(id)) : undefined;
  const matchLabels = objectAt(service?.body, "spec", "selector") ?? {};
  const makers = pods.get(id.namespace);
  if (makers === undefined || Object.keys(matchLabels).length === 0) return [];
  return selectByLabels(makers, { matchLabels })
    .filter((maker) => SERVING_GROUPS.has(maker.id.group))
    .map((maker) => ({ id: maker.id, gate }));
}

/** A PodDisruptionBudget comes after the workloads whose pods it selects; in `policy/v1` an empty selector means all. */
function disruptedBy({ id, body }: GraphObject, pods: PodMakers): readonly Need[] {
  const selector = valueAt(body, "spec", "selector");
  const makers = pods.get(id.namespace);
  if (kindKey(id) !== BUDGET || selector === undefined || selector === null) return [];
  if (makers === undefined) return [];
  return selectByLabels(makers, selector).map((maker) => ({ id: maker.id, gate: "exists" }));
}
