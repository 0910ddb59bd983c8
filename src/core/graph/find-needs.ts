import { type Json, listAt, objectAt, textAt } from "../object/json.ts";
import { groupOf, kindKey, type ObjectId } from "../object/object-id.ts";
import type { Gate } from "./edge.ts";
import { findPodReferences, type PodReference, storageClass } from "./find-pod-references.ts";
import { findPodSpecs, type PodTemplates } from "./find-pod-specs.ts";
import type { GraphObject } from "./graph-object.ts";

/** An object that must be there before another one is of use. */
export interface Need {
  readonly id: ObjectId;
  readonly gate: Extract<Gate["kind"], "exists" | "ready">;
}

/** The objects that an object names in the fields of Kubernetes' own kinds, and in the pod templates of any kind. */
export function findNeeds(object: GraphObject, templates: PodTemplates): readonly Need[] {
  const ofKind = BY_KIND.get(kindKey(object.id));
  return [
    ...findPodSpecs(object, templates)
      .flatMap(findPodReferences)
      .flatMap((each) => ofPod(object, each)),
    ...(ofKind === undefined ? [] : ofKind(object)),
  ];
}

const RBAC = "rbac.authorization.k8s.io";

const BY_KIND: ReadonlyMap<string, (object: GraphObject) => readonly Need[]> = new Map([
  [`RoleBinding.${RBAC}`, ofBinding],
  [`ClusterRoleBinding.${RBAC}`, ofBinding],
  ["HorizontalPodAutoscaler.autoscaling", ofAutoscaler],
  ["Ingress.networking.k8s.io", ofIngress],
  ["PersistentVolumeClaim", ofClaim],
  ["StatefulSet.apps", ofStatefulSet],
  ["ValidatingWebhookConfiguration.admissionregistration.k8s.io", ofWebhooks],
  ["MutatingWebhookConfiguration.admissionregistration.k8s.io", ofWebhooks],
  ["APIService.apiregistration.k8s.io", ofApiService],
]);

function ofBinding({ id, body }: GraphObject): readonly Need[] {
  const role = textAt(body, "roleRef", "kind") ?? "";
  const roleNamespace = role === "Role" ? id.namespace : "";
  const accounts = listAt(body, "subjects").filter(
    (subject) => textAt(subject, "kind") === "ServiceAccount",
  );
  return [
    need({ group: RBAC, kind: role, namespace: roleNamespace }, textAt(body, "roleRef", "name")),
    ...accounts.map((subject) => {
      const namespace = textAt(subject, "namespace") ?? id.namespace;
      return need({ group: "", kind: "ServiceAccount", namespace }, textAt(subject, "name"));
    }),
  ].flat();
}

function ofAutoscaler({ id, body }: GraphObject): readonly Need[] {
  const target = objectAt(body, "spec", "scaleTargetRef");
  const group = groupOf(textAt(target, "apiVersion") ?? "");
  const kind = textAt(target, "kind") ?? "";
  return need({ group, kind, namespace: id.namespace }, textAt(target, "name"));
}

function ofIngress({ id, body }: GraphObject): readonly Need[] {
  const backends = [
    objectAt(body, "spec", "defaultBackend"),
    ...listAt(body, "spec", "rules")
      .flatMap((rule) => listAt(rule, "http", "paths"))
      .map((path) => objectAt(path, "backend")),
  ];
  const ingressClass = { group: "networking.k8s.io", kind: "IngressClass", namespace: "" };
  const service = { group: "", kind: "Service", namespace: id.namespace };
  return [
    ...need(ingressClass, textAt(body, "spec", "ingressClassName")),
    ...backends.flatMap((backend) => need(service, textAt(backend, "service", "name"))),
  ];
}

function ofClaim(object: GraphObject): readonly Need[] {
  return ofPod(object, storageClass(textAt(object.body, "spec", "storageClassName")));
}

function ofStatefulSet(object: GraphObject): readonly Need[] {
  return listAt(object.body, "spec", "volumeClaimTemplates").flatMap((claim) =>
    ofPod(object, storageClass(textAt(claim, "spec", "storageClassName"))),
  );
}

/** A webhook that names no failurePolicy fails closed: `Fail` is the default of `admissionregistration.k8s.io/v1`. */
function ofWebhooks({ body }: GraphObject): readonly Need[] {
  return listAt(body, "webhooks")
    .filter((webhook) => (textAt(webhook, "failurePolicy") ?? "Fail") === "Fail")
    .flatMap((webhook) => readyService(objectAt(webhook, "clientConfig", "service")));
}

function ofApiService({ body }: GraphObject): readonly Need[] {
  return readyService(objectAt(body, "spec", "service"));
}

function readyService(reference: Json | undefined): readonly Need[] {
  const namespace = textAt(reference, "namespace") ?? "";
  const service = { group: "", kind: "Service", namespace };
  return need(service, textAt(reference, "name")).map(({ id }) => ({ id, gate: "ready" }));
}

function ofPod({ id }: GraphObject, reference: PodReference): readonly Need[] {
  const { group, kind, name, isNamespaced } = reference;
  return need({ group, kind, namespace: isNamespaced ? id.namespace : "" }, name);
}

function need(kind: Omit<ObjectId, "name">, name: string | undefined): readonly Need[] {
  return name === undefined || name === "" ? [] : [{ id: { ...kind, name }, gate: "exists" }];
}
