/** What is counted. Names and labels are stable; label values come from the config and from closed lists, but for `contested`. */
export interface MetricsPort {
  passEnded(facts: {
    readonly stack: string;
    readonly outcome: "in-sync" | "out-of-sync" | "problem" | "refusal";
    readonly durationMs: number;
  }): void;
  written(facts: {
    readonly stack: string;
    /** `answer`: a request on a live object was done, its annotation goes. */
    readonly verb: "apply" | "transfer" | "delete" | "answer";
    readonly count: number;
  }): void;
  driftFound(facts: {
    readonly stack: string;
    readonly class: string;
    readonly action: string;
  }): void;
  /** Gauges: how many objects are in each phase now. */
  phases(stack: string, counts: ReadonlyMap<string, number>): void;
  /** Gauges: who fights for what now, and how often it was taken back. Few, and gone when the fight is over. */
  contested(stack: string, fights: readonly ContestedPlace[]): void;
}

/** A place that is fought for. The manager is the first that was seen: one that changes its name makes no second gauge. */
interface ContestedPlace {
  readonly object: string;
  readonly path: string;
  readonly manager: string;
  readonly count: number;
}

/** What became of a request at the listener for hooks. */
export type HookOutcome =
  | "rung"
  /** It names a repository that no stack follows. */
  | "no-stack"
  /** It has no signature of a known form. */
  | "unsigned"
  /** The signature is not of our secret. */
  | "forged"
  | "too-large"
  /** The body did not come, or not in time. */
  | "cut"
  | "wrong-path"
  | "wrong-method"
  | "wrong-type"
  /** Our own secret cannot be read. */
  | "no-secret";

/** What is counted of hooks. */
export interface HookMetrics {
  hookAnswered(outcome: HookOutcome): void;
}
