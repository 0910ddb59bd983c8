import { isJsonList, isJsonObject, type JsonObject } from "../object/json.ts";
import { kindKey, type ObjectId, type ObjectKey, objectKey } from "../object/object-id.ts";
import {
  EMPTY_SET,
  type FieldSet,
  hasPath,
  isLeaf,
  leavesOf,
  nodeAt,
  pathsOf,
  unionSets,
} from "../ownership/field-set.ts";
import { isOfMainResource, matchesManager } from "../ownership/foreign-rules.ts";
import { formatPath } from "../ownership/format-path.ts";
import type { ManagerEntry } from "../ownership/manager-entry.ts";
import { matchesPattern, matchesSegment } from "../ownership/match-pattern.ts";
import { readManagerEntries } from "../ownership/read-manager-entries.ts";
import { resolvePath } from "../ownership/resolve-path.ts";
import { findInjectedPaths } from "./find-injected-paths.ts";
import type { IgnoreRule } from "./ignore-rule.ts";
import { nameIgnoreRule } from "./name-ignore-rule.ts";
import type { ReleasedPath } from "./released-path.ts";

/** What decides which paths are released. */
export interface ReleaseGrounds {
  /** Autoscalers in Git and in the cluster, by what they scale (`indexAutoscalers`). */
  readonly autoscalers: ReadonlyMap<ObjectKey, readonly ObjectKey[]>;
  /** Namespaces in which live autoscalers cannot be listed, with the reason. */
  readonly unlisted: ReadonlyMap<string, string>;
  readonly ignore: readonly IgnoreRule[];
  readonly nowMs: number;
}

/** An ignore rule that cannot be kept: the server owns something above its path as a whole. */
interface AtomicPlace {
  readonly rule: string;
  /** Text of `formatPath`. */
  readonly place: string;
}

export interface Released {
  readonly paths: readonly ReleasedPath[];
  readonly atomic: readonly AtomicPlace[];
}

const NOTHING_RELEASED: Released = { paths: [], atomic: [] };

const REPLICAS = "/spec/replicas";

/** As whom the controller of HorizontalPodAutoscalers scales. */
const SCALER = "kube-controller-manager";

interface ReleasingObject {
  readonly id: ObjectId;
  /** As Git wants it. */
  readonly body: JsonObject;
  readonly live: JsonObject | undefined;
}

/** What concerns one object. */
interface Causes {
  readonly rules: readonly IgnoreRule[];
  readonly scalers: readonly ObjectKey[];
  readonly injected: readonly ReleasedPath[];
  readonly isUnlisted: boolean;
}

/** By what Git wants, the last answer: in a converged pass ownership is not read again. */
const answers = new WeakMap<
  JsonObject,
  { readonly live: JsonObject | undefined; readonly causes: Causes; readonly released: Released }
>();

/** The released paths of one object. The same one while nothing changes that concerns it. */
export function findReleased(object: ReleasingObject, grounds: ReleaseGrounds): Released {
  const rules = grounds.ignore.filter((rule) => isFor(rule, object.id, grounds.nowMs));
  const scalers = grounds.autoscalers.get(objectKey(object.id)) ?? [];
  const isUnlisted = grounds.unlisted.has(object.id.namespace);
  const injected = findInjectedPaths(object.id, object.body);
  const isNothing = [rules, scalers, injected].every((each) => each.length === 0);
  if (isNothing && !isUnlisted) return NOTHING_RELEASED;
  const causes = { rules, scalers, injected, isUnlisted };
  const known = answers.get(object.body);
  if (known?.live === object.live && known !== undefined && areSame(known.causes, causes)) {
    return known.released;
  }
  const released = releasedBy(object, causes);
  answers.set(object.body, { live: object.live, causes, released });
  return released;
}

function areSame(a: Causes, b: Causes): boolean {
  return (
    a.isUnlisted === b.isUnlisted &&
    a.injected.length === b.injected.length &&
    haveSameItems(a.rules, b.rules) &&
    haveSameItems(a.scalers, b.scalers)
  );
}

function haveSameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((each, index) => each === b[index]);
}

function releasedBy(
  object: ReleasingObject,
  { rules, scalers, injected, isUnlisted }: Causes,
): Released {
  const entries = object.live === undefined ? [] : readManagerEntries(object.live).entries;
  const scaled = scalers.map((holder) => replicasOf(holder));
  const guessed = isUnlisted && scaled.length === 0 && entries.some(isScaler);
  const ignored = rules.flatMap((rule) => ignoredBy(rule, entries));
  const owned = entries.map((entry) => entry.fields).reduce(unionSets, EMPTY_SET);
  const atomic = ignored.flatMap((each) => findAtomic(each, { owned, body: object.body }));
  const lost = new Set(atomic.map(({ rule }) => rule));
  return {
    paths: [
      ...ignored.filter(({ path }) => !lost.has(path)),
      ...(guessed ? [replicasOf("an autoscaler")] : scaled),
      ...injected,
    ],
    atomic,
  };
}

function isFor({ kinds, names, untilMs }: IgnoreRule, id: ObjectId, nowMs: number): boolean {
  return (
    (kinds.length === 0 || kinds.includes(kindKey(id))) &&
    (names.length === 0 || names.some((name) => matchesSegment(name, id.name))) &&
    (untilMs === undefined || nowMs < untilMs)
  );
}

function replicasOf(holder: string): ReleasedPath {
  return { kind: "place", path: REPLICAS, by: "controller", holder };
}

/** Where autoscalers cannot be listed, what their controller wrote says that there is one: better than to fight it. */
function isScaler({ manager, subresource, fields }: ManagerEntry): boolean {
  const path = ["spec", "replicas"].map((name) => ({ kind: "field", name }) as const);
  return subresource === "scale" && manager === SCALER && hasPath(fields, path);
}

/** A rule that names a manager counts for the very paths that it owns: what lies beside them is still Git's. */
function ignoredBy(rule: IgnoreRule, entries: readonly ManagerEntry[]): readonly ReleasedPath[] {
  const { path, manager } = rule;
  const by = { by: "ignore", holder: nameIgnoreRule(rule) } as const;
  if (manager === undefined) return [{ kind: "pattern", path, ...by }];
  return entries
    .filter(isOfMainResource)
    .filter((entry) => matchesManager(manager, entry.manager))
    .flatMap(({ fields }) =>
      pathsOf(fields).flatMap((each): readonly ReleasedPath[] => {
        const text = formatPath(each);
        if (!matchesPattern(path, text)) return [];
        const node = nodeAt(fields, each);
        const kind = node !== undefined && isLeaf(node) ? "place" : "member";
        return [{ kind, path: text, ...by }];
      }),
    );
}

/** Inside of what is owned as a whole nothing has an owner of its own: it is applied as a whole or not at all. */
function findAtomic(
  { kind, path }: ReleasedPath,
  at: { readonly owned: FieldSet; readonly body: JsonObject },
): readonly AtomicPlace[] {
  const wanted = path.split("/");
  if (kind !== "pattern" || wanted.length < 3) return [];
  return leavesOf(at.owned).flatMap((leaf) => {
    const place = formatPath(leaf);
    const isAbove =
      place.split("/").length < wanted.length &&
      place.split("/").every((segment, index) => matchesSegment(wanted[index] ?? "", segment));
    return isAbove && isFilled(at.body, leaf) ? [{ rule: path, place }] : [];
  });
}

function isFilled(body: JsonObject, path: Parameters<typeof resolvePath>[1]): boolean {
  const found = resolvePath(body, path);
  if (found.kind === "missing") return false;
  const { value } = found;
  return isJsonList(value)
    ? value.length > 0
    : isJsonObject(value) && Object.keys(value).length > 0;
}
