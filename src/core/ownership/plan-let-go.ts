import { CONTROL_KEYS, CONTROL_PREFIXES } from "../control-keys.ts";
import { type Json, type JsonObject, listAt, objectAt, textAt } from "../object/json.ts";
import { resourceVersionOf } from "../object/live-object.ts";
import { isLetGoMark, renderLetGoMark } from "./let-go-mark.ts";
import { readManagerEntries } from "./read-manager-entries.ts";

/** One operation of the JSON patch that lets an object go. */
export interface LetGoOperation {
  readonly op: "replace" | "remove";
  readonly path: string;
  readonly value?: Json;
}

export interface LetGoInput {
  /** The object as read. */
  readonly live: JsonObject;
  /** Our field manager, and its earlier names. */
  readonly managers: readonly string[];
  /** RFC 3339 with whole seconds: when it is let go. */
  readonly time: string;
}

/**
 * Plans how an object is let go: our Apply entry and our marks leave it, all values and all other entries stay as they are. What
 * we owned is nobody's then, so whoever applies it next is refused nothing.
 *
 * @returns one JSON patch, guarded by the resourceVersion read (a race answers 409); empty when nothing of it is ours.
 */
export function planLetGo(input: LetGoInput): readonly LetGoOperation[] {
  const { live } = input;
  const operations = [...removeMarks(live), ...leaveEntries(input)];
  if (operations.length === 0) return [];
  const value = resourceVersionOf(live);
  return [...operations, { op: "replace", path: "/metadata/resourceVersion", value }];
}

/** What the pod template was given stays: taking it away would roll the pods. */
function removeMarks(live: JsonObject): readonly LetGoOperation[] {
  return [
    ...keysOf(live, "labels").filter(isOurLabel).map(markAt("labels")),
    ...keysOf(live, "annotations").filter(isOurAnnotation).map(markAt("annotations")),
  ].map((path) => ({ op: "remove", path }));
}

function keysOf(live: JsonObject, field: "labels" | "annotations"): readonly string[] {
  return Object.keys(objectAt(live, "metadata", field) ?? {});
}

function isOurLabel(key: string): boolean {
  const isName = key === CONTROL_KEYS.stack || key === CONTROL_KEYS.partOf;
  return isName || key.startsWith(CONTROL_PREFIXES.source);
}

function isOurAnnotation(key: string): boolean {
  return key === CONTROL_KEYS.revision || key.startsWith(CONTROL_PREFIXES.seen);
}

function markAt(field: "labels" | "annotations"): (key: string) => string {
  return (key) => `/metadata/${field}/${escapeKey(key)}`;
}

/** By the raw text: an entry of ours goes also when its fields cannot be read. */
function leaveEntries({ live, managers, time }: LetGoInput): readonly LetGoOperation[] {
  const list = listAt(live, "metadata", "managedFields");
  const own = list.filter((raw) => isOwn(raw, managers));
  if (own.length === 0) return [];
  const marks = readManagerEntries(live).entries.filter(isLetGoMark);
  const others = list.filter(
    (raw) => !own.includes(raw) && !marks.some((mark) => mark.raw === raw),
  );
  const mark = renderLetGoMark(textAt(own[0], "apiVersion") ?? "", time);
  return [{ op: "replace", path: "/metadata/managedFields", value: [...others, mark] }];
}

function isOwn(raw: Json, managers: readonly string[]): boolean {
  return (
    managers.includes(textAt(raw, "manager") ?? "") &&
    textAt(raw, "operation") === "Apply" &&
    (textAt(raw, "subresource") ?? "") === ""
  );
}

function escapeKey(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
