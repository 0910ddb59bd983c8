import type {
  DriftStatus,
  RefusalStatus,
  StackStatus,
  SuspensionStatus,
} from "./status-document.ts";

/** One difference with what a person asks about it, each in a sentence. */
export interface Difference extends DriftStatus {
  /** `present`: the cluster has it now. `past`: it was taken back before. */
  readonly state: "present" | "past";
  /** Whether it makes `lockstep drift` end with exit code 1. */
  readonly open: boolean;
  readonly words: DifferenceWords;
}

interface DifferenceWords {
  /** Who did what where: `kubectl-edit changed spec.replicas from 3 to 5`. */
  readonly what: string;
  /** The place as people read it; empty for the whole object. */
  readonly where: string;
  /** How certain the name and the time are, and why. */
  readonly certainty: string;
  /** What is done about it, or was, or why nothing is. */
  readonly outcome: string;
}

/** The differences of one stack. */
export interface StackDifferences
  extends Pick<StackStatus, "name" | "revision" | "tip" | "problems"> {
  /** How many of them are open. */
  readonly open: number;
  /** What is there now by object and path, then what was reverted, the newest first. */
  readonly differences: readonly Difference[];
  readonly refusals: readonly RefusalStatus[];
  readonly suspended?: SuspensionStatus;
}

/** What `lockstep drift --output json` prints. */
export interface DifferencesDocument {
  readonly stacks: readonly StackDifferences[];
}
