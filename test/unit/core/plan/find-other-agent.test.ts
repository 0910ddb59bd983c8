import { describe, expect, test } from "vitest";
import { findOtherAgent } from "../../../../src/core/plan/find-other-agent.ts";
import { marked, settings } from "../../../support/kube-manifests.ts";
import { managed, rawEntry } from "../../../support/managed-object.ts";

const PLAIN = settings("sky", {});
const FLUX = {
  labels: {
    "kustomize.toolkit.fluxcd.io/name": "apps",
    "kustomize.toolkit.fluxcd.io/namespace": "flux-system",
  },
};
const HELM = {
  labels: {
    "helm.toolkit.fluxcd.io/name": "web",
    "helm.toolkit.fluxcd.io/namespace": "shop",
  },
};
const TRACKED = {
  annotations: { "argocd.argoproj.io/tracking-id": "argocd_shop:apps/Deployment:shop/web" },
};
const ODD = { annotations: { "argocd.argoproj.io/tracking-id": "a; rm -rf /:x" } };
const INSTANCE = { labels: { "app.kubernetes.io/instance": "shop" } };
const OWNS_INSTANCE = { "f:metadata": { "f:labels": { "f:app.kubernetes.io/instance": {} } } };

describe("findOtherAgent", () => {
  test.each([
    { who: "nobody", live: PLAIN, agent: undefined },
    {
      who: "Flux",
      live: marked(PLAIN, FLUX),
      agent:
        "Flux (Kustomization flux-system/apps): flux suspend kustomization apps -n flux-system",
    },
    {
      who: "Flux, as Git says",
      live: marked(PLAIN, FLUX),
      git: marked(PLAIN, FLUX),
      agent: undefined,
    },
    {
      who: "Flux for Helm",
      live: marked(PLAIN, HELM),
      agent: "Flux (HelmRelease shop/web): flux suspend helmrelease web -n shop",
    },
    {
      who: "Argo CD by annotation",
      live: marked(PLAIN, TRACKED),
      agent: "Argo CD (Application argocd_shop): argocd app set argocd_shop --sync-policy manual",
    },
    { who: "Argo CD by an odd annotation", live: marked(PLAIN, ODD), agent: "Argo CD: " },
    {
      who: "Argo CD by label",
      live: managed(marked(PLAIN, INSTANCE), [rawEntry("argocd-controller/Apply", OWNS_INSTANCE)]),
      agent: "Argo CD (Application shop): argocd app set shop --sync-policy manual",
    },
    {
      who: "somebody else with that label",
      live: managed(marked(PLAIN, INSTANCE), [rawEntry("helm/Update", OWNS_INSTANCE)]),
      agent: undefined,
    },
  ])("$who", ({ live, git = PLAIN, agent }) => {
    const found = findOtherAgent(live, git);
    expect(found === undefined ? undefined : `${found.name}: ${found.command}`).toBe(agent);
  });
});
