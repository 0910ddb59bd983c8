/** Kinds whose controller replaces the pods when their template changes. */
export const ROLLING_KINDS: ReadonlySet<string> = new Set([
  "DaemonSet.apps",
  "Deployment.apps",
  "StatefulSet.apps",
]);
