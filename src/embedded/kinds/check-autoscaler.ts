import { type JsonObject, numberAt, objectAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { forbidden, invalid, notSupported, required } from "../make-fault.ts";
import { choiceFaults, itemFaults } from "./check-items.ts";
import { selectorFaults } from "./check-selector.ts";
import { pathSegment } from "./name-syntax.ts";
import { quantityNanos } from "./quantity-nanos.ts";

/** Types of metrics, and the field that each one fills. */
const SOURCES: readonly (readonly [string, string])[] = [
  ["ContainerResource", "containerResource"],
  ["External", "external"],
  ["Object", "object"],
  ["Pods", "pods"],
  ["Resource", "resource"],
];

const WINDOW_MAX = 3600;

const PERIOD_MAX = 1800;

/** @see https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/ */
export function autoscalerFaults(object: JsonObject): readonly Fault[] {
  const spec = objectAt(object, "spec") ?? {};
  return [
    ...countFaults(spec),
    ...referenceFaults(objectAt(spec, "scaleTargetRef") ?? {}, "spec.scaleTargetRef"),
    ...apiVersionFaults(spec),
    ...itemFaults(spec, "spec.metrics", metricFaults),
    ...zeroFaults(spec),
    ...["scaleUp", "scaleDown"].flatMap((field) => {
      const rules = objectAt(spec, "behavior", field);
      return rules === undefined ? [] : rulesFaults(rules, `spec.behavior.${field}`);
    }),
  ];
}

function countFaults(spec: JsonObject): readonly Fault[] {
  const min = numberAt(spec, "minReplicas");
  const max = numberAt(spec, "maxReplicas") ?? 0;
  return [
    ...(min !== undefined && min < 1
      ? [invalid("spec.minReplicas", min, "must be greater than or equal to 1")]
      : []),
    ...(max < 1 ? [invalid("spec.maxReplicas", max, "must be greater than 0")] : []),
    ...(min !== undefined && max < min
      ? [invalid("spec.maxReplicas", max, "must be greater than or equal to `minReplicas`")]
      : []),
  ];
}

function referenceFaults(reference: JsonObject, at: string): readonly Fault[] {
  return ["kind", "name"].flatMap((field) => {
    const text = textAt(reference, field) ?? "";
    return text === ""
      ? [required(`${at}.${field}`)]
      : pathSegment(text).map((each) => invalid(`${at}.${field}`, text, each));
  });
}

function apiVersionFaults(spec: JsonObject): readonly Fault[] {
  const version = textAt(spec, "scaleTargetRef", "apiVersion") ?? "";
  const isCore =
    version === "v1" && textAt(spec, "scaleTargetRef", "kind") === "ReplicationController";
  if (version.includes("/") || isCore) return [];
  const field = "spec.scaleTargetRef.apiVersion";
  return [invalid(field, version, "apiVersion must specify API group")];
}

function zeroFaults(spec: JsonObject): readonly Fault[] {
  if (numberAt(spec, "minReplicas") !== 0) return [];
  const text =
    "must specify at least one Object or External metric to support scaling to zero replicas";
  return [forbidden("spec.metrics", text)];
}

function metricFaults(metric: JsonObject, at: string): readonly Fault[] {
  const type = textAt(metric, "type") ?? "";
  const field = SOURCES.find(([name]) => name === type)?.[1];
  if (type === "") return [required(`${at}.type`, "must specify a metric source type")];
  if (field === undefined) {
    return [
      notSupported(
        `${at}.type`,
        type,
        SOURCES.map(([name]) => name),
      ),
    ];
  }
  const source = objectAt(metric, field);
  const others = SOURCES.map(([, name]) => name).filter(
    (name) => name !== field && objectAt(metric, name) !== undefined,
  );
  return [
    ...(source === undefined ? [] : sourceFaults(source, `${at}.${field}`, field)),
    ...(source === undefined
      ? [required(`${at}.${field}`, "must populate information for the given metric source")]
      : []),
    ...others.map((name) =>
      forbidden(`${at}.${name}`, "must populate the given metric source only"),
    ),
  ];
}

function sourceFaults(source: JsonObject, at: string, field: string): readonly Fault[] {
  const target = objectAt(source, "target") ?? {};
  const targetAt = `${at}.target`;
  const described = objectAt(source, "describedObject") ?? {};
  const isOfResource = field === "resource" || field === "containerResource";
  return [
    ...(field === "object" ? referenceFaults(described, `${at}.describedObject`) : []),
    ...(isOfResource ? resourceNameFaults(source, at, field) : namedFaults(source, at)),
    ...targetFaults(target, targetAt),
    ...(TARGETS.get(field) ?? utilizationFaults)(target, targetAt),
  ];
}

function resourceNameFaults(source: JsonObject, at: string, field: string): readonly Fault[] {
  const isContainerMissing =
    field === "containerResource" && (textAt(source, "container") ?? "") === "";
  return [
    ...((textAt(source, "name") ?? "") === ""
      ? [required(`${at}.name`, "must specify a resource name")]
      : []),
    ...(isContainerMissing ? [required(`${at}.container`, "must specify a container")] : []),
  ];
}

/** What each source wants of its target beyond a good type. */
const TARGETS: ReadonlyMap<string, (target: JsonObject, at: string) => readonly Fault[]> = new Map([
  ["external", externalFaults],
  ["object", eitherFaults],
  ["pods", averageFaults],
]);

function averageFaults(target: JsonObject, at: string): readonly Fault[] {
  const isPositive = quantityNanos(textAt(target, "averageValue") ?? "0") > 0n;
  const text = "must specify a positive target averageValue";
  return isPositive ? [] : [required(`${at}.averageValue`, text)];
}

function namedFaults(source: JsonObject, at: string): readonly Fault[] {
  const name = textAt(source, "metric", "name") ?? "";
  const selector = objectAt(source, "metric", "selector");
  return [
    ...(name === ""
      ? [required(`${at}.metric.name`, "must specify a metric name")]
      : pathSegment(name).map((each) => invalid(`${at}.metric.name`, name, each))),
    ...(selector === undefined ? [] : selectorFaults(selector, `${at}.metric.selector`)),
  ];
}

function targetFaults(target: JsonObject, at: string): readonly Fault[] {
  const type = textAt(target, "type") ?? "";
  const utilization = numberAt(target, "averageUtilization");
  const isKnown = ["Utilization", "Value", "AverageValue"].includes(type);
  return [
    ...(type === "" ? [required(`${at}.type`, "must specify a metric target type")] : []),
    ...(type !== "" && !isKnown
      ? [invalid(`${at}.type`, type, "must be either Utilization, Value, or AverageValue")]
      : []),
    ...["value", "averageValue"].flatMap((field) => {
      const value = textAt(target, field);
      return value === undefined || quantityNanos(value) > 0n
        ? []
        : [invalid(`${at}.${field}`, value, "must be positive")];
    }),
    ...(utilization !== undefined && utilization < 1
      ? [invalid(`${at}.averageUtilization`, utilization, "must be greater than 0")]
      : []),
  ];
}

function utilizationFaults(target: JsonObject, at: string): readonly Fault[] {
  const hasShare = numberAt(target, "averageUtilization") !== undefined;
  const hasValue = textAt(target, "averageValue") !== undefined;
  return [
    ...(!hasShare && !hasValue
      ? [
          required(
            `${at}.averageUtilization`,
            "must set either a target raw value or a target utilization",
          ),
        ]
      : []),
    ...(hasShare && hasValue
      ? [
          forbidden(
            `${at}.averageValue`,
            "may not set both a target raw value and a target utilization",
          ),
        ]
      : []),
  ];
}

function eitherFaults(target: JsonObject, at: string): readonly Fault[] {
  const isSaid =
    textAt(target, "value") !== undefined || textAt(target, "averageValue") !== undefined;
  return isSaid
    ? []
    : [required(`${at}.averageValue`, "must set either a target value or averageValue")];
}

function externalFaults(target: JsonObject, at: string): readonly Fault[] {
  const hasValue = textAt(target, "value") !== undefined;
  const hasAverage = textAt(target, "averageValue") !== undefined;
  if (hasValue && hasAverage) {
    const text = "may not set both a target value for metric and a per-pod target";
    return [forbidden(`${at}.value`, text)];
  }
  const text = "must set either a target value for metric or a per-pod target";
  return hasValue || hasAverage ? [] : [required(`${at}.averageValue`, text)];
}

function rulesFaults(rules: JsonObject, at: string): readonly Fault[] {
  const window = numberAt(rules, "stabilizationWindowSeconds") ?? 0;
  const windowAt = `${at}.stabilizationWindowSeconds`;
  return [
    ...(window < 0 ? [invalid(windowAt, window, "must be greater than or equal to zero")] : []),
    ...(window > WINDOW_MAX
      ? [invalid(windowAt, window, `must be less than or equal to ${WINDOW_MAX}`)]
      : []),
    ...choiceFaults(rules, `${at}.selectPolicy`, ["Disabled", "Max", "Min"]),
    ...itemFaults(rules, `${at}.policies`, policyFaults),
  ];
}

function policyFaults(policy: JsonObject, at: string): readonly Fault[] {
  const value = numberAt(policy, "value") ?? 0;
  const period = numberAt(policy, "periodSeconds") ?? 0;
  return [
    ...choiceFaults(policy, `${at}.type`, ["Percent", "Pods"]),
    ...(value <= 0 ? [invalid(`${at}.value`, value, "must be greater than zero")] : []),
    ...(period <= 0 ? [invalid(`${at}.periodSeconds`, period, "must be greater than zero")] : []),
    ...(period > PERIOD_MAX
      ? [invalid(`${at}.periodSeconds`, period, `must be less than or equal to ${PERIOD_MAX}`)]
      : []),
  ];
}
