import { type JsonObject, listAt, numberAt, objectAt, textAt } from "../../core/object/json.ts";
import { annotationOf, idOf, podTemplateOf } from "../../core/object/live-object.ts";
import { NODE_TERMS } from "./node-terms.ts";
import { podFromTemplate } from "./pod-from-template.ts";

/** Troubles of a node that a daemon's pod puts up with. */
const TOLERATED: readonly (readonly [key: string, effect: string])[] = [
  ["node.kubernetes.io/not-ready", "NoExecute"],
  ["node.kubernetes.io/unreachable", "NoExecute"],
  ["node.kubernetes.io/disk-pressure", "NoSchedule"],
  ["node.kubernetes.io/memory-pressure", "NoSchedule"],
  ["node.kubernetes.io/pid-pressure", "NoSchedule"],
  ["node.kubernetes.io/unschedulable", "NoSchedule"],
];

/** The pod of a DaemonSet for one node, which it asks the scheduler for by name. */
export function daemonPod(
  set: JsonObject,
  { name, node, hash }: { readonly name: string; readonly node: string; readonly hash: string },
): JsonObject {
  const generation = annotationOf(set, "deprecated.daemonset.template.generation");
  const pod = podFromTemplate(set, podTemplateOf(set) ?? {}, {
    name,
    generateName: `${idOf(set).name}-`,
    labels: {
      "controller-revision-hash": hash,
      "pod-template-generation": generation ?? `${numberAt(set, "metadata", "generation") ?? 1}`,
    },
  });
  const spec = objectAt(pod, "spec") ?? {};
  const affinity = objectAt(spec, "affinity") ?? {};
  const matchFields = [{ key: "metadata.name", operator: "In", values: [node] }];
  return {
    ...pod,
    spec: {
      ...spec,
      affinity: {
        ...affinity,
        nodeAffinity: {
          ...objectAt(affinity, "nodeAffinity"),
          requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields }] },
        },
      },
      tolerations: [
        ...listAt(spec, "tolerations"),
        ...TOLERATED.map(([key, effect]) => ({ key, operator: "Exists", effect })),
      ],
    },
  };
}

/** The node that a daemon's pod is for, also before it is scheduled. */
export function nodeOfDaemonPod(pod: JsonObject): string {
  const bound = textAt(pod, "spec", "nodeName");
  if (bound !== undefined) return bound;
  const terms = listAt(pod, ...NODE_TERMS);
  return textAt(terms[0], "matchFields", 0, "values", 0) ?? "";
}
