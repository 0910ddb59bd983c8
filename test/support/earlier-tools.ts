import { type JsonObject, objectAt } from "../../src/core/object/json.ts";
import { idOf } from "../../src/core/object/live-object.ts";
import { marked } from "./kube-manifests.ts";
import { kubectl } from "./kubectl.ts";
import { admin } from "./real-cluster.ts";

/** A tool that installed a namespace before Lockstep came: how it writes, and the marks that it leaves. */
export interface EarlierTool {
  readonly name: string;
  /** The field manager under which it is recorded. */
  readonly manager: string;
  /** How Lockstep calls it; empty for a tool that does nothing by itself. */
  readonly agent: string;
  /** Keys of labels and annotations by which it knows its objects. */
  readonly marks: readonly string[];
  /** Writes one object as the tool does at each of its reconciliations. */
  install(namespace: string, manifest: JsonObject): Promise<void>;
}

const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
const FLUX_LABELS = {
  "kustomize.toolkit.fluxcd.io/name": "apps",
  "kustomize.toolkit.fluxcd.io/namespace": "flux-system",
};
const HELM_LABELS = {
  "app.kubernetes.io/managed-by": "Helm",
  "helm.toolkit.fluxcd.io/name": "apps",
  "helm.toolkit.fluxcd.io/namespace": "flux-system",
};
const HELM_ANNOTATIONS = {
  "meta.helm.sh/release-name": "apps",
  "meta.helm.sh/release-namespace": "shop",
};
const TRACKING = "argocd.argoproj.io/tracking-id";

/**
 * kubectl is the real one; Flux and Argo CD are played by their field managers, their way to write and their marks.
 *
 * @see https://fluxcd.io/flux/components/kustomize/kustomizations/#controlling-the-apply-behavior-of-resources
 * @see https://argo-cd.readthedocs.io/en/stable/user-guide/resource_tracking/
 */
export const EARLIER_TOOLS: readonly EarlierTool[] = [
  {
    name: "kubectl apply",
    manager: "kubectl-client-side-apply",
    agent: "",
    marks: [LAST_APPLIED],
    install: async (namespace, manifest) => runKubectl(["apply"], namespace, manifest),
  },
  {
    name: "kubectl apply --server-side",
    manager: "kubectl",
    agent: "",
    marks: [],
    install: async (namespace, manifest) =>
      runKubectl(["apply", "--server-side"], namespace, manifest),
  },
  {
    name: "Flux (Kustomization)",
    manager: "kustomize-controller",
    agent: "Flux (Kustomization flux-system/apps)",
    marks: Object.keys(FLUX_LABELS),
    async install(namespace, manifest) {
      const body = placed(namespace, marked(manifest, { labels: FLUX_LABELS }));
      await admin().apply(body, { as: "kustomize-controller", force: true });
    },
  },
  {
    name: "Flux (HelmRelease)",
    manager: "helm-controller",
    agent: "Flux (HelmRelease flux-system/apps)",
    marks: [...Object.keys(HELM_LABELS), ...Object.keys(HELM_ANNOTATIONS)],
    async install(namespace, manifest) {
      const marks = { labels: HELM_LABELS, annotations: HELM_ANNOTATIONS };
      await admin().create(placed(namespace, marked(manifest, marks)), { as: "helm-controller" });
    },
  },
  {
    name: "Argo CD (client-side apply)",
    manager: "argocd-controller",
    agent: "Argo CD (Application apps)",
    marks: [TRACKING, LAST_APPLIED],
    async install(namespace, manifest) {
      const tracked = placed(
        namespace,
        marked(manifest, { annotations: trackingOf(namespace, manifest) }),
      );
      const annotations = { [LAST_APPLIED]: JSON.stringify(tracked) };
      await admin().create(marked(tracked, { annotations }), { as: "argocd-controller" });
    },
  },
  {
    name: "Argo CD (server-side apply, label tracking)",
    manager: "argocd-controller",
    agent: "Argo CD (Application apps)",
    marks: ["app.kubernetes.io/instance"],
    async install(namespace, manifest) {
      const labels = { "app.kubernetes.io/instance": "apps" };
      const body = placed(namespace, marked(manifest, { labels }));
      await admin().apply(body, { as: "argocd-controller", force: true });
    },
  },
];

function trackingOf(namespace: string, manifest: JsonObject): JsonObject {
  const { group, kind, name } = idOf(manifest);
  return { [TRACKING]: `apps:${group}/${kind}:${namespace}/${name}` };
}

function placed(namespace: string, manifest: JsonObject): JsonObject {
  return { ...manifest, metadata: { ...objectAt(manifest, "metadata"), namespace } };
}

async function runKubectl(
  command: readonly string[],
  namespace: string,
  manifest: JsonObject,
): Promise<void> {
  const input = JSON.stringify(manifest);
  const { code, stderr } = await kubectl([...command, "-n", namespace, "-f", "-"], { input });
  if (code !== 0) throw new Error(stderr);
}
