import { describeStays } from "../drift/describe-stays.ts";
import type { JsonObject } from "../object/json.ts";
import type { ObjectKey } from "../object/object-id.ts";
import {
  differenceSets,
  EMPTY_SET,
  type FieldSet,
  leavesOf,
  unionAll,
  unionSets,
} from "../ownership/field-set.ts";
import { findCoOwners } from "../ownership/find-co-owners.ts";
import { findHusks } from "../ownership/find-husks.ts";
import { findRemovedPaths } from "../ownership/find-removed-paths.ts";
import { findTakenPaths } from "../ownership/find-taken-paths.ts";
import { formatPath } from "../ownership/format-path.ts";
import { isOwnEntry } from "../ownership/is-own-entry.ts";
import type { ManagerEntry } from "../ownership/manager-entry.ts";
import { isNeverTouched } from "../ownership/never-touched.ts";
import { type Move, planTransfer } from "../ownership/plan-transfer.ts";
import { readManagerEntries } from "../ownership/read-manager-entries.ts";
import { findOwnedReleases } from "../released/find-owned-releases.ts";
import type { DriftDecision } from "./decide-drift.ts";
import type { ObjectCase } from "./describe-case.ts";
import type { IntendedWrite } from "./intended-write.ts";
import type { Look } from "./look.ts";
import type { WriteStep } from "./plan.ts";
import { withoutLetBe } from "./without-let-be.ts";

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
  const { body, expected } = withoutLetBe(write.intent, item, write.drift);
  return {
    ref,
    why: live === undefined ? "create" : (write.why ?? write.kind),
    intent: live === undefined ? write.intent.created : body,
    expected,
    intentHash: write.intent.hash,
    revision: write.intent.revision,
    live,
    ...(live === undefined ? NO_MOVES : planMoves(item, { ...write, live }, look)),
    after: write.after,
    restartsFor: write.kind === "change" && item.restart.isDue ? item.restart.changed : [],
    ...(write.isPartial === true ? { isPartial: true } : {}),
  };
}

/** The step that only gives up what we own of released paths. Values stay, nothing is applied. */
export function planRelease(item: ObjectCase, live: JsonObject, look: Look): WriteStep {
  const { intent } = item.lastApplied.kind === "known" ? item.lastApplied : { intent: item.wanted };
  const { entries } = readManagerEntries(live);
  const own = entries.find((each) => isOwnEntry(each, look.rules.manager));
  const releases = findOwnedReleases(own?.fields ?? EMPTY_SET, item.released.paths);
  const { apiVersion } = item.ref;
  const { manager } = look.rules;
  return {
    ref: item.ref,
    why: "release",
    intent: intent.body,
    expected: intent.expected,
    intentHash: intent.hash,
    revision: intent.revision,
    live,
    transfer: planTransfer({ live, manager, apiVersion, moves: [], releases }).patch,
    releases: leavesOf(releases).map(formatPath),
    stays: [],
    after: [],
    restartsFor: [],
  };
}

const NO_MOVES = { transfer: [], stays: [], releases: [] } as const;

function planMoves(
  item: ObjectCase,
  write: IntendedWrite & {
    readonly drift: DriftDecision;
    readonly live: NonNullable<ObjectCase["live"]>;
  },
  look: Look,
): Pick<WriteStep, "transfer" | "stays" | "releases"> {
  const { live, drift, intent } = write;
  const { manager } = look.rules;
  const { entries } = readManagerEntries(live);
  const own = entries.find((each) => isOwnEntry(each, manager));
  const released = item.released.paths;
  const givenUp = findOwnedReleases(own?.fields ?? EMPTY_SET, released);
  const taken = write.kind === "revert" ? EMPTY_SET : findTaken(item, entries, look);
  const ours = [own?.fields ?? drift.formerly, ...drift.moves.map(({ paths }) => paths)];
  const owned = unionAll([...ours, taken]);
  const dropped = findRemovedPaths(owned, intent.body);
  const removed = differenceSets(dropped, findOwnedReleases(owned, released));
  const husks = findHusks(owned, intent.body);
  const { id } = item.manifest;
  const coOwners = findCoOwners({ id, entries, removed, husks, rules: look.rules });
  // What is released stays with whom it is.
  const moves = [...drift.moves, ...coOwners.moves].map(
    ({ entry, paths }): Move => ({
      entry,
      paths: differenceSets(paths, findOwnedReleases(paths, released)),
    }),
  );
  // What we owned and nobody owns now stays for ever unless it is ours when the intent is applied without it.
  const claims =
    own === undefined ? unionSets(drift.claims, differenceSets(removed, taken)) : drift.claims;
  const { apiVersion } = item.ref;
  const { readings } = drift;
  const releases = unionSets(coOwners.releases, givenUp);
  return {
    transfer: planTransfer({ live, manager, apiVersion, moves, claims, readings, releases }).patch,
    stays: describeStays(id, live, coOwners.stays),
    releases: leavesOf(givenUp).map(formatPath),
  };
}

/** Of what we applied last, that Git may drop now. A revert drops nothing: what it leaves out is to stay with whom it is. */
function findTaken(
  { lastApplied, manifest: { id } }: ObjectCase,
  entries: readonly ManagerEntry[],
  { rules }: Look,
): FieldSet {
  if (lastApplied.kind !== "known") return EMPTY_SET;
  const options = { revert: rules.revertPaths, labels: rules.skipLabels };
  return findTakenPaths(entries, lastApplied.intent.body, (path) =>
    isNeverTouched(id, formatPath(path), options),
  );
}
