import type { JsonObject } from "../object/json.ts";
import type { ObjectId } from "../object/object-id.ts";
import type { FieldPath } from "../ownership/field-path.ts";
import { type FieldSet, unionAll } from "../ownership/field-set.ts";
import {
  type AllowRule,
  findAllowRule,
  isAllowed,
  type OwnershipRules,
  standingOf,
} from "../ownership/foreign-rules.ts";
import { formatPath } from "../ownership/format-path.ts";
import type { ManagerEntry } from "../ownership/manager-entry.ts";
import { isNeverTouched, type NeverTouchedOptions } from "../ownership/never-touched.ts";
import { ownsPath } from "../ownership/owns-path.ts";
import type { Move } from "../ownership/plan-transfer.ts";
import { readManagerEntries } from "../ownership/read-manager-entries.ts";
import type { VersionReadings } from "../ownership/rebase-paths.ts";
import { findRelease, type ReleasedPath } from "../released/released-path.ts";
import type { Drift } from "./drift.ts";

/** One look at one live object, and what it is judged by. */
export interface DriftInput {
  readonly id: ObjectId;
  readonly live: JsonObject;
  /** The last applied intent; `unknown` when its commit cannot be had. */
  readonly intent: JsonObject | "unknown";
  /**
   * The intent that Git wants now. Used only while `intent` is unknown: what it does not set was most likely not set
   * before either. Without it nothing can be called an addition.
   */
  readonly pending?: JsonObject | undefined;
  readonly rules: OwnershipRules;
  readonly neverTouched: NeverTouchedOptions;
  /** Neither reported as drift nor moved. */
  readonly released: readonly ReleasedPath[];
  /** What Git wants now, with released paths: what is ignored is compared with it. */
  readonly created?: JsonObject;
  /** A dry-run create of the intent under a probe name: what is equal there is a default. */
  readonly clean?: JsonObject | undefined;
  /** How `live` reads at the API versions of its entries; without it nothing is moved between versions. */
  readonly readings?: VersionReadings;
  /** A dry-run apply of the intent onto `live`: the server's own judgement of what an apply changes. */
  readonly applied?: JsonObject | undefined;
}

/** A drift with what reverts it. */
export interface FoundDrift {
  readonly drift: Drift;
  /** The place of `drift.path`; of a fault of ownership it is that of the whole object. */
  readonly place: FieldPath;
  /**
   * `ownership`: no value differs (`coowned`, `legacy`). `lost`: our own entry is gone, so nothing that others add or keep
   * can be told from what is ours until we apply again.
   */
  readonly concerns: "value" | "ownership" | "lost";
  /**
   * Whether a write of ours can take it back. Not an addition that cannot be moved out of its owner's entry: a write for it
   * would change nothing, and be planned again at each look.
   */
  readonly isRevertible: boolean;
  /** For `planTransfer`, before the apply. Empty when the plain apply is enough, or when nothing may be done. */
  readonly moves: readonly Move[];
  /** Paths that nobody owns, for `planTransfer`: lost ownership only. */
  readonly claims: FieldSet;
}

/** What every part of the search needs. */
export interface DriftScene {
  readonly input: DriftInput;
  readonly entries: readonly ManagerEntry[];
  readonly isStripped: boolean;
  /** What any manager owns. */
  readonly owned: FieldSet;
  /** Our Apply entry; `undefined` when it is lost or never was. */
  readonly own: ManagerEntry | undefined;
  /** What Git sets, as far as it is known. */
  readonly git: JsonObject | undefined;
}

export function openScene(input: DriftInput): DriftScene {
  const { entries, isStripped } = readManagerEntries(input.live);
  return {
    input,
    entries,
    isStripped,
    owned: unionAll(entries.map((entry) => entry.fields)),
    own: entries.find((entry) => standingOf(entry, input.rules) === "own"),
    git: input.intent === "unknown" ? input.pending : input.intent,
  };
}

/** Whether the path is left alone wherever Git does not set it, whoever owns it. */
export function isLeftAlone(scene: DriftScene, path: string): boolean {
  return isReleased(scene, path) || isNeverTouched(scene.input.id, path, scene.input.neverTouched);
}

export function isReleased(scene: DriftScene, path: string): boolean {
  return findRelease(scene.input.released, path) !== undefined;
}

/** The entries, not ours, that own the path. */
export function ownersOf(scene: DriftScene, path: FieldPath): readonly ManagerEntry[] {
  return scene.entries.filter((entry) => {
    const standing = standingOf(entry, scene.input.rules);
    return (
      (standing === "other" || standing === "legacy") && ownsPath(entry.fields, path, scene.owned)
    );
  });
}

/** The rule that lets the entry hold another value than the one that Git sets there. */
export function findRight(
  scene: DriftScene,
  entry: ManagerEntry,
  path: FieldPath,
): AllowRule | undefined {
  const { id, rules } = scene.input;
  return findAllowRule(entry, { id, path: formatPath(path), isSetByGit: true }, rules);
}

export function isAllowedOwner(scene: DriftScene, entry: ManagerEntry, path: FieldPath): boolean {
  const { id, rules } = scene.input;
  return isAllowed(entry, { id, path: formatPath(path) }, rules);
}
