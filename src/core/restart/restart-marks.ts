import { CONTROL_PREFIXES } from "../control-keys.ts";
import type { Digest } from "../digest.ts";
import { type Json, type JsonObject, objectAt } from "../object/json.ts";
import type { FieldPath } from "../ownership/field-path.ts";
import { hasPath } from "../ownership/field-set.ts";
import { isOwnEntry } from "../ownership/is-own-entry.ts";
import type { ManagerEntry } from "../ownership/manager-entry.ts";
import { readManagerEntries } from "../ownership/read-manager-entries.ts";
import type { SourceReference } from "./source-reference.ts";

/** What a workload carries about one of its sources. */
export interface RestartMark {
  /** The digest of the content that counts as known; `absent`: it was not there; `none`: it is not watched. */
  readonly baseline: string;
  /** The digest that the pod template was given; `undefined`: none, so that the pods run as they were found. */
  readonly content: string | undefined;
}

/** What a workload carries about all of them. */
export interface RestartMarks {
  /** By `slotOf`. */
  readonly bySlot: ReadonlyMap<string, RestartMark>;
  /** uids of the sources: `kubectl get deploy -l source.lockstep.dev/<uid>` answers who uses one. */
  readonly uids: ReadonlySet<string>;
}

export const NO_MARKS: RestartMarks = { bySlot: new Map(), uids: new Set() };

/** No baseline, but the template keeps what it was given: another text would roll the pods. */
export const NOT_WATCHED = "none";
export const ABSENT = "absent";

const SLOT_LENGTH = 16;

/** What a workload carries that was let go, and is taken over as if it was seen for the first time: its template stays as it is. */
export function asFirstSight({ bySlot, uids }: RestartMarks): RestartMarks {
  const given = [...bySlot].flatMap(([slot, { content }]) =>
    content === undefined ? [] : [[slot, { baseline: NOT_WATCHED, content }] as const],
  );
  return { bySlot: new Map(given), uids };
}

/** How annotations name a source: of one length, whatever its name is. */
export function slotOf(
  { kind, name }: Pick<SourceReference, "kind" | "name">,
  digest: Digest,
): string {
  return digest(`${kind}/${name}`).slice(0, SLOT_LENGTH);
}

const SEEN_PLACE = ["metadata", "annotations"] as const;
const LABEL_PLACE = ["metadata", "labels"] as const;

/** Where a pod template has its annotations. */
function contentPlace(template: readonly string[]): readonly string[] {
  return [...template, "metadata", "annotations"];
}

/** Marks of live workloads that somebody still holds: ownership is read once for each version of an object. */
const known = new WeakMap<JsonObject, RestartMarks>();

/**
 * The marks on a live workload that are ours: our own Apply entry owns them, or that of an earlier name, or nobody does, as after the
 * list of owners was lost. What only others own is no mark. Where only the one on the template is left, it is the baseline: whoever
 * takes the other one away makes no change go unseen.
 *
 * @param names Of our field manager, also earlier ones.
 * @param template The path of the pod template.
 */
export function readMarks(
  live: JsonObject,
  { names, template }: { readonly names: readonly string[]; readonly template: readonly string[] },
): RestartMarks {
  const before = known.get(live);
  if (before !== undefined) return before;
  const owned = readOwned(live, names);
  const given = owned(contentPlace(template), CONTROL_PREFIXES.content).map(
    ([slot, value]) => [slot, parseMark(`${textOf(value)} ${textOf(value)}`)] as const,
  );
  const seen = owned(SEEN_PLACE, CONTROL_PREFIXES.seen).map(
    ([slot, value]) => [slot, parseMark(textOf(value))] as const,
  );
  const marks = {
    bySlot: new Map([...given, ...seen]),
    uids: new Set(owned(LABEL_PLACE, CONTROL_PREFIXES.source).map(([uid]) => uid)),
  };
  known.set(live, marks);
  return marks;
}

/** Reads members of a map whose names begin with a prefix, without it, as far as they are ours. */
function readOwned(
  live: JsonObject,
  names: readonly string[],
): (place: readonly string[], prefix: string) => readonly (readonly [string, Json])[] {
  let entries: readonly ManagerEntry[] | undefined;
  return (place, prefix) => {
    const found = Object.entries(objectAt(live, ...place) ?? {}).filter(([key]) =>
      key.startsWith(prefix),
    );
    if (found.length === 0) return [];
    entries ??= readManagerEntries(live).entries;
    const all = entries;
    return found
      .filter(([key]) => isOurs(all, fieldPath([...place, key]), names))
      .map(([key, value]) => [key.slice(prefix.length), value] as const);
  };
}

function isOurs(
  entries: readonly ManagerEntry[],
  path: FieldPath,
  names: readonly string[],
): boolean {
  const owners = entries.filter(({ fields }) => hasPath(fields, path));
  return (
    owners.length === 0 || owners.some((owner) => names.some((name) => isOwnEntry(owner, name)))
  );
}

function fieldPath(names: readonly string[]): FieldPath {
  return names.map((name) => ({ kind: "field", name }));
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : "";
}

/** `k1.ab12`, or with what the template was given: `k1.ab12 k1.00ff`. */
function parseMark(text: string): RestartMark {
  const [baseline = "", content] = text.split(" ");
  return { baseline: baseline === "" ? NOT_WATCHED : baseline, content };
}

function markText({ baseline, content }: RestartMark): string {
  return content === undefined ? baseline : `${baseline} ${content}`;
}

/** Equal marks have equal text. */
export function marksText(marks: RestartMarks): string {
  const slots = [...marks.bySlot].map(([slot, mark]) => `${slot} ${markText(mark)}`);
  return [...slots.toSorted(), ...[...marks.uids].toSorted()].join("\n");
}

/** A workload's body with its marks. */
export function placeMarks(
  body: JsonObject,
  marks: RestartMarks,
  template: readonly string[],
): JsonObject {
  const seen = [...marks.bySlot].map(
    ([slot, mark]) => [`${CONTROL_PREFIXES.seen}${slot}`, markText(mark)] as const,
  );
  const given = [...marks.bySlot].flatMap(([slot, { content }]) =>
    content === undefined ? [] : [[`${CONTROL_PREFIXES.content}${slot}`, content] as const],
  );
  const labels = [...marks.uids].map(
    (uid) => [`${CONTROL_PREFIXES.source}${uid}`, "true"] as const,
  );
  const noted = join(join(body, SEEN_PLACE, seen), LABEL_PLACE, labels);
  return join(noted, contentPlace(template), given);
}

/** Adds members to the map at `path`, which is made when it is not there. */
function join(
  body: JsonObject,
  path: readonly string[],
  members: readonly (readonly [string, string])[],
): JsonObject {
  if (members.length === 0) return body;
  const [field, ...rest] = path;
  if (field === undefined) return { ...body, ...Object.fromEntries(members) };
  return { ...body, [field]: join(objectAt(body, field) ?? {}, rest, members) };
}
