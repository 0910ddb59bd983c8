import { CONTROL_KEYS } from "../control-keys.ts";
import { type Json, type JsonObject, listAt, textAt } from "../object/json.ts";
import { annotationOf, labelOf, resourceVersionOf } from "../object/live-object.ts";
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

function removeMarks(live: JsonObject): readonly LetGoOperation[] {
  const labels = [CONTROL_KEYS.stack, CONTROL_KEYS.partOf]
    .filter((key) => labelOf(live, key) !== undefined)
    .map((key) => `/metadata/labels/${escapeKey(key)}`);
  const isDated = annotationOf(live, CONTROL_KEYS.revision) !== undefined;
  const annotations = isDated ? [`/metadata/annotations/${escapeKey(CONTROL_KEYS.revision)}`] : [];
  return [...labels, ...annotations].map((path) => ({ op: "remove", path }));
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
