import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { isJsonList, isJsonObject, type Json, type JsonObject, type Step } from "../object/json.ts";
import { keyText } from "./key-text.ts";
import type { PlainScalar } from "./parse-scalar.ts";
import { parseTaggedScalar } from "./parse-tagged-scalar.ts";
import { pathText } from "./path-text.ts";
import { quoted } from "./quoted.ts";
import { unknownTag } from "./unknown-tag.ts";

/** Something that the text says and that we do not take, at an offset in the text. */
export interface ContentProblem {
  readonly offset: number;
  readonly what: string;
  readonly expected: string;
  /** The key, when it is written twice in its map and that is all. */
  readonly repeatedKey?: string;
}

/** Aliases in one document. */
const ALIASES_MAX = 1_000;
/** Values that the aliases of one document stand for, all together. */
const ALIASED_VALUES_MAX = 100_000;
/** Problems that are told of one document. */
const PROBLEMS_MAX = 100;
const STANDARD_TAG = "tag:yaml.org,2002:";
/** Maps of texts that may be secret. What looks like a map or list there is most likely such a text without quotes. */
const TEXT_MAPS: ReadonlySet<Step> = new Set(["data", "stringData"]);

interface Path {
  readonly parent: Path | undefined;
  readonly step: Step;
}

/** An anchor's value, or none while its own node is still being read. */
interface Anchored {
  readonly value: Json | undefined;
  readonly size: number;
}

interface Walk {
  readonly problems: ContentProblem[];
  readonly anchors: Map<string, Anchored>;
  values: number;
  aliases: number;
  aliasedValues: number;
}

/**
 * The value of a YAML document's root node as kubectl would send it as JSON: merge keys resolved,
 * aliases followed, keys made text. What cannot be taken is null in the value and a problem.
 *
 * @param root - A node of the `yaml` package read with its failsafe schema, no deeper than the
 * stack allows.
 */
export function convertYaml(root: unknown): {
  readonly value: Json;
  readonly problems: readonly ContentProblem[];
} {
  const walk: Walk = { problems: [], anchors: new Map(), values: 0, aliases: 0, aliasedValues: 0 };
  return { value: valueOf(root, undefined, walk), problems: walk.problems };
}

function valueOf(node: unknown, path: Path | undefined, walk: Walk): Json {
  walk.values += 1;
  if (isAlias(node)) return aliasValue(node, path, walk);
  if (!isMap(node) && !isSeq(node) && !isScalar(node)) return null;
  const before = walk.values;
  if (node.anchor !== undefined) walk.anchors.set(node.anchor, { value: undefined, size: 0 });
  const value = ownValue(node, path, walk);
  if (node.anchor !== undefined) {
    walk.anchors.set(node.anchor, { value, size: walk.values - before + 1 });
  }
  return value;
}

function ownValue(node: YAMLMap | YAMLSeq | Scalar, path: Path | undefined, walk: Walk): Json {
  if (isScalar(node)) return jsonOf(parseTaggedScalar(node), { node, path, walk });
  const kind = isMap(node) ? "map" : "seq";
  if (node.tag !== undefined && node.tag !== "!" && node.tag !== STANDARD_TAG + kind) {
    report(walk, node, below(path, unknownTag()));
  }
  if (isMap(node)) return mapValue(node, path, walk);
  return node.items.map((item, index) => valueOf(item, { parent: path, step: index }, walk));
}

function aliasValue(alias: Alias, path: Path | undefined, walk: Walk): Json {
  walk.aliases += 1;
  const anchored = walk.anchors.get(alias.source);
  walk.values += anchored?.size ?? 0;
  walk.aliasedValues += anchored?.size ?? 0;
  if (walk.aliases > ALIASES_MAX || walk.aliasedValues > ALIASED_VALUES_MAX) {
    reportFlood(alias, walk);
    return null;
  }
  if (anchored?.value !== undefined) return anchored.value;
  // The name is not repeated: a password that begins with `*` is read as an alias.
  report(walk, alias, {
    what: `${pathBefore(path)}an alias ${anchored === undefined ? "has no anchor before it" : "stands inside its own anchor"}`,
    expected: "an anchor that ends before the alias, or quotes around a value that begins with `*`",
  });
  return null;
}

/** One problem for all the aliases that are too many. */
function reportFlood(alias: Alias, walk: Walk): void {
  const expected = `at most ${String(ALIASES_MAX)} aliases in a document, for at most ${String(ALIASED_VALUES_MAX)} values`;
  if (walk.problems.some((problem) => problem.expected === expected)) return;
  report(walk, alias, { what: "too many aliases", expected });
}

function mapValue(map: YAMLMap, path: Path | undefined, walk: Walk): JsonObject {
  const members = new Map<string, Json>();
  const merged = new Set<string>();
  let hasMerge = false;
  for (const { key, value } of map.items) {
    if (isMergeKey(key)) {
      if (hasMerge) report(walk, key, twice("<<", path));
      hasMerge = true;
      for (const source of mergeSources(value, { node: key, path, walk })) {
        addMerged(source, { members, merged }, { node: key, path, walk });
      }
      continue;
    }
    const name = keyOf(key, path, walk);
    const member = valueOf(value, { parent: path, step: name ?? "?" }, walk);
    if (name === undefined) continue;
    if (members.has(name) && !merged.delete(name)) report(walk, key, twice(name, path));
    members.set(name, member);
  }
  return Object.fromEntries(members);
}

