import type { JsonObject } from "../../core/object/json.ts";
import { autoscalerBehaviorDefaults, autoscalerSpecDefaults } from "./autoscaler-defaults.ts";
import { limitRangeItemDefaults } from "./limit-range-defaults.ts";
import {
  claimDefaults,
  customConversionDefaults,
  customDefinitionDefaults,
  daemonSetDefaults,
  jobDefaults,
  namespaceDefaults,
  networkPolicySpecDefaults,
  nodeSpecDefaults,
  nodeStatusDefaults,
  persistentVolumeDefaults,
  probeDefaults,
  replicationControllerDefaults,
  rollingUpdateDefaults,
  secretDefaults,
  statefulUpdateDefaults,
  subjectDefaults,
  volumeDefaults,
} from "./object-defaults.ts";
import {
  containerDefaults,
  podDefaults,
  podSpecDefaults,
  podStatusDefaults,
} from "./pod-defaults.ts";
import { serviceDefaults, servicePortDefaults } from "./service-defaults.ts";

type Rule = (value: JsonObject) => JsonObject;

/** Defaults that depend on what stands beside them, by the short form of the type's name. */
const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ["apiextensions.v1.CustomResourceDefinition", customDefinitionDefaults],
  ["apiextensions.v1.CustomResourceConversion", customConversionDefaults],
  ["apps.v1.DaemonSet", daemonSetDefaults],
  ["apps.v1.DaemonSetUpdateStrategy", rollingUpdateDefaults],
  ["apps.v1.DeploymentStrategy", rollingUpdateDefaults],
  ["apps.v1.StatefulSetUpdateStrategy", statefulUpdateDefaults],
  ["autoscaling.v2.HorizontalPodAutoscalerBehavior", autoscalerBehaviorDefaults],
  ["autoscaling.v2.HorizontalPodAutoscalerSpec", autoscalerSpecDefaults],
  ["batch.v1.Job", jobDefaults],
  ["core.v1.Container", containerDefaults],
  ["core.v1.EphemeralContainer", containerDefaults],
  ["core.v1.LimitRangeItem", limitRangeItemDefaults],
  ["core.v1.Namespace", namespaceDefaults],
  ["core.v1.NodeSpec", nodeSpecDefaults],
  ["core.v1.NodeStatus", nodeStatusDefaults],
  ["core.v1.PersistentVolume", persistentVolumeDefaults],
  ["core.v1.Pod", podDefaults],
  ["core.v1.PodSpec", podSpecDefaults],
  ["core.v1.PersistentVolumeClaim", claimDefaults],
  ["core.v1.PodStatus", podStatusDefaults],
  ["core.v1.Probe", probeDefaults],
  ["core.v1.ReplicationController", replicationControllerDefaults],
  ["core.v1.Secret", secretDefaults],
  ["core.v1.Service", serviceDefaults],
  ["core.v1.ServicePort", servicePortDefaults],
  ["core.v1.Volume", volumeDefaults],
  ["networking.v1.NetworkPolicySpec", networkPolicySpecDefaults],
  ["rbac.v1.Subject", subjectDefaults],
]);

/** The rule of a built-in type; other types stay as they are. */
export function dependentDefaults(type: string): Rule {
  return RULES.get(type) ?? unchanged;
}

function unchanged(value: JsonObject): JsonObject {
  return value;
}
