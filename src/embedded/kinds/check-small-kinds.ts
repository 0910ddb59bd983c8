import { type JsonObject, listAt, numberAt, objectAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { duplicate, forbidden, invalid, required } from "../make-fault.ts";
import { labelKeyFaults } from "../store/label-syntax.ts";
import { choiceFaults, itemFaults, negativeFaults } from "./check-items.ts";
import { EFFECTS } from "./check-scheduling.ts";
import { selectorFaults } from "./check-selector.ts";
import { overAllFaults, shareFaults } from "./check-share.ts";
import { addressRange } from "./name-syntax.ts";
import { quantityNanos } from "./quantity-nanos.ts";

const LIMIT_TYPES = ["Pod", "Container", "PersistentVolumeClaim"];

const GROUP_PRIORITY_MAX = 20_000;

const VERSION_PRIORITY_MAX = 1000;

/** @see https://kubernetes.io/docs/tasks/run-application/configure-pdb/ */
export function disruptionBudgetFaults(object: JsonObject): readonly Fault[] {
  const spec = objectAt(object, "spec") ?? {};
  const { minAvailable, maxUnavailable } = spec;
  const both = {
    MinAvailable: minAvailable ?? null,
    Selector: spec["selector"] ?? null,
    MaxUnavailable: maxUnavailable ?? null,
    UnhealthyPodEvictionPolicy: spec["unhealthyPodEvictionPolicy"] ?? null,
  };
  const selector = objectAt(spec, "selector");
  return [
    ...(minAvailable !== undefined && maxUnavailable !== undefined
      ? [invalid("spec", both, "minAvailable and maxUnavailable cannot be both set")]
      : []),
    ...["minAvailable", "maxUnavailable"].flatMap((field) => {
      const share = spec[field];
      if (share === undefined) return [];
      return [...shareFaults(`spec.${field}`, share), ...overAllFaults(`spec.${field}`, share)];
    }),
    ...choiceFaults(spec, "spec.unhealthyPodEvictionPolicy", ["AlwaysAllow", "IfHealthyBudget"]),
    ...(selector === undefined ? [] : selectorFaults(selector, "spec.selector")),
  ];
}

export function leaseFaults(object: JsonObject): readonly Fault[] {
  const spec = objectAt(object, "spec") ?? {};
  const seconds = numberAt(spec, "leaseDurationSeconds");
  return [
    ...(seconds !== undefined && seconds <= 0
      ? [invalid("spec.leaseDurationSeconds", seconds, "must be greater than 0")]
      : []),
    ...negativeFaults(spec, "spec.leaseTransitions"),
  ];
}

export function controllerRevisionFaults(object: JsonObject): readonly Fault[] {
  const data = object["data"];
  return [
    ...(data === undefined || data === null ? [required("data", "data is mandatory")] : []),
    ...negativeFaults(object, "revision"),
  ];
}

/** @see https://kubernetes.io/docs/concepts/policy/limit-range/ */
export function limitRangeFaults(object: JsonObject): readonly Fault[] {
  const types = new Set<string>();
  return itemFaults(objectAt(object, "spec") ?? {}, "spec.limits", (item, path) => {
    const type = textAt(item, "type") ?? "";
    const isTaken = types.has(type);
    types.add(type);
    return [
      ...limitTypeFaults(type, `${path}.type`),
      ...(isTaken ? [duplicate(`${path}.type`, type)] : []),
      ...(type === "Pod" ? podLimitFaults(item, path) : []),
      ...(type === "PersistentVolumeClaim" ? claimLimitFaults(item, path) : []),
    ];
  });
}

export function resourceQuotaFaults(object: JsonObject): readonly Fault[] {
  const hard = objectAt(object, "spec", "hard") ?? {};
  return Object.keys(hard)
    .toSorted()
    .flatMap((name) => {
      const amount = textAt(hard, name) ?? "0";
      const at = `spec.hard[${name}]`;
      return quantityNanos(amount) < 0n
        ? [invalid(at, amount, "must be greater than or equal to 0")]
        : [];
    });
}

export function nodeFaults(object: JsonObject): readonly Fault[] {
  const seen = new Set<string>();
  const spec = objectAt(object, "spec") ?? {};
  return [
    ...itemFaults(spec, "metadata.taints", (taint, path) => {
      const key = textAt(taint, "key") ?? "";
      const effect = textAt(taint, "effect") ?? "";
      const isTaken = seen.has(`${key} ${effect}`);
      seen.add(`${key} ${effect}`);
      return [
        ...labelKeyFaults(key).map((each) => invalid(`${path}.key`, key, each)),
        ...(effect === ""
          ? [required(`${path}.effect`)]
          : choiceFaults(taint, `${path}.effect`, EFFECTS)),
        ...(isTaken ? [takenTaint(taint, path)] : []),
      ];
    }),
    ...listAt(spec, "podCIDRs").flatMap((each, index) => {
      const range = typeof each === "string" ? each : "";
      return addressRange(range).map((fault) => invalid(`spec.podCIDRs[${index}]`, range, fault));
    }),
  ];
}

/** An Event lies in the namespace of what it is about. */
export function eventFaults(object: JsonObject): readonly Fault[] {
  const namespace = textAt(object, "metadata", "namespace") ?? "";
  const about = textAt(object, "involvedObject", "namespace") ?? "";
  const isOfCluster = about === "" && namespace === "default";
  return about === namespace || isOfCluster
    ? []
    : [invalid("involvedObject.namespace", about, "does not match event.namespace")];
}

export function apiServiceFaults(object: JsonObject): readonly Fault[] {
  const spec = objectAt(object, "spec") ?? {};
  const name = textAt(object, "metadata", "name") ?? "";
  const expected = `${textAt(spec, "version") ?? ""}.${textAt(spec, "group") ?? ""}`;
  return [
    ...(name === expected
      ? []
      : [
          invalid(
            "metadata.name",
            name,
            `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(expected)}`,
          ),
        ]),
    ...priorityFaults(spec, "groupPriorityMinimum", GROUP_PRIORITY_MAX),
    ...priorityFaults(spec, "versionPriority", VERSION_PRIORITY_MAX),
  ];
}

function takenTaint(taint: JsonObject, at: string): Fault {
  const value = {
    Key: taint["key"] ?? "",
    Value: taint["value"] ?? "",
    Effect: taint["effect"] ?? "",
    TimeAdded: null,
  };
  return { ...duplicate(at, value), detail: "taints must be unique by key and effect pair" };
}

function limitTypeFaults(type: string, at: string): readonly Fault[] {
  const faults = labelKeyFaults(type).map((each) => invalid(at, type, each));
  if (faults.length > 0 || type.includes("/") || LIMIT_TYPES.includes(type)) return faults;
  return [invalid(at, type, "must be a standard limit type or fully qualified")];
}

function podLimitFaults(item: JsonObject, at: string): readonly Fault[] {
  return ["default", "defaultRequest"]
    .filter((field) => Object.keys(objectAt(item, field) ?? {}).length > 0)
    .map((field) => forbidden(`${at}.${field}`, "may not be specified when `type` is 'Pod'"));
}

function claimLimitFaults(item: JsonObject, at: string): readonly Fault[] {
  const hasStorage = ["min", "max"].some((side) => textAt(item, side, "storage") !== undefined);
  if (hasStorage) return [];
  const text = "either minimum or maximum storage value is required, but neither was provided";
  return [required(`${at}.limits`, text)];
}

function priorityFaults(spec: JsonObject, field: string, max: number): readonly Fault[] {
  const value = numberAt(spec, field) ?? 0;
  return value > 0 && value <= max
    ? []
    : [invalid(`spec.${field}`, value, `must be positive and less than ${max}`)];
}
