import type { Json } from "../object/json.ts";
import type { FieldPath } from "../ownership/field-path.ts";
import { leavesOf } from "../ownership/field-set.ts";
import { standingOf } from "../ownership/foreign-rules.ts";
import { formatPath } from "../ownership/format-path.ts";
import { resolvePath, setsPath } from "../ownership/resolve-path.ts";
import { findRelease } from "../released/released-path.ts";
import { replaceReleased } from "../released/replace-released.ts";
import { attributeValue } from "./attribute.ts";
import { diffJson } from "./diff-json.ts";
import type { Drift } from "./drift.ts";
import { type DriftScene, ownersOf } from "./drift-scene.ts";
import { isEmptyValue } from "./find-changed.ts";
import { type MergeShape, shapeBelow, shapeOf } from "./merge-shape.ts";

/** Differences told of one object: a rule may be as wide as a whole spec. */
const DIFFERENCES_MAX = 100;

/**
 * What differs from Git at paths that a rule ignores. By the values as they are written, without asking the server: `1000m` and
 * `1` differ here.
 */
export function findIgnoredDrift(scene: DriftScene): readonly Drift[] {
  if (!scene.input.released.some(({ by }) => by === "ignore")) return [];
  return [...findSet(scene), ...findBeside(scene)].slice(0, DIFFERENCES_MAX);
}

/** Where Git sets the path, and the cluster has something else or nothing. */
function findSet(scene: DriftScene): readonly Drift[] {
  const { created, live, released } = scene.input;
  if (created === undefined) return [];
  const shape = shapeOf(scene.entries.map((entry) => entry.fields));
  const { places } = replaceReleased(created, { released, shape, choose: () => undefined });
  return places
    .filter(({ by }) => by.by === "ignore")
    .flatMap(({ path, value, by: { holder: rule } }): readonly Drift[] => {
      const there = resolvePath(live, path);
      const found =
        there.kind === "missing"
          ? lacking(scene, path, value)
          : differing(scene, { path, live: there.value, desired: value }, shape);
      return found.map((drift) => ({ ...drift, rule }));
    });
}

function lacking(scene: DriftScene, path: FieldPath, desired: Json): readonly Drift[] {
  if (isEmptyValue(desired)) return [];
  return [describe(scene, path, { class: "removed", desired, live: undefined })];
}

/** Only what Git sets is compared: the rest of a released place is defaults and others' additions. */
function differing(
  scene: DriftScene,
  at: { readonly path: FieldPath; readonly live: Json; readonly desired: Json },
  shape: MergeShape,
): readonly Drift[] {
  return diffJson(at.live, at.desired, shapeBelow(shape, at.path))
    .filter(({ kind, after }) => kind === "value" && after !== undefined && !isEmptyValue(after))
    .map(({ path, before, after }) =>
      describe(scene, [...at.path, ...path], {
        class: before === undefined ? "removed" : "changed",
        desired: after,
        live: before,
      }),
    );
}

/** Where Git does not set it, and somebody else does. */
function findBeside(scene: DriftScene): readonly Drift[] {
  const { created = {}, live, released } = scene.input;
  const places = new Map(
    scene.entries
      .filter((entry) => ["other", "legacy"].includes(standingOf(entry, scene.input.rules)))
      .flatMap((entry) => leavesOf(entry.fields))
      .flatMap((path) => {
        const text = formatPath(path);
        const release = findRelease(released, text);
        const isBeside = release?.by === "ignore" && !setsPath(created, path);
        return isBeside ? [[text, { path, rule: release.holder }] as const] : [];
      }),
  );
  return [...places.values()].flatMap(({ path, rule }): readonly Drift[] => {
    const there = resolvePath(live, path);
    if (there.kind === "missing") return [];
    const difference = { class: "added", desired: undefined, live: there.value } as const;
    return [{ ...describe(scene, path, difference), rule }];
  });
}

function describe(
  scene: DriftScene,
  path: FieldPath,
  difference: Pick<Drift, "class" | "desired" | "live">,
): Drift {
  return {
    id: scene.input.id,
    path: formatPath(path),
    ...difference,
    ...attributeValue(ownersOf(scene, path)),
  };
}
