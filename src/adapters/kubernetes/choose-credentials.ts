import { join, resolve } from "node:path";
import type { ClusterConfig } from "../../core/config/agent-config.ts";
import type { CredentialSource } from "./load-credentials.ts";

/** Where a kubeconfig may be. */
export interface KubeconfigPlaces {
  readonly configFolder: string;
  /** `$KUBECONFIG`: paths with `:` between them. */
  readonly environment: string | undefined;
  readonly home: string;
  /** Of the embedded cluster, which runs already. */
  readonly embedded: string | undefined;
}

/** What leads to the cluster of the config. */
export function chooseCredentials(
  cluster: ClusterConfig,
  places: KubeconfigPlaces,
): CredentialSource {
  const { context, kubeconfig: named } = cluster;
  switch (cluster.connect) {
    case "in-cluster":
      return { kind: "in-cluster" };
    case "embedded":
      return { kind: "kubeconfig", files: [places.embedded ?? ""], context: undefined };
    case "kubeconfig":
      return {
        kind: "kubeconfig",
        files: named === undefined ? standardFiles(places) : [resolve(places.configFolder, named)],
        context,
      };
  }
}

/** As kubectl looks for them. */
function standardFiles({ environment, home }: KubeconfigPlaces): readonly string[] {
  const named = (environment ?? "").split(":").filter((each) => each !== "");
  return named.length > 0 ? named : [join(home, ".kube/config")];
}
