import { CONTROL_KEYS } from "../control-keys.ts";
import type { Json } from "../object/json.ts";
import { labelOf } from "../object/live-object.ts";
import type { FieldPath } from "../ownership/field-path.ts";
import {
  EMPTY_SET,
  type FieldSet,
  fieldSetOf,
  filterSet,
  intersectSets,
  isEmptySet,
  pathsOf,
} from "../ownership/field-set.ts";
import { standingOf } from "../ownership/foreign-rules.ts";
import { formatPath } from "../ownership/format-path.ts";
import { isLetGoMark } from "../ownership/let-go-mark.ts";
import type { ManagerEntry } from "../ownership/manager-entry.ts";
import { ownsPath } from "../ownership/owns-path.ts";
import { resolvePath, setsPath } from "../ownership/resolve-path.ts";
import { attribute } from "./attribute.ts";
import { diffJson } from "./diff-json.ts";
import type { DriftClass } from "./drift.ts";
import {
  type DriftScene,
  type FoundDrift,
  isAllowedOwner,
  isLeftAlone,
  isReleased,
} from "./drift-scene.ts";
import { shapeOf } from "./merge-shape.ts";

/** Finds entries that own what is ours as well, and would keep it when Git drops it: `coowned` and `legacy`. */
export function findOwnershipFaults(scene: DriftScene): readonly FoundDrift[] {
  return [
    ...(isOwnLost(scene) ? [ownLost(scene)] : []),
    ...scene.entries.flatMap((entry) => faultOf(scene, entry)),
  ];
}

/** Our label without our entry: the list was reset, or somebody forged it. Or we let it go, and it is to be ours again. */
export function isOwnLost(scene: DriftScene): boolean {
  const { live } = scene.input;
  const isMarked =
    labelOf(live, CONTROL_KEYS.stack) !== undefined ||
    labelOf(live, CONTROL_KEYS.partOf) !== undefined;
  return scene.own === undefined && (isMarked || scene.entries.some(isLetGoMark));
}

/**
 * After our entry was lost: what nobody owns, neither Git nor a clean object has, and nothing protects. Claimed, so that
 * the next apply takes it away.
 */
export function findUnowned(scene: DriftScene): readonly FoundDrift[] {
  const { live, clean } = scene.input;
  const { git } = scene;
  if (clean === undefined || git === undefined || !isOwnLost(scene)) return [];
  const sets = scene.entries.map((entry) => entry.fields);
  return diffJson(live, clean, shapeOf(sets))
    .filter(({ kind, after }) => kind === "value" && after === undefined)
    .filter(({ path }) => isTracked(path) && !setsPath(git, path))
    .filter(({ path }) => !sets.some((set) => ownsPath(set, path, scene.owned)))
    .filter(({ path }) => !isLeftAlone(scene, formatPath(path)))
    .map(({ path, before }) => ({
      ...fault(scene, { class: "added", path: formatPath(path), value: before, owners: [] }),
      concerns: "value",
      claims: fieldSetOf([path]),
    }));
}

/** Metadata beside labels and annotations is the server's. */
function isTracked(path: FieldPath): boolean {
  const text = formatPath(path);
  return !text.startsWith("/metadata/") || /^\/metadata\/(?:labels|annotations)(?:\/|$)/.test(text);
}

function ownLost(scene: DriftScene): FoundDrift {
  const owners = scene.entries.filter(isLetGoMark);
  const about = { class: "legacy", path: "", value: undefined, owners } as const;
  const moves = owners.map((entry) => ({ entry, paths: entry.fields }));
  return { ...fault(scene, about), concerns: "lost", moves };
}

function faultOf(scene: DriftScene, entry: ManagerEntry): readonly FoundDrift[] {
  if (entry.subresource !== "") return [];
  const standing = standingOf(entry, scene.input.rules);
  if (standing === "legacy") {
    return asFault(scene, { class: "legacy", entry, paths: inherited(scene, entry) });
  }
  if (standing !== "other") return [];
  const shared = intersectSets(entry.fields, scene.own?.fields ?? EMPTY_SET);
  const foreign = filterSet(
    shared,
    (path) => !isAllowedOwner(scene, entry, path) && !isReleased(scene, formatPath(path)),
  );
  return asFault(scene, { class: "coowned", entry, paths: foreign });
}

/**
 * What is to be taken over from a legacy entry: all that an earlier name of ours applied; of the others only what Git
 * sets, for they also own defaults and allocated values, which an apply must not take away.
 */
function inherited(scene: DriftScene, entry: ManagerEntry): FieldSet {
  const isEarlierName = scene.input.rules.renamedFrom.includes(entry.manager);
  const kept = filterSet(entry.fields, (path) => !isReleased(scene, formatPath(path)));
  if (isEarlierName && entry.operation === "Apply") return kept;
  const { git } = scene;
  return git === undefined ? EMPTY_SET : filterSet(kept, (path) => setsPath(git, path));
}

/** One drift for all that an entry shares with us, at the place that holds it all. */
function asFault(
  scene: DriftScene,
  found: { readonly class: DriftClass; readonly entry: ManagerEntry; readonly paths: FieldSet },
): readonly FoundDrift[] {
  if (isEmptySet(found.paths)) return [];
  const paths = pathsOf(found.paths);
  const path = commonStart(paths);
  const live = resolvePath(scene.input.live, path);
  const value = paths.length === 1 && live.kind === "found" ? live.value : undefined;
  return [
    {
      ...fault(scene, { class: found.class, path: formatPath(path), value, owners: [found.entry] }),
      moves: [{ entry: found.entry, paths: found.paths }],
    },
  ];
}

function commonStart(paths: readonly FieldPath[]): FieldPath {
  const [first = [], ...others] = paths;
  const length = first.findIndex((_, index) => {
    const start = formatPath(first.slice(0, index + 1));
    return others.some((other) => formatPath(other.slice(0, index + 1)) !== start);
  });
  return length < 0 ? first : first.slice(0, length);
}

function fault(
  scene: DriftScene,
  about: {
    readonly class: DriftClass;
    readonly path: string;
    readonly value: Json | undefined;
    readonly owners: readonly ManagerEntry[];
  },
): FoundDrift {
  return {
    drift: {
      id: scene.input.id,
      class: about.class,
      path: about.path,
      desired: about.class === "added" ? undefined : about.value,
      live: about.value,
      ...attribute(about.owners),
    },
    place: [],
    concerns: "ownership",
    isRevertible: true,
    moves: [],
    claims: EMPTY_SET,
  };
}
