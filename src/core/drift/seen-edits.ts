import { CONTROL_KEYS } from "../control-keys.ts";
import {
  canonicalText,
  isJsonEqual,
  isJsonObject,
  type Json,
  type JsonObject,
} from "../object/json.ts";
import type { FieldPath } from "../ownership/field-path.ts";
import { differenceSets, hasPath, isEmptySet } from "../ownership/field-set.ts";
import { isAttributable } from "../ownership/foreign-rules.ts";
import { formatPath } from "../ownership/format-path.ts";
import type { ManagerEntry } from "../ownership/manager-entry.ts";
import { readManagerEntries } from "../ownership/read-manager-entries.ts";
import { diffJson } from "./diff-json.ts";
import { shapeOf } from "./merge-shape.ts";

/** What one write took away from an object, or somebody's apply put there, while we watched it. */
export interface SeenEdit {
  /** Text of `formatPath`: the highest place that differs. */
  readonly path: string;
  /** What stood there before; `undefined`: nothing. */
  readonly before: Json | undefined;
  /** What stands there since; `undefined`: nothing. */
  readonly after: Json | undefined;
  /** Whose write it was, where that write shows it. */
  readonly writer: Pick<ManagerEntry, "manager" | "operation" | "time"> | undefined;
}

/** What was seen of an object up to one version of it: of a later one it says nothing, for another write may lie between. */
export interface SeenHistory {
  readonly resourceVersion: string;
  readonly edits: readonly SeenEdit[];
}

/** The newest that are kept of one object. */
const EDITS_MAX = 16;
/** Characters of a value that is kept; who wrote or removed a larger one is not known. */
const VALUE_CHARACTERS_MAX = 4096;

/**
 * Notes what one write took away, and what somebody's apply put there: the entry of an apply does not tell who wrote first, that of an
 * update does. The two versions must follow each other without a gap: a watch sends every version, a list
 * does not. What was noted before of the places that this write touched is over.
 *
 * @returns `known` itself when the write concerns nothing that is kept.
 */
export function noteEdits(
  known: readonly SeenEdit[],
  before: JsonObject,
  after: JsonObject,
): readonly SeenEdit[] {
  const [left, right] = [comparedPart(before), comparedPart(after)];
  if (isJsonEqual(left, right)) return known;
  const [old, now] = [readManagerEntries(before), readManagerEntries(after)];
  const shape = shapeOf([...old.entries, ...now.entries].map(({ fields }) => fields));
  const differences = diffJson(left, right, shape).map((each) => ({
    ...each,
    path: formatPath(each.path),
  }));
  const kept = known.filter(({ path }) => !differences.some((each) => isRelated(path, each.path)));
  const writer = findWriter(old.entries, now.entries);
  const noted = differences
    .filter(({ after: value }) => value === undefined || isForeignApply(writer))
    .filter(({ kind, ...values }) => kind === "value" && isSmall(values.after ?? values.before))
    .map((each) => ({
      path: each.path,
      before: each.before,
      after: each.after,
      writer: nameOf(writer),
    }));
  return [...kept, ...noted].slice(-EDITS_MAX);
}

function isSmall(value: Json = null): boolean {
  return canonicalText(value).length <= VALUE_CHARACTERS_MAX;
}

/** Not of Lockstep, whose entry owns the label that marks the members of a stack. */
function isForeignApply(writer: ManagerEntry | undefined): boolean {
  return writer?.operation === "Apply" && !hasPath(writer.fields, PART_OF);
}

const PART_OF: FieldPath = ["metadata", "labels", CONTROL_KEYS.partOf].map((name) => ({
  kind: "field",
  name,
}));

/** Without what the entry owns: that would be kept in memory, too. */
function nameOf(writer: ManagerEntry | undefined): SeenEdit["writer"] {
  if (writer === undefined) return undefined;
  const { manager, operation, time } = writer;
  return { manager, operation, time };
}

/**
 * Whose write lies between two versions: the one entry that is new, has another time or owns more than before. In a write only
 * the writer's own entry gains anything; all others can but lose. A write that only takes away gives its writer nothing, and
 * when the server merges entries at the same time, two gain: then it is not known.
 *
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management
 */
function findWriter(
  before: readonly ManagerEntry[],
  after: readonly ManagerEntry[],
): ManagerEntry | undefined {
  const earlier = new Map(before.map((entry) => [identityOf(entry), entry]));
  const [writer, ...others] = after.filter((entry) =>
    hasGained(earlier.get(identityOf(entry)), entry),
  );
  const isCertain = writer !== undefined && others.length === 0 && isAttributable(writer);
  return isCertain && writer.subresource === "" ? writer : undefined;
}

function hasGained(before: ManagerEntry | undefined, after: ManagerEntry): boolean {
  if (before === undefined || before.time !== after.time) return true;
  return !isEmptySet(differenceSets(after.fields, before.fields));
}

/** An Apply entry stays the same one at another API version. */
function identityOf({ manager, operation, subresource, apiVersion }: ManagerEntry): string {
  const version = operation === "Update" ? apiVersion : "";
  return JSON.stringify([manager, operation, subresource, version]);
}

/** What may be Git's. */
function comparedPart(object: JsonObject): JsonObject {
  const { status: _, metadata, ...rest } = object;
  if (!isJsonObject(metadata)) return rest;
  const { labels = {}, annotations = {} } = metadata;
  return { ...rest, metadata: { labels, annotations } };
}

/** One is the other, or lies in it. */
function isRelated(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}
