import { describeStays } from "../drift/describe-stays.ts";
import type { JsonObject } from "../object/json.ts";
import type { ObjectKey } from "../object/object-id.ts";
import { differenceSets, EMPTY_SET, leavesOf } from "../ownership/field-set.ts";
import { findCoOwners } from "../ownership/find-co-owners.ts";
import { findRemovedPaths } from "../ownership/find-removed-paths.ts";
import { formatPath } from "../ownership/format-path.ts";
import { isOwnEntry } from "../ownership/is-own-entry.ts";
import { type Move, planTransfer } from "../ownership/plan-transfer.ts";
import { readManagerEntries } from "../ownership/read-manager-entries.ts";
import { findOwnedReleases } from "../released/find-owned-releases.ts";
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
    intent: live === undefined ? write.intent.created : write.intent.body,
    expected: write.intent.expected,
    intentHash: write.intent.hash,
    revision: write.intent.revision,
    live,
    ...(live === undefined ? NO_MOVES : planMoves(item, { ...write, live }, look)),
    after: write.after,
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
  const { live } = write;
  const { manager } = look.rules;
  const { entries } = readManagerEntries(live);
  const own = entries.find((each) => isOwnEntry(each, manager));
  const released = item.released.paths;
  const releases = findOwnedReleases(own?.fields ?? EMPTY_SET, released);
  const dropped = findRemovedPaths(own, write.intent.body);
  const removed = differenceSets(dropped, releases);
  const coOwners = findCoOwners({ id: item.manifest.id, entries, removed, rules: look.rules });
  // What is released stays with whom it is.
  const moves = [...write.drift.moves, ...coOwners.moves].map(
    ({ entry, paths }): Move => ({
      entry,
      paths: differenceSets(paths, findOwnedReleases(paths, released)),
    }),
  );
  const { claims } = write.drift;
  const { apiVersion } = item.ref;
  return {
    transfer: planTransfer({ live, manager, apiVersion, moves, claims, releases }).patch,
    stays: describeStays(item.manifest.id, live, coOwners.stays),
    releases: leavesOf(releases).map(formatPath),
  };
}
