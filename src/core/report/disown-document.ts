/** What `lockstep disown --output json` holds. */
export interface DisownDocument {
  readonly stacks: readonly StackDisown[];
}

/** What became of the ownerReferences that Wave put on a Secret or ConfigMap for workloads of one stack. */
export interface StackDisown {
  readonly name: string;
  /** Its id. */
  readonly id: string;
  readonly source: "present" | "absent";
  /** Nothing was written. */
  readonly dryRun: boolean;
  /** Workloads of the stack that own it no more; of a dry run those that would not. */
  readonly disowned: readonly string[];
  /** Those of them that still carry Wave's finalizer. */
  readonly finalizers: readonly string[];
  /** Owners that stay: in Wave's form, and no workloads of this stack. */
  readonly kept: readonly string[];
}
