import { type JsonObject, listAt, objectAt } from "../../core/object/json.ts";
import { idOf, isTerminating } from "../../core/object/live-object.ts";
import { CONFIG_MAPS, isOf, NAMESPACES, SERVICE_ACCOUNTS } from "../kinds/collections.ts";
import type { Change, Place } from "../store/object-store.ts";
import { type ClusterView, type Controller, type Decision, SETTLED } from "./controller.ts";
import { contentConditions, type Remaining } from "./namespace-conditions.ts";
import { oncePerCollection } from "./once-per-collection.ts";
import type { Write } from "./write.ts";
import { create, remove, writeStatus } from "./writes.ts";

const ROOT_CA = "kube-root-ca.crt";
/** So many objects are deleted at once; their deletion brings the next look. */
const BURST = 200;

/**
 * Gives each namespace its default ServiceAccount and `kube-root-ca.crt`, and empties those that are being deleted.
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/
 */
export function namespaceController(rootCa: string): Controller {
  return {
    name: "namespace-controller",
    userAgent: "kube-controller-manager",
    concerns,
    decide: (place, view) => {
      const namespace = view.get(place);
      if (namespace === undefined) return SETTLED;
      if (isTerminating(namespace)) return empty(namespace, view);
      return { writes: furnish(place.name, rootCa, view) };
    },
  };
}

function concerns({ place, kind }: Change, view: ClusterView): readonly Place[] {
  if (isOf(place, NAMESPACES)) return [place];
  if (place.namespace === "" || kind === "added") return [];
  const owner: Place = { ...NAMESPACES, namespace: "", name: place.namespace };
  if (kind === "deleted" && isFurniture(place)) return [owner];
  const namespace = view.get(owner);
  return namespace !== undefined && isTerminating(namespace) ? [owner] : [];
}

function isFurniture(place: Place): boolean {
  return (
    (isOf(place, CONFIG_MAPS) && place.name === ROOT_CA) ||
    (isOf(place, SERVICE_ACCOUNTS) && place.name === "default")
  );
}

function furnish(namespace: string, rootCa: string, view: ClusterView): readonly Write[] {
  const account = {
    apiVersion: "v1",
    kind: "ServiceAccount",
    metadata: { name: "default", namespace },
  };
  const description =
    "Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.";
  const bundle = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name: ROOT_CA,
      namespace,
      annotations: { "kubernetes.io/description": description },
    },
    data: { "ca.crt": rootCa },
  };
  return [
    ...(view.get({ ...SERVICE_ACCOUNTS, namespace, name: "default" }) ? [] : [create(account)]),
    ...(view.get({ ...CONFIG_MAPS, namespace, name: ROOT_CA }) ? [] : [create(bundle)]),
  ];
}

function empty(namespace: JsonObject, view: ClusterView): Decision {
  const remaining = contentOf(idOf(namespace).name, view);
  const objects = remaining.flatMap((each) => each.objects);
  const untouched = objects.filter((each) => !isTerminating(each)).slice(0, BURST);
  if (untouched.length > 0) {
    return { writes: untouched.map((each) => remove(each, { propagationPolicy: "Background" })) };
  }
  if (objects.length > 0) {
    const conditions = contentConditions(namespace, remaining, view.now);
    return { writes: writeStatus(namespace, { ...objectAt(namespace, "status"), conditions }) };
  }
  const finalizers = listAt(namespace, "spec", "finalizers").filter(
    (each) => each !== "kubernetes",
  );
  if (finalizers.length === listAt(namespace, "spec", "finalizers").length) return SETTLED;
  const object = { ...namespace, spec: { finalizers } };
  return { writes: [{ kind: "update", object, subresource: "finalize" }] };
}

function contentOf(namespace: string, view: ClusterView): readonly Remaining[] {
  return oncePerCollection(view.resources())
    .filter((each) => each.isNamespaced && each.verbs.includes("delete"))
    .map(({ group, plural }) => ({
      group,
      plural,
      objects: view.list({ group, plural }, namespace),
    }))
    .filter(({ objects }) => objects.length > 0);
}
