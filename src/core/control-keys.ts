/** The labels and annotations with a meaning of ours, and those of ApplySet (KEP-3659). */
export const CONTROL_KEYS = {
  after: "lockstep.dev/after",
  version: "lockstep.dev/version",
  mode: "lockstep.dev/mode",
  recreate: "lockstep.dev/recreate",
  takeOver: "lockstep.dev/take-over",
  restart: "lockstep.dev/restart",
  prune: "lockstep.dev/prune",
  skip: "lockstep.dev/skip-reconciliation",
  skipUntil: "lockstep.dev/skip-until",
  revert: "lockstep.dev/revert",
  watchedBy: "lockstep.dev/watched-by",
  /** Label on every applied object: the stack's name. */
  stack: "lockstep.dev/stack",
  /** Annotation on every applied object: the commit at which its intent was last applied. */
  revision: "lockstep.dev/revision",
  /** Label on every applied object: the ApplySet's id. */
  partOf: "applyset.kubernetes.io/part-of",
} as const;

/** How names begin that we write on a workload about the Secrets and ConfigMaps that it uses; what follows names one of them. */
export const CONTROL_PREFIXES = {
  /** Annotation on the workload: an annotation of the template would itself roll it. */
  seen: "lockstep.dev/seen-",
  /** Annotation on its pod template: another text makes other pods. */
  content: "lockstep.dev/content-",
  /** Label on the workload. */
  source: "source.lockstep.dev/",
} as const;
