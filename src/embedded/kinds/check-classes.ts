import { type JsonObject, listAt, numberAt, objectAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { forbidden, invalid, required } from "../make-fault.ts";
import { labelKeyFaults } from "../store/label-syntax.ts";
import { choiceFaults, itemFaults } from "./check-items.ts";
import { labelName } from "./name-syntax.ts";

/** Of a priority that people give; more is the system's. */
const PRIORITY_MAX = 1_000_000_000;

const SYSTEM_CLASSES = new Set(["system-node-critical", "system-cluster-critical"]);

const CONTROLLER_MAX = 250;

const DOMAIN_PATH = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/.+$/;

const DOMAIN_PATH_TEXT = 'must be a domain-prefixed path (such as "acme.io/foo")';

/** @see https://kubernetes.io/docs/concepts/storage/storage-classes/ */
export function storageClassFaults(object: JsonObject): readonly Fault[] {
  const provisioner = textAt(object, "provisioner") ?? "";
  const lower = provisioner.toLowerCase();
  return [
    ...(provisioner === ""
      ? [required("provisioner")]
      : labelKeyFaults(lower).map((each) => invalid("provisioner", lower, each))),
    ...(Object.hasOwn(objectAt(object, "parameters") ?? {}, "")
      ? [invalid("parameters", "", "field can not be empty.")]
      : []),
    ...choiceFaults(object, "reclaimPolicy", ["Delete", "Retain"]),
    ...choiceFaults(object, "volumeBindingMode", ["Immediate", "WaitForFirstConsumer"]),
    ...itemFaults(object, "allowedTopologies", (term, path) =>
      itemFaults(term, `${path}.matchLabelExpressions`, (expression, at) =>
        listAt(expression, "values").length === 0 ? [required(`${at}.values`)] : [],
      ),
    ),
  ];
}

/** @see https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/ */
export function priorityClassFaults(object: JsonObject): readonly Fault[] {
  const name = textAt(object, "metadata", "name") ?? "";
  const value = numberAt(object, "value") ?? 0;
  const isSystem = name.startsWith("system-");
  const reserved = `priority class names with 'system-' prefix are reserved for system use only. error: ${name} is not a known system priority class`;
  return [
    ...(isSystem && !SYSTEM_CLASSES.has(name) ? [forbidden("metadata.name", reserved)] : []),
    ...(!isSystem && value > PRIORITY_MAX
      ? [forbidden("value", `maximum allowed value of a user defined priority is ${PRIORITY_MAX}`)]
      : []),
    ...choiceFaults(object, "preemptionPolicy", ["PreemptLowerPriority", "Never"]),
  ];
}

/** @see https://kubernetes.io/docs/concepts/services-networking/ingress/#ingress-class */
export function ingressClassFaults(object: JsonObject): readonly Fault[] {
  const controller = textAt(object, "spec", "controller") ?? "";
  const parameters = objectAt(object, "spec", "parameters");
  return [
    ...(controller.length > CONTROLLER_MAX ? [tooLong("spec.controller")] : []),
    ...(controller === "" ? [required("spec.controller")] : []),
    ...(controller === "" || DOMAIN_PATH.test(controller)
      ? []
      : [invalid("spec.controller", controller, DOMAIN_PATH_TEXT)]),
    ...(parameters === undefined ? [] : parameterFaults(parameters, "spec.parameters")),
  ];
}

/** @see https://kubernetes.io/docs/concepts/containers/runtime-class/ */
export function runtimeClassFaults(object: JsonObject): readonly Fault[] {
  const handler = textAt(object, "handler") ?? "";
  return labelName(handler).map((each) => invalid("handler", handler, each));
}

function parameterFaults(parameters: JsonObject, at: string): readonly Fault[] {
  const scope = textAt(parameters, "scope");
  const namespace = textAt(parameters, "namespace") ?? "";
  return [
    ...["kind", "name"].flatMap((field) =>
      (textAt(parameters, field) ?? "") === "" ? [required(`${at}.${field}`)] : [],
    ),
    ...choiceFaults(parameters, `${at}.scope`, ["Cluster", "Namespace"]),
    ...(scope === "Namespace" && namespace === ""
      ? [required(`${at}.namespace`, "`parameters.scope` is set to 'Namespace'")]
      : []),
    ...(scope === "Cluster" && namespace !== ""
      ? [forbidden(`${at}.namespace`, "`parameters.scope` is set to 'Cluster'")]
      : []),
  ];
}

function tooLong(field: string): Fault {
  return { kind: "too-long", field, detail: `may not be more than ${CONTROLLER_MAX} bytes` };
}
