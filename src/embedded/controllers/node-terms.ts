/** Where a pod says which nodes it can run on. */
export const NODE_TERMS: readonly string[] = [
  "spec",
  "affinity",
  "nodeAffinity",
  "requiredDuringSchedulingIgnoredDuringExecution",
  "nodeSelectorTerms",
];
