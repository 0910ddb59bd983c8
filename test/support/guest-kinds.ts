import type { JsonObject } from "../../src/core/object/json.ts";
import { eventually } from "./eventually.ts";
import { targetOf } from "./kube-client.ts";
import { admin } from "./real-cluster.ts";

/** Kinds of other tools, without a schema: they stay, for other tests use them at the same time. */
const GUESTS = {
  ScaledObject: { group: "keda.sh", plural: "scaledobjects", subresources: { status: {} } },
  // Has its pod template where no kind of Kubernetes has it: `spec.machine.template`.
  Engine: { group: "machines.example", plural: "engines", subresources: {} },
  // Argo CD writes the status of an Application with the rest of it.
  // https://github.com/argoproj/argo-cd/blob/master/manifests/crds/application-crd.yaml
  Application: { group: "argoproj.io", plural: "applications", subresources: {} },
} as const;

const VERSION = "v1alpha1";

/** An object of such a kind, as a manifest. */
export function guestObject(
  kind: keyof typeof GUESTS,
  name: string,
  spec: JsonObject = {},
): JsonObject {
  return { apiVersion: `${GUESTS[kind].group}/${VERSION}`, kind, metadata: { name }, spec };
}

/** Resolves when the server serves the kind. */
export async function serveGuest(kind: keyof typeof GUESTS): Promise<void> {
  const { group, plural, subresources } = GUESTS[kind];
  const schema = {
    openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  };
  const definition = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural, singular: kind.toLowerCase(), kind },
      versions: [{ name: VERSION, served: true, storage: true, schema, subresources }],
    },
  };
  await admin().apply(definition, { as: "guest", force: true });
  await eventually(`${kind} is served`, async () => {
    const live = await admin().get(targetOf(definition));
    return JSON.stringify(live["status"] ?? {}).includes('"Established"');
  });
}
