import { isJsonEqual, type Json, type JsonObject } from "../../core/object/json.ts";
import type { PathElement } from "../../core/ownership/field-path.ts";
import { EMPTY_SET, type FieldNode, type FieldSet } from "../../core/ownership/field-set.ts";
import type { Schema } from "../schema/schema.ts";
import { everyPath } from "./every-path.ts";
import { itemElement } from "./item-element.ts";
import { fieldTypeOf, type TypedValue, typeValue } from "./typed-value.ts";

type Fate = "added" | "modified" | "removed";

/** What differs between two values, as paths. Containers that came or went are in the sets themselves. */
export type Comparison = Readonly<Record<Fate, FieldSet>>;

/** What became of one value and of all below it. */
interface Difference extends Comparison {
  readonly own: readonly Fate[];
}

/** A child with what became of it. */
interface Changed {
  readonly element: PathElement;
  readonly text: string;
  readonly difference: Difference;
}

const NOTHING = { added: EMPTY_SET, modified: EMPTY_SET, removed: EMPTY_SET };
const NO_FIELDS: JsonObject = {};
const SAME: Difference = { ...NOTHING, own: [] };
const MODIFIED: Difference = { ...NOTHING, own: ["modified"] };

/** Compares two objects of one type. An item that stands several times in its list counts as one atomic value. */
export function compareValues(live: JsonObject, next: JsonObject, schema: Schema): Comparison {
  const { added, modified, removed } = differ(live, next, schema);
  return { added, modified, removed };
}

function differ(
  live: Json | undefined,
  next: Json | undefined,
  schema: Schema | undefined,
): Difference {
  if (live === next) return SAME;
  if (live === undefined) return arrive(next, schema);
  if (next === undefined) return leave(live, schema);
  const before = typeValue(live, schema);
  const after = typeValue(next, schema);
  if (isHollow(before) && isHollow(after)) return isJsonEqual(live, next) ? SAME : MODIFIED;
  const children = below(before, after);
  return before.kind === after.kind ? children : { ...children, own: ["modified"] };
}

/** Whether there is nothing below it. Then it counts itself, and null is not the same as empty. */
function isHollow(typed: TypedValue): boolean {
  if (typed.kind === "leaf") return true;
  return typed.kind === "list" ? typed.items.length === 0 : Object.keys(typed.fields).length === 0;
}

function arrive(next: Json | undefined, schema: Schema | undefined): Difference {
  return next === undefined ? SAME : { ...NOTHING, added: everyPath(next, schema), own: ["added"] };
}

function leave(live: Json, schema: Schema | undefined): Difference {
  return { ...NOTHING, removed: everyPath(live, schema), own: ["removed"] };
}

function below(before: TypedValue, after: TypedValue): Difference {
  const isOfMaps = before.kind === "map" || after.kind === "map";
  return gather(isOfMaps ? differFields(before, after) : differItems(before, after));
}

function differFields(before: TypedValue, after: TypedValue): readonly Changed[] {
  const live = before.kind === "map" ? before.fields : NO_FIELDS;
  const next = after.kind === "map" ? after.fields : NO_FIELDS;
  const schema = schemaOf(before) ?? schemaOf(after);
  if (schema === undefined) return [];
  const gone = Object.keys(live).filter((name) => !Object.hasOwn(next, name));
  return [...Object.keys(next), ...gone].flatMap((name) => {
    const [was, is] = [own(live, name), own(next, name)];
    if (was === is) return [];
    const difference = differ(was, is, fieldTypeOf(schema, name).schema);
    return difference === SAME
      ? []
      : [{ element: { kind: "field", name }, text: `f:${name}`, difference }];
  });
}

function own(fields: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function schemaOf(typed: TypedValue): Schema | undefined {
  return typed.kind === "leaf" ? undefined : typed.schema;
}

interface Sames {
  readonly element: PathElement;
  readonly live: Json[];
  readonly next: Json[];
}

function differItems(before: TypedValue, after: TypedValue): readonly Changed[] {
  const live = before.kind === "list" ? before.items : [];
  const next = after.kind === "list" ? after.items : [];
  const list = schemaOf(before) ?? schemaOf(after);
  if (list === undefined || isJsonEqual(live, next)) return [];
  return [...groupItems({ live, next }, list)].map(([text, sames]) => ({
    element: sames.element,
    text,
    difference: differSames(sames, list.items),
  }));
}

function groupItems(
  lists: { readonly live: readonly Json[]; readonly next: readonly Json[] },
  schema: Schema,
): ReadonlyMap<string, Sames> {
  const groups = new Map<string, Sames>();
  for (const side of ["live", "next"] as const) {
    for (const item of lists[side]) {
      const found = itemElement(item, schema);
      if (found.kind === "fault") continue;
      const group = groups.get(found.text) ?? { element: found.element, live: [], next: [] };
      group[side].push(item);
      groups.set(found.text, group);
    }
  }
  return groups;
}

function differSames({ live, next }: Sames, items: Schema | undefined): Difference {
  if (live.length < 2 && next.length < 2) return differ(live[0], next[0], items);
  if (live.length > 1 && next.length > 1) return isJsonEqual(live, next) ? SAME : MODIFIED;
  // Something stood twice and does not any more, or the other way round: the one item is another than the two.
  const single =
    live.length > 1 ? differ(undefined, next[0], items) : differ(live[0], undefined, items);
  return { ...single, own: [...single.own, live.length > 1 ? "removed" : "added"] };
}

function gather(children: readonly Changed[]): Difference {
  if (children.every(({ difference }) => difference === SAME)) return SAME;
  return {
    own: [],
    added: gatherFate(children, "added"),
    modified: gatherFate(children, "modified"),
    removed: gatherFate(children, "removed"),
  };
}

function gatherFate(children: readonly Changed[], fate: Fate): FieldSet {
  const nodes = new Map<string, FieldNode>();
  for (const { element, text, difference } of children) {
    const isMember = difference.own.includes(fate);
    if (isMember || difference[fate].nodes.size > 0) {
      nodes.set(text, { element, isMember, children: difference[fate] });
    }
  }
  return nodes.size === 0 ? EMPTY_SET : { nodes };
}
