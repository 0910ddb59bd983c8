/** A reference field that makes an edge: one row of the built-in catalogue or of `associations:` in the config. */
export interface Association {
  /** Kind key of the dependent: `Kibana.kibana.k8s.elastic.co`. */
  readonly kind: string;
  /** Path of the reference with `[]` after lists: `spec.remoteClusters[].elasticsearchRef`. */
  readonly field: string;
  /** Kind key of the target. */
  readonly target: string;
  /** `lockstep`, `rolled-out`, `ready`, `exists`, or a semver range. */
  readonly gate: string;
  readonly compare: "full" | "minor";
  readonly informational: boolean;
  readonly unknownVersion: "hold" | "allow";
  readonly trust: "status" | "pods";
  readonly enabled: boolean;
}
