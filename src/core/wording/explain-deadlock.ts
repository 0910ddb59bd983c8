import { CONTROL_KEYS } from "../control-keys.ts";
import { spellCycle } from "../graph/spell-cycle.ts";
import { type ObjectId, objectKey } from "../object/object-id.ts";
import { shortText } from "../report/short-text.ts";
import type { ReasonCode } from "../rollout/blocker.ts";

/** One object waits for another one, and only a write of that one ends it. */
export interface FirmWait {
  readonly dependent: ObjectId;
  readonly target: ObjectId;
  readonly gate: string;
  /** Of the edge; empty for an orphan, which waits to be deleted. */
  readonly origin: string;
  readonly reason: ReasonCode | undefined;
  /** It waits for one that depends on it: dropped in Git, that still counts until the other one is written. */
  readonly isOfTarget: boolean;
  /** How many more gates hold the one that waits. */
  readonly others: number;
}

/** The circle, each wait with its gate and origin, and what a person can do in Git. */
export function explainDeadlock(circle: readonly FirmWait[]): string {
  const text = spellCycle(circle, describeWait);
  return `no order of writes lets any of these go first: ${text}; ${adviceOf(circle)}`;
}

function describeWait({ gate, origin }: FirmWait): string {
  return origin === "" ? gate : `${shortText(gate)}, ${origin}`;
}

/**
 * What a person wrote to order two objects is given up more easily than a reference that the one needs. Without an edge that Git
 * can drop, one that goes down can do so later.
 */
function adviceOf(circle: readonly FirmWait[]): string {
  const [easiest] = circle
    .filter(({ isOfTarget }) => !isOfTarget)
    .toSorted((a, b) => rankOf(a) - rankOf(b) || a.others - b.others);
  if (easiest !== undefined) {
    return `in Git, ${loosen(easiest)}, at least until all of them are applied`;
  }
  const lowered = circle
    .filter(({ reason }) => reason === "VersionAhead")
    .map(({ dependent }) => objectKey(dependent));
  return `in Git, let ${lowered[0] ?? "one of them"} keep the version that it runs, and lower it in a later commit`;
}

const PREFIX = "annotation:";
const AFTER = `${PREFIX}${CONTROL_KEYS.after}`;

function rankOf({ origin }: FirmWait): number {
  if (origin === AFTER) return 0;
  return origin.startsWith(PREFIX) ? 1 : 2;
}

function loosen(wait: FirmWait): string {
  const [dependent, target] = [objectKey(wait.dependent), objectKey(wait.target)];
  const { origin } = wait;
  if (origin === AFTER) return `drop or loosen ${target} in ${CONTROL_KEYS.after} of ${dependent}`;
  return origin.startsWith(PREFIX)
    ? `change ${origin.slice(PREFIX.length)} of ${dependent}, so that it no longer comes after ${target}`
    : `add ${target}@none to ${CONTROL_KEYS.after} of ${dependent}`;
}
