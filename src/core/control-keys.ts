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
