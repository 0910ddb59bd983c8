import type { JsonObject } from "../object/json.ts";
import { idOf } from "../object/live-object.ts";
import { kindKey } from "../object/object-id.ts";
import { assessApiService } from "./assess-api-service.ts";
import { assessAutoscaler } from "./assess-autoscaler.ts";
import { assessByConditions } from "./assess-by-conditions.ts";
import { assessClaim } from "./assess-claim.ts";
import { assessCrd } from "./assess-crd.ts";
import { assessDaemonSet } from "./assess-daemon-set.ts";
import { assessDeployment } from "./assess-deployment.ts";
import { assessDisruptionBudget } from "./assess-disruption-budget.ts";
import { assessElastic } from "./assess-elastic.ts";
import { assessInjection } from "./assess-injection.ts";
import { assessJob } from "./assess-job.ts";
import { assessNamespace } from "./assess-namespace.ts";
import { assessPod } from "./assess-pod.ts";
import { assessReplicaSet } from "./assess-replica-set.ts";
import { assessService } from "./assess-service.ts";
import { assessStatefulSet } from "./assess-stateful-set.ts";
import { assessVolume } from "./assess-volume.ts";
import type { Verdict } from "./blocker.ts";
import { isElasticKind } from "./kind-family.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { OK } from "./verdict.ts";

/** Says how far an object of its kind is; the generic checks are behind it. */
type KindRule = (reading: RolloutReading) => Verdict;

/**
 * Kinds with a rule of their own. `isThere`: nobody has to write a status. That is so of an Ingress, too: its controller
 * need not publish an address, so who waits for one says it in a health rule of the config.
 */
const RULES: ReadonlyMap<string, KindRule> = new Map<string, KindRule>([
  ["Deployment.apps", assessDeployment],
  ["StatefulSet.apps", assessStatefulSet],
  ["DaemonSet.apps", assessDaemonSet],
  ["ReplicaSet.apps", assessReplicaSet],
  ["ReplicationController", assessReplicaSet],
  ["Job.batch", assessJob],
  ["CronJob.batch", isThere],
  ["Pod", assessPod],
  ["PersistentVolume", assessVolume],
  ["PersistentVolumeClaim", assessClaim],
  ["Service", assessService],
  ["Ingress.networking.k8s.io", isThere],
  ["Namespace", assessNamespace],
  ["ConfigMap", isThere],
  ["Secret", isThere],
  ["HorizontalPodAutoscaler.autoscaling", assessAutoscaler],
  ["PodDisruptionBudget.policy", assessDisruptionBudget],
  ["CustomResourceDefinition.apiextensions.k8s.io", assessCrd],
  ["APIService.apiregistration.k8s.io", assessApiService],
  ["ValidatingWebhookConfiguration.admissionregistration.k8s.io", assessInjection],
  ["MutatingWebhookConfiguration.admissionregistration.k8s.io", assessInjection],
]);

/** The health rule of an object's kind, whatever its version. */
export function chooseKindRule(body: JsonObject): KindRule {
  const rule = RULES.get(kindKey(idOf(body)));
  if (rule !== undefined) return rule;
  return isElasticKind(body) ? assessElastic : assessByConditions;
}

function isThere(): Verdict {
  return OK;
}
