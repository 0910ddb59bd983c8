/** Who may write to a stack: one Kubernetes Lease (coordination.k8s.io/v1) per stack. Throws `ClusterError`. */
export interface LeasePort {
  /** Takes the free or expired Lease, or renews our own; says who holds it otherwise. */
  hold(name: string): Promise<LeaseState>;
  /** Gives our own Lease back; nothing happens when it is not ours. */
  release(name: string): Promise<void>;
  /** Deletes a Lease that is our own or names no holder; nothing happens to one that names somebody else. */
  remove(name: string): Promise<void>;
}

export type LeaseState =
  | { readonly kind: "held"; readonly renewBeforeMs: number }
  | { readonly kind: "taken"; readonly holder: string; readonly expiresAtMs: number };
