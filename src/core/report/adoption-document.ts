import type { UnadoptedReason } from "../adopt/adoption.ts";
import type { Problem } from "../problem.ts";
import type { RedactedValue } from "./redact-value.ts";
import type { RefusalStatus } from "./status-document.ts";

/** What `lockstep adopt --output json` prints. */
export interface AdoptionDocument {
  /** No file was written: it is what would be done. */
  readonly dryRun: boolean;
  /** The working tree, as typed or found. */
  readonly folder: string;
  readonly stacks: readonly StackAdoption[];
}

/** The adopt edit of one stack. */
export interface StackAdoption {
  readonly name: string;
  /** The commit that the cluster was compared with; empty when nothing is in force. */
  readonly revision: string;
  readonly edited: readonly AdoptedValue[];
  readonly refused: readonly UnadoptedValue[];
  readonly files: readonly { readonly path: string; readonly diff: string }[];
  readonly problems: readonly Problem[];
  readonly refusals: readonly RefusalStatus[];
}

interface AdoptedValue {
  readonly id: string;
  readonly path: string;
  /** What the file says now; null when the path is removed. */
  readonly live: RedactedValue;
  /** `shop/web.yaml:12` */
  readonly where: string;
}

interface UnadoptedValue {
  readonly id: string;
  readonly path: string;
  readonly reason: UnadoptedReason;
  /** One sentence. */
  readonly message: string;
  /** Its place in the file; empty when it has none. */
  readonly where: string;
}
