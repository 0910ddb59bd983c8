import {
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  textAt,
  valueAt,
} from "../../core/object/json.ts";
import { idOf, isTerminating } from "../../core/object/live-object.ts";
import { groupOf } from "../../core/object/object-id.ts";
import { AUTOSCALERS, isOf } from "../kinds/collections.ts";
import type { Change, Place } from "../store/object-store.ts";
import { timeText } from "../time-text.ts";
import { conditionsOf, setCondition } from "./conditions.ts";
import { type ClusterView, type Controller, type Decision, SETTLED } from "./controller.ts";
import type { Write } from "./write.ts";
import { definedOnly, orNone, tell, writeStatus } from "./writes.ts";

/**
 * Holds the targets of HorizontalPodAutoscalers within their bounds. There are no metrics here, and they say so.
 * @see https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/
 */
export function autoscalerController(): Controller {
  return {
    name: "horizontal-pod-autoscaler",
    userAgent: "kube-controller-manager",
    concerns,
    decide,
  };
}

function concerns({ place, object }: Change, view: ClusterView): readonly Place[] {
  if (isOf(place, AUTOSCALERS)) return [place];
  if (numberAt(object, "spec", "replicas") === undefined) return [];
  return view
    .list(AUTOSCALERS, place.namespace)
    .filter((each) => {
      const target = objectAt(each, "spec", "scaleTargetRef");
      return textAt(target, "name") === place.name && textAt(target, "kind") === idOf(object).kind;
    })
    .map((each) => ({ ...AUTOSCALERS, namespace: place.namespace, name: idOf(each).name }));
}

function decide(place: Place, view: ClusterView): Decision {
  const autoscaler = view.get(place);
  if (autoscaler === undefined || isTerminating(autoscaler)) return SETTLED;
  const target = targetOf(autoscaler, view);
  if (target === undefined) return { writes: missing(autoscaler, view) };
  const have = numberAt(target, "spec", "replicas") ?? 1;
  if (have === 0) {
    return { writes: report(autoscaler, [ABLE, DISABLED], { have, wanted: undefined, view }) };
  }
  const wanted = withinBounds(autoscaler, have);
  const isMoved = wanted !== have;
  const able: Finding = isMoved ? { ...ABLE, ...rescaled(wanted) } : ABLE;
  return {
    writes: [
      ...(isMoved ? rescale(autoscaler, target, wanted) : []),
      ...report(autoscaler, [able, inactive(autoscaler)], {
        have,
        wanted: isMoved ? wanted : undefined,
        view,
      }),
    ],
  };
}

function withinBounds(autoscaler: JsonObject, replicas: number): number {
  const lowest = numberAt(autoscaler, "spec", "minReplicas") ?? 1;
  const highest = numberAt(autoscaler, "spec", "maxReplicas") ?? replicas;
  return Math.min(Math.max(replicas, lowest), highest);
}

interface Finding {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

const ABLE: Finding = {
  type: "AbleToScale",
  status: "True",
  reason: "SucceededGetScale",
  message: "the HPA controller was able to get the target's current scale",
};

const DISABLED: Finding = {
  type: "ScalingActive",
  status: "False",
  reason: "ScalingDisabled",
  message: "scaling is disabled since the replica count of the target is zero",
};

function rescaled(replicas: number): Pick<Finding, "reason" | "message"> {
  return {
    reason: "SucceededRescale",
    message: `the HPA controller was able to update the target scale to ${replicas}`,
  };
}

function rescale(autoscaler: JsonObject, target: JsonObject, replicas: number): readonly Write[] {
  const isBelow = (numberAt(target, "spec", "replicas") ?? 0) < replicas;
  const bound = isBelow ? "below Spec.MinReplicas" : "above Spec.MaxReplicas";
  const text = `New size: ${replicas}; reason: Current number of replicas ${bound}`;
  return [
    { kind: "patch", of: target, patch: { spec: { replicas } }, subresource: "scale" },
    tell(autoscaler, "SuccessfulRescale", text),
  ];
}

function inactive(autoscaler: JsonObject): Finding {
  const metric = listAt(autoscaler, "spec", "metrics")[0];
  const name = textAt(metric, "resource", "name") ?? "cpu";
  const cause = `failed to get ${name} utilization: unable to get metrics for resource ${name}: unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)`;
  return {
    type: "ScalingActive",
    status: "False",
    reason: "FailedGetResourceMetric",
    message: `the HPA was unable to compute the replica count: ${cause}`,
  };
}

function missing(autoscaler: JsonObject, view: ClusterView): readonly Write[] {
  const reference = objectAt(autoscaler, "spec", "scaleTargetRef");
  const resource = view.resourceOf(kindOf(autoscaler));
  const group = resource === undefined || resource.group === "" ? "" : `.${resource.group}`;
  const plural = resource?.plural ?? (textAt(reference, "kind") ?? "").toLowerCase();
  const finding: Finding = {
    type: "AbleToScale",
    status: "False",
    reason: "FailedGetScale",
    message: `the HPA controller was unable to get the target's current scale: ${plural}${group} "${textAt(reference, "name") ?? ""}" not found`,
  };
  return report(autoscaler, [finding], { have: 0, wanted: undefined, view });
}

function report(
  autoscaler: JsonObject,
  findings: readonly Finding[],
  {
    have,
    wanted,
    view,
  }: { readonly have: number; readonly wanted: number | undefined; readonly view: ClusterView },
): readonly Write[] {
  const conditions = findings.reduce<readonly JsonObject[]>(
    (sofar, { type, status, reason, message }) =>
      setCondition(sofar, {
        type,
        status,
        lastTransitionTime: timeText(view.now),
        reason,
        message,
      }),
    conditionsOf(autoscaler),
  );
  return writeStatus(
    autoscaler,
    definedOnly({
      conditions,
      currentMetrics: valueAt(autoscaler, "status", "currentMetrics") ?? null,
      currentReplicas: orNone(have),
      desiredReplicas: wanted ?? numberAt(autoscaler, "status", "desiredReplicas") ?? 0,
      lastScaleTime:
        wanted === undefined ? textAt(autoscaler, "status", "lastScaleTime") : timeText(view.now),
    }),
  );
}

function targetOf(autoscaler: JsonObject, view: ClusterView): JsonObject | undefined {
  const resource = view.resourceOf(kindOf(autoscaler));
  if (resource === undefined) return undefined;
  return view.get({
    group: resource.group,
    plural: resource.plural,
    namespace: idOf(autoscaler).namespace,
    name: textAt(autoscaler, "spec", "scaleTargetRef", "name") ?? "",
  });
}

/** The kind that a HorizontalPodAutoscaler scales. */
function kindOf(autoscaler: JsonObject): { readonly apiVersion: string; readonly kind: string } {
  const reference = objectAt(autoscaler, "spec", "scaleTargetRef");
  const apiVersion = textAt(reference, "apiVersion") ?? "";
  return {
    apiVersion: groupOf(apiVersion) === "" ? "v1" : apiVersion,
    kind: textAt(reference, "kind") ?? "",
  };
}
