import { isJsonList, isJsonObject, type Json, type JsonObject } from "../object/json.ts";
import type { FieldPath } from "../ownership/field-path.ts";
import { EMPTY_SET, leavesOf } from "../ownership/field-set.ts";
import type { AllowRule } from "../ownership/foreign-rules.ts";
import { formatPath } from "../ownership/format-path.ts";
import type { ManagerEntry } from "../ownership/manager-entry.ts";
import { nameAllowRule } from "../ownership/name-allow-rule.ts";
import { ownsPath } from "../ownership/owns-path.ts";
import { resolvePath, setsPath } from "../ownership/resolve-path.ts";
import { attributeValue, UNATTRIBUTED } from "./attribute.ts";
import { type Difference, diffJson, itemsByKey } from "./diff-json.ts";
import type { Drift } from "./drift.ts";
import {
  type DriftScene,
  type FoundDrift,
  findRight,
  isReleased,
  ownersOf,
} from "./drift-scene.ts";
import { type MergeShape, shapeBelow, shapeOf } from "./merge-shape.ts";

/** Where the cluster differs from what Git sets. */
export interface ChangedValues {
  readonly found: readonly FoundDrift[];
  /** Written by managers that a rule allows: told, and left. By the values as they are written, whoever judges the others. */
  readonly allowed: readonly AllowedChange[];
}

/** A value that a rule lets somebody hold although Git sets another one. */
export interface AllowedChange {
  readonly drift: Drift;
  readonly place: FieldPath;
}

/**
 * Finds values that Git sets and the cluster does not have: by the server's own judgement (a dry-run apply) when there
 * is one, else by ownership and raw values, where only what our entry lost counts, so that a value which the server
 * writes in another form is not taken for a change.
 */
export function findChanged(scene: DriftScene): ChangedValues {
  const shape = shapeOf(scene.entries.map((entry) => entry.fields));
  const written = writtenValues(scene, shape);
  const changes = judgedChanges(scene, shape) ?? written;
  return {
    found: unreleased(scene, changes)
      .filter(({ path }) => findAllowing(scene, path) === undefined)
      .map((change) => ({
        drift: describe(scene, change),
        place: change.path,
        concerns: "value",
        isRevertible: true,
        moves: [],
        claims: EMPTY_SET,
      })),
    allowed: unreleased(scene, written).flatMap((change) => {
      const rule = findAllowing(scene, change.path);
      if (rule === undefined) return [];
      const drift = { ...describe(scene, change), rule: nameAllowRule(rule) };
      return [{ drift, place: change.path }];
    }),
  };
}

function unreleased(scene: DriftScene, changes: readonly Change[]): readonly Change[] {
  return changes.filter(({ path }) => !isReleased(scene, formatPath(path)));
}

function writtenValues(scene: DriftScene, shape: MergeShape): readonly Change[] {
  const { intent } = scene.input;
  return intent === "unknown" ? takenOver(scene) : lostValues(scene, { intent, shape });
}

interface Change {
  readonly path: FieldPath;
  readonly class: "changed" | "removed" | "added";
  readonly live: Json | undefined;
  readonly desired: Json | undefined;
}

/** `undefined` without the server's judgement. */
function judgedChanges(scene: DriftScene, shape: MergeShape): readonly Change[] | undefined {
  const { applied, intent } = scene.input;
  if (intent === "unknown" || applied === undefined) return undefined;
  return diffJson(judgedPart(scene.input.live), judgedPart(applied), shape)
    .filter((difference) => isRealOrder(difference, { intent, shape }))
    .map((difference) => asChange(difference, intent));
}

/** What the server keeps on every write, or is not ours to judge. */
const OUTSIDE_METADATA: readonly string[] = [
  "managedFields",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "uid",
  "selfLink",
];

function judgedPart(body: JsonObject): JsonObject {
  const { status: _, metadata, ...rest } = body;
  if (!isJsonObject(metadata)) return rest;
  const kept = Object.entries(metadata).filter(([name]) => !OUTSIDE_METADATA.includes(name));
  return kept.length === 0 ? rest : { ...rest, metadata: Object.fromEntries(kept) };
}

interface Judge {
  readonly intent: JsonObject;
  readonly shape: MergeShape;
}

