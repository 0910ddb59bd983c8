import { describeStays } from "../drift/describe-stays.ts";
import type { ObjectKey } from "../object/object-id.ts";
import { findCoOwners } from "../ownership/find-co-owners.ts";
import { findRemovedPaths } from "../ownership/find-removed-paths.ts";
import { isOwnEntry } from "../ownership/is-own-entry.ts";
import { type Move, planTransfer } from "../ownership/plan-transfer.ts";
import { readManagerEntries } from "../ownership/read-manager-entries.ts";
import type { DriftDecision } from "./decide-drift.ts";
import type { ObjectCase } from "./describe-case.ts";
import type { IntendedWrite } from "./intended-write.ts";
import type { Look } from "./look.ts";
import type { WriteStep } from "./plan.ts";

/**
 * The step of a write: the transfer moves what foreign managers added, and what they co-own of the fields that the intent
 * drops (A2); then the apply takes it away.
 */
export function planStep(
  item: ObjectCase,
  write: IntendedWrite & { readonly drift: DriftDecision; readonly after: readonly ObjectKey[] },
  look: Look,
): WriteStep {
  const { ref, live } = item;
  return {
    ref,
    why: live === undefined ? "create" : write.kind,
    intent: write.intent.body,
    intentHash: write.intent.hash,
    revision: write.intent.revision,
    live,
    ...(live === undefined ? NO_MOVES : planMoves(item, { ...write, live }, look)),
    after: write.after,
    ...(write.isPartial === true ? { isPartial: true } : {}),
  };
}

const NO_MOVES = { transfer: [], stays: [] } as const;

function planMoves(
  item: ObjectCase,
  write: IntendedWrite & {
    readonly drift: DriftDecision;
    readonly live: NonNullable<ObjectCase["live"]>;
  },
  look: Look,
): Pick<WriteStep, "transfer" | "stays"> {
  const { live } = write;
  const { manager } = look.rules;
  const { entries } = readManagerEntries(live);
  const own = entries.find((each) => isOwnEntry(each, manager));
  const removed = findRemovedPaths(own, write.intent.body);
  const coOwners = findCoOwners({ id: item.manifest.id, entries, removed, rules: look.rules });
  const moves: readonly Move[] = [...write.drift.moves, ...coOwners.moves];
  const { claims } = write.drift;
  const { apiVersion } = item.ref;
  return {
    transfer: planTransfer({ live, manager, apiVersion, moves, claims }).patch,
    stays: describeStays(item.manifest.id, live, coOwners.stays),
  };
}
