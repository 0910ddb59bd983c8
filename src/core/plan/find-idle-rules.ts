import type { Lint } from "../manifest/manifest.ts";
import { isJsonList, isJsonObject, type Json, type JsonObject } from "../object/json.ts";
import { kindKey, type ObjectId, type ObjectKey, objectKey } from "../object/object-id.ts";
import { matchesSegment } from "../ownership/match-pattern.ts";
import { nameAllowRule } from "../ownership/name-allow-rule.ts";
import { nameIgnoreRule } from "../released/name-ignore-rule.ts";
import type { ObjectCase } from "./describe-case.ts";
import type { Look } from "./look.ts";

/** Maps of free keys: that nobody has written one yet is no fault of a rule. */
const FREE_MAPS: readonly string[] = [
  "annotations",
  "binaryData",
  "data",
  "labels",
  "matchLabels",
  "nodeSelector",
  "stringData",
];

/** What a rule of the configuration says about objects of the stack. */
interface Rule {
  readonly where: string;
  readonly kinds: readonly string[];
  readonly names: readonly string[];
  /** Patterns of `matchesPattern`. */
  readonly path: string;
}

interface Known {
  readonly id: ObjectId;
  /** As Git has it, and as it is. */
  readonly bodies: readonly JsonObject[];
}

/**
 * Rules of `ignore` and `ownership.allow` with a path that nothing of the stack has, in Git or in the cluster: most likely it is
 * written otherwise. Nothing is said while an object or a kind of the stack could not be seen.
 */
export function findIdleRules(
  { rules, sightings, nowMs, unlistable, unparsed }: Look,
  cases: ReadonlyMap<ObjectKey, ObjectCase>,
): readonly Lint[] {
  const written: readonly Rule[] = [
    ...rules.ignore
      .filter(({ untilMs }) => untilMs === undefined || nowMs < untilMs)
      .map((rule) => ({ ...rule, where: nameIgnoreRule(rule) })),
    ...rules.allow.flatMap((rule) =>
      rule.paths.map((path) => ({
        kinds: rule.kinds,
        names: [],
        path,
        where: nameAllowRule(rule),
      })),
    ),
  ].filter(({ path }) => !path.split("/").some((segment) => FREE_MAPS.includes(segment)));
  if (written.length === 0 || unlistable.size > 0 || unparsed.length > 0) return [];
  const known = listKnown(cases);
  const isSeen = [...cases.keys()].every((key) => isCertain(sightings.get(key)?.kind));
  if (known.length === 0 || !isSeen) return [];
  return written.flatMap((rule) => findIdleRule(rule, known));
}

function isCertain(kind: string | undefined): boolean {
  return kind === "present" || kind === "absent";
}

function listKnown(cases: ReadonlyMap<ObjectKey, ObjectCase>): readonly Known[] {
  return [...cases.values()].map(({ live, manifest }) => ({
    id: manifest.id,
    bodies: live === undefined ? [manifest.body] : [manifest.body, live],
  }));
}

function findIdleRule(rule: Rule, known: readonly Known[]): readonly Lint[] {
  const concerned = known.filter(({ id }) => isFor(rule, id));
  const { where } = rule;
  if (concerned.length === 0) {
    return [{ where, what: "has no effect: the stack has no object of its kinds and names" }];
  }
  const wanted = rule.path.split("/").slice(1);
  const isMet = concerned.some(({ bodies }) => bodies.some((body) => hasPlace(body, wanted)));
  if (isMet) return [];
  const [first] = concerned;
  const others = concerned.length - 1;
  const named = first === undefined ? "" : objectKey(first.id);
  const of = others === 0 ? named : `${named} and ${others} more`;
  return [
    { where, what: `has no effect now: neither Git nor the cluster has ${rule.path} on ${of}` },
  ];
}

function isFor({ kinds, names }: Rule, id: ObjectId): boolean {
  return (
    (kinds.length === 0 || kinds.includes(kindKey(id))) &&
    (names.length === 0 || names.some((name) => matchesSegment(name, id.name)))
  );
}

/** Whether a body has a place that the pattern names. Which item of a list it names is not judged. */
function hasPlace(here: Json, [segment, ...rest]: readonly string[]): boolean {
  if (segment === undefined) return true;
  if (isJsonList(here)) {
    return rest.length === 0 ? here.length > 0 : here.some((item) => hasPlace(item, rest));
  }
  if (!isJsonObject(here)) return false;
  return Object.keys(here).some(
    (key) => matchesSegment(segment, escapeKey(key)) && hasPlace(here[key] ?? null, rest),
  );
}

function escapeKey(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
