import type { KubeAddress } from "../support/kube-client.ts";
import type { ClusterAddress } from "./cluster-address.ts";

/** What the global set-up tells the test files. */
export type ProvidedCluster =
  | { readonly kind: "running"; readonly address: ClusterAddress }
  | { readonly kind: "missing"; readonly reason: string };

declare module "vitest" {
  export interface ProvidedContext {
    realCluster: ProvidedCluster;
    /** An API server without controllers. */
    bareCluster: ProvidedCluster;
    /** Beside a bare cluster that runs: an embedded API server without controllers. */
    bareEmbedded: KubeAddress;
  }
}
