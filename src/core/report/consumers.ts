/** What `lockstep consumers --output json` holds. */
export interface ConsumersDocument {
  readonly stacks: readonly StackConsumers[];
}

/** Who of one stack uses a Secret or ConfigMap. */
export interface StackConsumers {
  readonly name: string;
  /** Its id. */
  readonly id: string;
  /** As a read of this moment says. */
  readonly source: "present" | "absent" | "unreadable";
  /** By key order. */
  readonly consumers: readonly Consumer[];
}

export interface Consumer {
  readonly id: string;
  /** Where its pod template names it, in words. */
  readonly places: readonly string[];
  /** What another content does: its pods restart, its next run reads it, or nothing. */
  readonly effect: "restart" | "next-run" | "none";
  /** By what, or why nothing. */
  readonly why: string;
}
