import { compareText } from "../ownership/compare-text.ts";
import type { Drift } from "./drift.ts";
import { type DriftInput, type FoundDrift, openScene } from "./drift-scene.ts";
import { findAdded } from "./find-added.ts";
import { type AllowedChange, findChanged } from "./find-changed.ts";
import { findIgnoredDrift } from "./find-ignored-drift.ts";
import { findOwnershipFaults, findUnowned, isOwnLost } from "./find-ownership-faults.ts";

/** All that one look at one live object says. */
export interface DriftFinding {
  /** Sorted by path, class and manager. */
  readonly found: readonly FoundDrift[];
  /** No drift, and nothing that a write for something else takes back. */
  readonly allowed: readonly AllowedChange[];
  /** What differs at paths that a rule ignores: told, and left. */
  readonly ignored: readonly Drift[];
  /** Some additions may be defaults: a dry-run create (`clean`) decides. Until then nothing of them is to be moved. */
  readonly needsProbe: boolean;
  /** Ownership that dates from before us, or was lost, is to be taken over. */
  readonly isLegacy: boolean;
  /** The object shows no ownership at all: nothing is attributed. */
  readonly isStripped: boolean;
}

/**
 * Finds the drift of one live object against its last applied intent, without any request. Pure: equal input
 * gives an equal finding. An object that is gone (`missing`) is the caller's to see.
 */
export function findDrift(input: DriftInput): DriftFinding {
  const scene = openScene(input);
  const added = [...findAdded(scene), ...findUnowned(scene)];
  const changed = findChanged(scene);
  const unexplained = changed.found.filter(
    ({ drift }) => !added.some((addition) => isWithin(drift.path, addition.drift.path)),
  );
  const faults = findOwnershipFaults(scene);
  const mayBeDefaults = added.length > 0 || (isOwnLost(scene) && scene.entries.length > 0);
  return {
    found: [...added, ...unexplained, ...faults].toSorted((a, b) =>
      compareDrifts(a.drift, b.drift),
    ),
    allowed: changed.allowed.toSorted((a, b) => compareDrifts(a.drift, b.drift)),
    ignored: findIgnoredDrift(scene).toSorted(compareDrifts),
    needsProbe: input.clean === undefined && input.intent !== "unknown" && mayBeDefaults,
    isLegacy: faults.some(({ drift }) => drift.class === "legacy"),
    isStripped: scene.isStripped,
  };
}

/** The path is the place itself or lies below it. */
function isWithin(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}

function compareDrifts(a: Drift, b: Drift): number {
  return (
    compareText(a.path, b.path) ||
    compareText(a.class, b.class) ||
    compareText(a.manager, b.manager) ||
    compareText(a.operation, b.operation)
  );
}
