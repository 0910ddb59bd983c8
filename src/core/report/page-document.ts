import type { GraphDocument } from "../graph/describe-graph.ts";
import type { Mode } from "../mode.ts";
import type { StackStatus } from "./status-document.ts";

/** What the page shows: the status, and what only a running agent knows beside it. Redacted already. */
export interface PageDocument {
  /** The cluster's name in the config. */
  readonly cluster: string;
  readonly stacks: readonly PageStack[];
}

export interface PageStack {
  readonly status: StackStatus;
  readonly mode: Mode;
  readonly source: { readonly url: string; readonly branch: string; readonly path: string };
  /** RFC 3339, when the last pass ended; empty before the first. */
  readonly lookedAt: string;
  readonly edges: GraphDocument["edges"];
  /** The youngest first; bounded. */
  readonly passes: readonly PassRecord[];
}

/** A pass that did or found something new, together with the quiet ones that followed it. */
export interface PassRecord {
  /** RFC 3339, when it began. */
  readonly at: string;
  readonly durationMs: number;
  /** The commit in force; empty when there was none. */
  readonly revision: string;
  readonly inSync: boolean;
  /** What was written, refused, or lost a race; bounded. */
  readonly steps: readonly PassStepRecord[];
  /** How many there were of each. */
  readonly counts: {
    readonly applied: number;
    readonly reverted: number;
    readonly refused: number;
    readonly held: number;
  };
  /** Passes since that wrote nothing and found nothing new. */
  readonly quietPasses: number;
}

export interface PassStepRecord {
  readonly id: string;
  readonly done:
    | "created"
    | "changed"
    | "reverted"
    | "answered"
    | "released"
    | "restarted"
    | "noted"
    | "deleted"
    | "conflicted"
    | "refused";
}