interface At {
  readonly node: unknown;
  readonly path: Path | undefined;
  readonly walk: Walk;
}

function isMergeKey(key: unknown): key is Scalar {
  return (
    isScalar(key) &&
    key.value === "<<" &&
    key.type === Scalar.PLAIN &&
    (key.tag === undefined || key.tag === `${STANDARD_TAG}merge`)
  );
}

/** The maps that a merge key names, the strongest first. */
function mergeSources(value: unknown, at: At): readonly JsonObject[] {
  const step = { parent: at.path, step: "<<" };
  const known = at.walk.problems.length;
  const named = valueOf(value, step, at.walk);
  const sources = isJsonList(named) && !isAlias(value) ? named : [named];
  const maps = sources.filter((source) => isJsonObject(source));
  if (maps.length < sources.length && at.walk.problems.length === known) {
    report(at.walk, at.node, {
      what: `${pathBefore(at.path)}the merge key names something that is no map`,
      expected: "a map, or a list of maps",
    });
  }
  return maps;
}

function addMerged(
  source: JsonObject,
  into: { readonly members: Map<string, Json>; readonly merged: Set<string> },
  at: At,
): void {
  for (const [key, value] of Object.entries(source)) {
    if (into.merged.has(key)) continue;
    if (into.members.has(key)) {
      report(at.walk, at.node, {
        what: `${pathBefore(at.path)}the merge key comes after ${shownKey(key, at.path)}, which kubectl would take from the merge`,
        expected: "the merge key first, so that written keys win",
      });
      continue;
    }
    into.members.set(key, value);
    into.merged.add(key);
  }
}

/** A key as JSON has it, or `undefined` (and a problem) when it has no such form. */
function keyOf(key: unknown, path: Path | undefined, walk: Walk): string | undefined {
  if (isScalar(key)) {
    const scalar = parseTaggedScalar(key);
    const text = keyText(scalar);
    if (key.anchor !== undefined) {
      walk.anchors.set(key.anchor, { value: anchoredKey(scalar), size: 1 });
    }
    if (text === undefined) report(walk, key, unusableKey(scalar, path));
    return text;
  }
  const value = isAlias(key) ? aliasValue(key, path, walk) : null;
  if (typeof value === "string") return value;
  report(walk, key, {
    what: `${pathBefore(path)}a key that is no text`,
    expected: "a plain or quoted text as key",
  });
  return undefined;
}

function anchoredKey(scalar: PlainScalar): Json {
  return "value" in scalar ? scalar.value : null;
}

function unusableKey(scalar: PlainScalar, path: Path | undefined): Omit<ContentProblem, "offset"> {
  const kind = scalar.kind === "null" ? "null" : "a number without an exact text";
  return below(path, { what: `a key that is ${kind}`, expected: "quotes around the key" });
}

function jsonOf(scalar: PlainScalar, at: At): Json {
  if (scalar.kind === "null") return null;
  if (scalar.kind !== "refused") return scalar.value;
  report(at.walk, at.node, below(at.path, scalar));
  return null;
}

/** A problem of the value at `path`. */
function below(
  path: Path | undefined,
  { what, expected }: { readonly what: string; readonly expected: string },
): Omit<ContentProblem, "offset"> {
  return { what: pathBefore(path) + what, expected };
}

function twice(key: string, path: Path | undefined): Omit<ContentProblem, "offset"> {
  return {
    what: `${pathBefore(path)}${shownKey(key, path)} is written twice`,
    expected: "each key once",
    repeatedKey: key,
  };
}

/** A key of the map at `path`, unless the map is a text that may be secret. */
function shownKey(key: string, path: Path | undefined): string {
  return isWithinText(path) ? "a key" : `key ${quoted(key)}`;
}

/** The path as the begin of a message: `spec.ports[0]: `. What may be a part of a secret text is left out. */
function pathBefore(path: Path | undefined): string {
  const steps: Step[] = [];
  for (let here = path; here !== undefined; here = here.parent) {
    if (!isWithinText(here.parent)) steps.unshift(here.step);
  }
  return steps.length === 0 ? "" : `${pathText(steps)}: `;
}

/** Whether the map or list at `path` stands where a text of `data` or `stringData` should. */
function isWithinText(path: Path | undefined): boolean {
  for (let here = path?.parent; here !== undefined; here = here.parent) {
    if (TEXT_MAPS.has(here.step)) return true;
  }
  return false;
}

function report(walk: Walk, node: unknown, problem: Omit<ContentProblem, "offset">): void {
  if (walk.problems.length >= PROBLEMS_MAX) return;
  const range =
    isScalar(node) || isAlias(node) || isMap(node) || isSeq(node) ? node.range : undefined;
  walk.problems.push({ offset: range?.[0] ?? 0, ...problem });
}
