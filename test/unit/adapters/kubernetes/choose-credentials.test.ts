import { expect, test } from "vitest";
import {
  chooseCredentials,
  type KubeconfigPlaces,
} from "../../../../src/adapters/kubernetes/choose-credentials.ts";
import type { ClusterConfig } from "../../../../src/core/config/agent-config.ts";

const PLACES: KubeconfigPlaces = {
  configFolder: "/etc/lockstep",
  environment: undefined,
  home: "/home/ada",
  embedded: undefined,
};

function brief(cluster: Partial<ClusterConfig>, places: Partial<KubeconfigPlaces>): string {
  const chosen = chooseCredentials(
    {
      name: "demo",
      connect: "kubeconfig",
      kubeconfig: undefined,
      context: undefined,
      embedded: { listen: { host: "127.0.0.1", port: 0 }, podStartMs: 0 },
      ...cluster,
    },
    { ...PLACES, ...places },
  );
  if (chosen.kind === "in-cluster") return chosen.kind;
  return [chosen.files.join(" "), chosen.context ?? ""].join(" @ ").replace(/ @ $/, "");
}

test.each<{
  title: string;
  cluster: Partial<ClusterConfig>;
  places?: Partial<KubeconfigPlaces>;
  chosen: string;
}>([
  { title: "nothing named", cluster: {}, chosen: "/home/ada/.kube/config" },
  {
    title: "$KUBECONFIG",
    cluster: {},
    places: { environment: "/a:/b:" },
    chosen: "/a /b",
  },
  {
    title: "an empty $KUBECONFIG",
    cluster: {},
    places: { environment: "" },
    chosen: "/home/ada/.kube/config",
  },
  {
    title: "a file beside the config, before $KUBECONFIG",
    cluster: { kubeconfig: "./kubeconfig", context: "staging" },
    places: { environment: "/a" },
    chosen: "/etc/lockstep/kubeconfig @ staging",
  },
  { title: "in the cluster", cluster: { connect: "in-cluster" }, chosen: "in-cluster" },
  {
    title: "the embedded cluster's own file, whatever $KUBECONFIG says",
    cluster: { connect: "embedded" },
    places: { embedded: "/home/ada/.lockstep/kubeconfig", environment: "/a" },
    chosen: "/home/ada/.lockstep/kubeconfig",
  },
])("$title → $chosen", ({ cluster, places = {}, chosen }) => {
  expect(brief(cluster, places)).toBe(chosen);
});
