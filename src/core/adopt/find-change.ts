import {
  isJsonEqual,
  isJsonList,
  isJsonObject,
  type Json,
  type Step,
  valueAt,
} from "../object/json.ts";
import type { FieldPath, PathElement } from "../ownership/field-path.ts";
import type { UnadoptedReason } from "./adoption.ts";
import { findOrder } from "./find-order.ts";
import { type FollowedPath, followPath } from "./follow-path.ts";
import type { TextChange } from "./text-change.ts";
import { withoutControlKeys } from "./without-control-keys.ts";

/** What Git is to say at a place of a manifest. */
export interface Wish {
  readonly path: FieldPath;
  /** `undefined`: nothing. */
  readonly live: Json | undefined;
  /** What Git said when the difference was found; `undefined` when that is not known, or it said nothing. */
  readonly desired: Json | undefined;
  /** Git said nothing there. */
  readonly isAddition: boolean;
}

/** The change of a document that fulfils a wish, or why there is none. @param at - Where the manifest begins. */
export function findChange(
  document: Json,
  at: readonly Step[],
  wish: Wish,
): TextChange | UnadoptedReason {
  const found = followPath(valueAt(document, ...at) ?? null, wish.path);
  const [next] = found.left;
  if (next !== undefined && !isRoomFor(found.value, next)) return "unclear-path";
  const steps = [...at, ...found.steps];
  return found.left.length === 0
    ? changeThere(found.value, { steps, wish })
    : changeBelow(found, { steps, wish });
}

/** A key without a value has room for anything. */
function isRoomFor(container: Json, element: PathElement): boolean {
  if (container === null) return true;
  return element.kind === "field" ? isJsonObject(container) : isJsonList(container);
}

interface Place {
  readonly steps: readonly Step[];
  readonly wish: Wish;
}

function changeThere(value: Json, { steps, wish }: Place): TextChange | UnadoptedReason {
  const { live, desired, isAddition } = wish;
  if (isJsonEqual(value, live)) return "already";
  if (isAddition || (desired !== undefined && !isSame(value, desired))) return "git-moved";
  if (live === undefined) {
    return isByIndex(wish.path, steps) ? "unclear-path" : { kind: "remove", steps };
  }
  const order = findOrder(value, live);
  return order === undefined
    ? { kind: "set", steps, value: live }
    : { kind: "reorder", steps, order };
}

/** Which item of a list is meant is lost once another one goes. */
function isByIndex(path: FieldPath, steps: readonly Step[]): boolean {
  const kind = path.at(-1)?.kind;
  return typeof steps.at(-1) === "number" && (kind === "index" || kind === "field");
}

function isSame(value: Json, desired: Json): boolean {
  return isJsonEqual(withoutControlKeys(value), withoutControlKeys(desired));
}

function changeBelow({ value, left }: FollowedPath, place: Place): TextChange | UnadoptedReason {
  const { steps, wish } = place;
  const { live } = wish;
  if (live === undefined) return "not-in-file";
  const [element, ...rest] = left;
  if (element === undefined) return "unclear-path";
  const whole = nest(left, live);
  if (whole === undefined) return "unclear-path";
  if (value === null) return { kind: "set", steps, value: whole };
  if (isJsonList(whole) && isJsonList(value)) {
    const [item = null] = whole;
    return { kind: "set", steps: [...steps, value.length], value: item };
  }
  const member = nest(rest, live);
  return element.kind !== "field" || member === undefined
    ? "unclear-path"
    : { kind: "set", steps: [...steps, element.name], value: member };
}

/** The maps and lists that a path goes through, around a value at its end. */
function nest(path: FieldPath, live: Json): Json | undefined {
  const [element, ...rest] = path;
  if (element === undefined) return live;
  const inner = nest(rest, live);
  if (inner === undefined) return undefined;
  switch (element.kind) {
    case "field":
      return { [element.name]: inner };
    case "value":
      return [element.value];
    case "index":
      return undefined;
    case "key": {
      if (rest.length === 0) return [inner];
      return isJsonObject(inner) ? [{ ...Object.fromEntries(element.keys), ...inner }] : undefined;
    }
  }
}