/** Another order counts only among items that Git sets: what else is in the list may stand anywhere. */
function isRealOrder(difference: Difference, { intent, shape }: Judge): boolean {
  if (difference.kind !== "order") return true;
  const wanted = orderOf(resolvePath(intent, difference.path), shapeBelow(shape, difference.path));
  const [before, after] = [difference.before, difference.after].map((value = null) =>
    orderOf({ kind: "found", value }, shapeBelow(shape, difference.path)).filter((item) =>
      wanted.includes(item),
    ),
  );
  return JSON.stringify(before) !== JSON.stringify(after);
}

function orderOf(
  list: ReturnType<typeof resolvePath>,
  shape: MergeShape | undefined,
): readonly string[] {
  if (list.kind === "missing" || !isJsonList(list.value) || shape === undefined) return [];
  return [...(itemsByKey(list.value, shape) ?? new Map<string, unknown>()).keys()];
}

function asChange(difference: Difference, intent: JsonObject): Change {
  const { path, before, after } = difference;
  const wanted = resolvePath(intent, path);
  return {
    path,
    class: classOf(before, after),
    live: before,
    desired: wanted.kind === "found" ? wanted.value : after,
  };
}

/** What an apply would take away although nobody else's entry shows it as an addition is an addition that is ours by now. */
function classOf(live: Json | undefined, applied: Json | undefined): Change["class"] {
  if (live === undefined) return "removed";
  return applied === undefined ? "added" : "changed";
}

/** Without the server's judgement: values of the intent that the live object lacks, or that a foreign entry holds. */
function lostValues(scene: DriftScene, { intent, shape }: Judge): readonly Change[] {
  return diffJson(judgedPart(scene.input.live), intent, shape)
    .filter(({ kind, after }) => kind === "value" && after !== undefined)
    .filter(({ path, before, after }) =>
      before === undefined ? isLost(scene, path) && !isEmptyValue(after) : isTaken(scene, path),
    )
    .map((difference) => asChange(difference, intent));
}

/** A removal by somebody else takes the path out of every entry; a path that is still ours was only written otherwise. */
function isLost(scene: DriftScene, path: FieldPath): boolean {
  return scene.own !== undefined && !isOurs(scene, path);
}

function isTaken(scene: DriftScene, path: FieldPath): boolean {
  return changersOf(scene, path).length > 0;
}

/** The server leaves such values out. */
export function isEmptyValue(value: Json | undefined): boolean {
  if (isJsonList(value)) return value.length === 0;
  return value === null || (isJsonObject(value) && Object.keys(value).length === 0);
}

/** The last applied intent is unknown: what the pending one sets too and somebody else holds instead of us. */
function takenOver(scene: DriftScene): readonly Change[] {
  const { git } = scene;
  if (git === undefined) return [];
  const paths = new Map(
    scene.entries
      .flatMap((entry) => leavesOf(entry.fields))
      .filter((path) => setsPath(git, path) && isTaken(scene, path))
      .map((path) => [formatPath(path), path]),
  );
  return [...paths.values()].flatMap((path): readonly Change[] => {
    const live = resolvePath(scene.input.live, path);
    return live.kind === "found"
      ? [{ path, class: "changed", live: live.value, desired: undefined }]
      : [];
  });
}

/** The rule of the first of those who changed the value, when all of them may. */
function findAllowing(scene: DriftScene, path: FieldPath): AllowRule | undefined {
  const rules = changersOf(scene, path).map((entry) => findRight(scene, entry, path));
  return rules.every((rule) => rule !== undefined) ? rules[0] : undefined;
}

function describe(scene: DriftScene, change: Change): Drift {
  return {
    id: scene.input.id,
    class: change.class,
    path: formatPath(change.path),
    desired: change.class === "added" ? undefined : change.desired,
    live: change.live,
    ...(change.class === "removed" ? UNATTRIBUTED : attributeValue(changersOf(scene, change.path))),
  };
}

/** Who may have changed the value. While a path is ours, nobody: a webhook rewrote it, and a co-owner is not to blame. */
function changersOf(scene: DriftScene, path: FieldPath): readonly ManagerEntry[] {
  return isOurs(scene, path) ? [] : ownersOf(scene, path);
}

function isOurs(scene: DriftScene, path: FieldPath): boolean {
  return scene.own !== undefined && ownsPath(scene.own.fields, path, scene.owned);
}
