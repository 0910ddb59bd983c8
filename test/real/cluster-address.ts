import type { KubeAddress } from "../support/kube-client.ts";

/** All that a test process needs to know about the running control plane; plain data, so it crosses processes. */
export interface ClusterAddress extends KubeAddress {
  /** Of `admin` (group `system:masters`). */
  readonly kubeconfig: string;
  readonly auditLog: string;
  /** The control plane's temporary folder: logs of its programs, kubeconfigs of users. */
  readonly folder: string;
  /** Identities that nobody uses yet; a test takes one and has its requests apart in the audit log. */
  readonly spareUsers: readonly SpareUser[];
}

export interface SpareUser {
  readonly name: string;
  readonly token: string;
  /** In `system:masters`, or without any right. */
  readonly isAdmin: boolean;
}
