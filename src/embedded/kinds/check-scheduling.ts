import { type JsonObject, listAt, numberAt, objectAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { duplicate, invalid, notSupported, required } from "../make-fault.ts";
import { labelKeyFaults, labelValueFaults } from "../store/label-syntax.ts";
import { choiceFaults, itemFaults } from "./check-items.ts";
import { operatorFaults, selectorFaults } from "./check-selector.ts";

export const EFFECTS = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

const WHEN_UNSATISFIABLE = ["DoNotSchedule", "ScheduleAnyway"];

const MATCH_ALL =
  'operator must be Exists when `key` is empty, which means "match all values and all keys"';

const WEIGHT_MAX = 100;

/** Faults of where a pod may run beside others. */
export function affinityFaults(spec: JsonObject, at: string): readonly Fault[] {
  const affinity = objectAt(spec, "affinity");
  if (affinity === undefined) return [];
  const path = `${at}.affinity`;
  return [
    ...nodeAffinityFaults(objectAt(affinity, "nodeAffinity") ?? {}, `${path}.nodeAffinity`),
    ...podAffinityFaults(objectAt(affinity, "podAffinity") ?? {}, `${path}.podAffinity`),
    ...podAffinityFaults(objectAt(affinity, "podAntiAffinity") ?? {}, `${path}.podAntiAffinity`),
  ];
}

/** Faults of which nodes a volume or a pod can use. */
export function nodeSelectorFaults(selector: JsonObject, at: string): readonly Fault[] {
  if (listAt(selector, "nodeSelectorTerms").length === 0) {
    return [required(`${at}.nodeSelectorTerms`, "must have at least one node selector term")];
  }
  return itemFaults(selector, `${at}.nodeSelectorTerms`, termFaults);
}

/** @see https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/ */
export function tolerationFaults(spec: JsonObject, at: string): readonly Fault[] {
  return itemFaults(spec, `${at}.tolerations`, (toleration, path) => {
    const key = textAt(toleration, "key") ?? "";
    const operator = textAt(toleration, "operator") ?? "";
    const effect = textAt(toleration, "effect") ?? "";
    const isTimed = numberAt(toleration, "tolerationSeconds") !== undefined;
    return [
      ...(key === "" ? [] : labelKeyFaults(key).map((each) => invalid(`${path}.key`, key, each))),
      ...(key === "" && operator !== "Exists"
        ? [invalid(`${path}.operator`, operator, MATCH_ALL)]
        : []),
      ...(isTimed && effect !== "NoExecute"
        ? [
            invalid(
              `${path}.effect`,
              effect,
              "effect must be 'NoExecute' when `tolerationSeconds` is set",
            ),
          ]
        : []),
      ...tolerationOperatorFaults(toleration, path),
      ...(effect === "" ? [] : choiceFaults(toleration, `${path}.effect`, EFFECTS)),
    ];
  });
}

/** @see https://kubernetes.io/docs/concepts/scheduling-eviction/topology-spread-constraints/ */
export function spreadFaults(spec: JsonObject, at: string): readonly Fault[] {
  const seen: string[] = [];
  const all = listAt(spec, "topologySpreadConstraints").map(
    (each) => `{${textAt(each, "topologyKey") ?? ""}, ${textAt(each, "whenUnsatisfiable") ?? ""}}`,
  );
  return itemFaults(spec, `${at}.topologySpreadConstraints`, (constraint, path, index) => {
    const key = textAt(constraint, "topologyKey") ?? "";
    const domains = numberAt(constraint, "minDomains");
    const selector = objectAt(constraint, "labelSelector");
    const pair = all[index] ?? "";
    const isRepeated = all.slice(index + 1).includes(pair) && !seen.includes(pair);
    seen.push(pair);
    return [
      ...positiveFaults(constraint["maxSkew"] ?? 0, `${path}.maxSkew`),
      ...(key === "" ? [required(`${path}.topologyKey`, "can not be empty")] : []),
      ...choiceFaults(constraint, `${path}.whenUnsatisfiable`, WHEN_UNSATISFIABLE),
      ...(isRepeated ? [duplicate(`${path}.{topologyKey, whenUnsatisfiable}`, pair)] : []),
      ...(domains === undefined ? [] : positiveFaults(domains, `${path}.minDomains`)),
      ...(selector === undefined ? [] : selectorFaults(selector, `${path}.labelSelector`)),
    ];
  });
}

function positiveFaults(value: JsonObject[string], at: string): readonly Fault[] {
  return typeof value === "number" && value > 0
    ? []
    : [invalid(at, value, "must be greater than zero")];
}

function tolerationOperatorFaults(toleration: JsonObject, at: string): readonly Fault[] {
  const operator = textAt(toleration, "operator") ?? "";
  const value = textAt(toleration, "value") ?? "";
  const field = `${at}.operator`;
  switch (operator) {
    case "Equal":
    case "":
      return labelValueFaults(value).map((each) => invalid(field, value, each));
    case "Exists":
      return value === ""
        ? []
        : [invalid(field, value, "value must be empty when `operator` is 'Exists'")];
    default:
      return [notSupported(field, operator, ["Equal", "Exists"])];
  }
}

function nodeAffinityFaults(affinity: JsonObject, at: string): readonly Fault[] {
  const field = "requiredDuringSchedulingIgnoredDuringExecution";
  const needed = objectAt(affinity, field);
  return [
    ...(needed === undefined ? [] : nodeSelectorFaults(needed, `${at}.${field}`)),
    ...itemFaults(
      affinity,
      `${at}.preferredDuringSchedulingIgnoredDuringExecution`,
      (term, path) => [
        ...weightFaults(term, path),
        ...termFaults(objectAt(term, "preference") ?? {}, `${path}.preference`),
      ],
    ),
  ];
}

function termFaults(term: JsonObject, at: string): readonly Fault[] {
  return itemFaults(term, `${at}.matchExpressions`, (expression, path) => {
    const key = textAt(expression, "key") ?? "";
    return [
      ...nodeOperatorFaults(expression, path),
      ...labelKeyFaults(key).map((each) => invalid(`${path}.key`, key, each)),
    ];
  });
}

function nodeOperatorFaults(expression: JsonObject, at: string): readonly Fault[] {
  const operator = textAt(expression, "operator");
  if (operator !== "Gt" && operator !== "Lt") return operatorFaults(expression, at);
  const text = "must be specified single value when `operator` is 'Lt' or 'Gt'";
  return listAt(expression, "values").length === 1 ? [] : [required(`${at}.values`, text)];
}

function podAffinityFaults(affinity: JsonObject, at: string): readonly Fault[] {
  return [
    ...itemFaults(affinity, `${at}.requiredDuringSchedulingIgnoredDuringExecution`, podTermFaults),
    ...itemFaults(
      affinity,
      `${at}.preferredDuringSchedulingIgnoredDuringExecution`,
      (term, path) => [
        ...weightFaults(term, path),
        ...podTermFaults(objectAt(term, "podAffinityTerm") ?? {}, `${path}.podAffinityTerm`),
      ],
    ),
  ];
}

function podTermFaults(term: JsonObject, at: string): readonly Fault[] {
  const key = textAt(term, "topologyKey") ?? "";
  const selector = objectAt(term, "labelSelector");
  const namespaces = objectAt(term, "namespaceSelector");
  return [
    ...(selector === undefined ? [] : selectorFaults(selector, `${at}.labelSelector`)),
    ...(namespaces === undefined ? [] : selectorFaults(namespaces, `${at}.namespaceSelector`)),
    ...(key === "" ? [required(`${at}.topologyKey`, "can not be empty")] : []),
    ...labelKeyFaults(key).map((each) => invalid(`${at}.topologyKey`, key, each)),
  ];
}

function weightFaults(term: JsonObject, at: string): readonly Fault[] {
  const weight = numberAt(term, "weight") ?? 0;
  return weight >= 1 && weight <= WEIGHT_MAX
    ? []
    : [invalid(`${at}.weight`, weight, "must be in the range 1-100")];
}
