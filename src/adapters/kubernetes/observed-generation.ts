import { listAt, objectAt, textAt } from "../../core/object/json.ts";
import { kindKey } from "../../core/object/object-id.ts";
import type { HttpClient } from "./http-client.ts";
import type { DiscoveredKind } from "./parse-discovery.ts";
import { translateRefusal } from "./translate-refusal.ts";

/**
 * Built-in kinds whose controllers write `status.observedGeneration` always. Pods have the field since 1.34 but only
 * behind a feature gate, so for them an absent one means nothing.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/
 */
const BUILT_IN: ReadonlySet<string> = new Set([
  "Deployment.apps",
  "StatefulSet.apps",
  "DaemonSet.apps",
  "ReplicaSet.apps",
  "ReplicationController",
  "PodDisruptionBudget.policy",
  "HorizontalPodAutoscaler.autoscaling",
]);

/** Groups of the API server itself; none of their kinds has a CRD. Other `*.k8s.io` groups may. */
const BUILT_IN_GROUP =
  /^$|^(?:apps|batch|autoscaling|policy|extensions)$|^(?:admissionregistration|apiextensions|apiregistration|authentication|authorization|certificates|coordination|discovery|events|flowcontrol\.apiserver|internal\.apiserver|networking|node|rbac\.authorization|resource|scheduling|storage|storagemigration)\.k8s\.io$/;

/** Whether a kind's schema declares `status.observedGeneration`; for a CRD it is read once. */
export class ObservedGeneration {
  readonly #client: HttpClient;
  readonly #declared = new Map<string, Promise<boolean>>();

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /** @throws {ClusterError} when the CRD cannot be read now; not allowed to read it counts as not declared. */
  async isDeclared(kind: DiscoveredKind): Promise<boolean> {
    if (BUILT_IN.has(kindKey(kind))) return true;
    if (BUILT_IN_GROUP.test(kind.group)) return false;
    const key = `${kind.version} ${kindKey(kind)}`;
    const known = this.#declared.get(key);
    if (known !== undefined) return known;
    const asked = this.#askCrd(kind);
    this.#declared.set(key, asked);
    asked.catch(() => this.#declared.delete(key));
    return asked;
  }

  /** A CRD has changed. */
  invalidate(): void {
    this.#declared.clear();
  }

  async #askCrd(kind: DiscoveredKind): Promise<boolean> {
    const name = `${kind.plural}.${kind.group}`;
    const answer = await this.#client.send({
      method: "GET",
      path: `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${encodeURIComponent(name)}`,
    });
    // 404: an aggregated API serves it.
    if (answer.status === 404 || answer.status === 403) return false;
    if (answer.status !== 200) {
      throw translateRefusal(answer, {
        what: `CustomResourceDefinition.apiextensions.k8s.io/${name}`,
        isSecret: false,
      });
    }
    const version = listAt(answer.body, "spec", "versions").find(
      (each) => textAt(each, "name") === kind.version,
    );
    const status = ["schema", "openAPIV3Schema", "properties", "status", "properties"];
    return objectAt(version, ...status, "observedGeneration") !== undefined;
  }
}
