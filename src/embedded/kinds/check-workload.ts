import { type JsonObject, objectAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { invalid, required } from "../make-fault.ts";
import { claimSpecFaults } from "./check-claim.ts";
import { choiceFaults, itemFaults, negativeFaults } from "./check-items.ts";
import { selectorFaults } from "./check-selector.ts";
import {
  enduringFaults,
  mismatchFaults,
  templateFaults,
  templateMetadataFaults,
} from "./check-template.ts";
import {
  daemonStrategyFaults,
  deploymentStrategyFaults,
  statefulStrategyFaults,
} from "./check-update-strategy.ts";
import { labelName } from "./name-syntax.ts";
import { withClaimVolumes } from "./stateful-volumes.ts";

const TEMPLATE = "spec.template";

export function deploymentFaults(object: JsonObject): readonly Fault[] {
  const spec = objectAt(object, "spec") ?? {};
  return [
    ...negativeFaults(spec, "spec.replicas"),
    ...selectedFaults(spec),
    ...deploymentStrategyFaults(objectAt(spec, "strategy") ?? {}, "spec.strategy"),
    ...negativeFaults(spec, "spec.minReadySeconds"),
    ...negativeFaults(spec, "spec.revisionHistoryLimit"),
    ...negativeFaults(spec, "spec.progressDeadlineSeconds"),
    ...deadlineFaults(spec),
  ];
}

export function replicaSetFaults(object: JsonObject): readonly Fault[] {
  const spec = objectAt(object, "spec") ?? {};
  return [
    ...negativeFaults(spec, "spec.replicas"),
    ...negativeFaults(spec, "spec.minReadySeconds"),
    ...selectedFaults(spec),
  ];
}

export function daemonSetFaults(object: JsonObject): readonly Fault[] {
  const spec = objectAt(object, "spec") ?? {};
  const template = objectAt(spec, "template") ?? {};
  const selector = objectAt(spec, "selector");
  const faults = selectorFaults(selector ?? {}, "spec.selector");
  return [
    ...faults,
    ...(faults.length > 0 ? [] : mismatchFaults(selector, template, TEMPLATE)),
    ...emptyFaults(selector, "daemonset"),
    ...templateFaults(template, TEMPLATE),
    ...enduringFaults(template, TEMPLATE, "DaemonSet"),
    ...negativeFaults(spec, "spec.minReadySeconds"),
    ...daemonStrategyFaults(objectAt(spec, "updateStrategy") ?? {}, "spec.updateStrategy"),
    ...negativeFaults(spec, "spec.revisionHistoryLimit"),
  ];
}

export function statefulSetFaults(object: JsonObject): readonly Fault[] {
  const spec = objectAt(object, "spec") ?? {};
  const policy = textAt(spec, "podManagementPolicy") ?? "";
  const retention = objectAt(spec, "persistentVolumeClaimRetentionPolicy") ?? {};
  const retained = "spec.persistentVolumeClaimRetentionPolicy";
  const serviceName = textAt(spec, "serviceName") ?? "";
  return [
    ...(policy === "OrderedReady" || policy === "Parallel"
      ? []
      : [invalid("spec.podManagementPolicy", policy, "must be 'OrderedReady' or 'Parallel'")]),
    ...statefulStrategyFaults(objectAt(spec, "updateStrategy") ?? {}, "spec.updateStrategy"),
    ...choiceFaults(retention, `${retained}.whenDeleted`, ["Retain", "Delete"]),
    ...choiceFaults(retention, `${retained}.whenScaled`, ["Retain", "Delete"]),
    ...negativeFaults(spec, "spec.replicas"),
    ...negativeFaults(spec, "spec.minReadySeconds"),
    ...negativeFaults(objectAt(spec, "ordinals") ?? {}, "spec.ordinals.start"),
    ...(serviceName === ""
      ? []
      : labelName(serviceName).map((each) => invalid("spec.serviceName", serviceName, each))),
    ...statefulTemplateFaults(spec),
  ];
}

/** Faults of the claims of a new StatefulSet. They do not change afterwards. */
export function claimTemplateFaults(object: JsonObject): readonly Fault[] {
  return itemFaults(objectAt(object, "spec") ?? {}, "spec.volumeClaimTemplates", (claim, path) =>
    claimSpecFaults(objectAt(claim, "spec") ?? {}, `${path}.spec`),
  );
}

export function replicationControllerFaults(object: JsonObject): readonly Fault[] {
  const spec = objectAt(object, "spec") ?? {};
  const selector = objectAt(spec, "selector") ?? {};
  const template = objectAt(spec, "template");
  const hasSelector = Object.keys(selector).length > 0;
  return [
    ...negativeFaults(spec, "spec.minReadySeconds"),
    ...(hasSelector ? [] : [required("spec.selector")]),
    ...negativeFaults(spec, "spec.replicas"),
    ...(template === undefined ? [required(TEMPLATE)] : []),
    ...(template === undefined
      ? []
      : [
          ...(hasSelector ? mismatchFaults({ matchLabels: selector }, template, TEMPLATE) : []),
          ...templateFaults(template, TEMPLATE),
          ...enduringFaults(template, TEMPLATE, "ReplicationController"),
        ]),
  ];
}

/** The selector of a Deployment and its template, which belong together. */
function selectedFaults(spec: JsonObject): readonly Fault[] {
  const selector = objectAt(spec, "selector");
  const template = objectAt(spec, "template") ?? {};
  const faults = selectorFaults(selector ?? {}, "spec.selector");
  return [
    ...(selector === undefined ? [required("spec.selector")] : faults),
    ...emptyFaults(selector, "deployment"),
    ...(faults.length > 0
      ? [invalid("spec.selector", selector ?? null, "invalid label selector")]
      : [
          ...mismatchFaults(selector, template, TEMPLATE),
          ...templateFaults(template, TEMPLATE),
          ...enduringFaults(template, TEMPLATE, "ReplicaSet"),
        ]),
  ];
}

function statefulTemplateFaults(spec: JsonObject): readonly Fault[] {
  const selector = objectAt(spec, "selector");
  const template = withClaimVolumes(spec);
  const faults = selectorFaults(selector ?? {}, "spec.selector");
  return [
    ...(selector === undefined ? [required("spec.selector")] : faults),
    ...emptyFaults(selector, "statefulset"),
    ...(faults.length > 0
      ? [invalid("spec.selector", selector ?? null, "")]
      : [...mismatchFaults(selector, template, TEMPLATE), ...templateFaults(template, TEMPLATE)]),
    // The server looks at the labels twice, and says so twice.
    ...templateMetadataFaults(template, TEMPLATE),
    ...enduringFaults(template, TEMPLATE, "StatefulSet"),
  ];
}

function emptyFaults(selector: JsonObject | undefined, kind: string): readonly Fault[] {
  const isEmpty = selector !== undefined && Object.keys(selector).length === 0;
  return isEmpty
    ? [invalid("spec.selector", selector, `empty selector is invalid for ${kind}`)]
    : [];
}

function deadlineFaults(spec: JsonObject): readonly Fault[] {
  const deadline = spec["progressDeadlineSeconds"];
  const ready = spec["minReadySeconds"] ?? 0;
  if (typeof deadline !== "number" || typeof ready !== "number" || deadline > ready) return [];
  return [
    invalid("spec.progressDeadlineSeconds", deadline, "must be greater than minReadySeconds"),
  ];
}
