import {
  canonicalText,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
} from "../../core/object/json.ts";
import { findField } from "./find-field.ts";
import { goText } from "./go-text.ts";
import { mergeItems } from "./merge-items.ts";
import { checkOrder, orderItems } from "./order-items.ts";
import type { Schema } from "./schema.ts";
import { serverOrder } from "./server-order.ts";
import { badDirective, badType, brokenPatch } from "./strategic-refusal.ts";
import { PATCH_DIRECTIVE, stripDirectives } from "./strip-directives.ts";

const RETAIN_KEYS = "$retainKeys";
const DELETE_ITEMS = "$deleteFromPrimitiveList";
const ORDER = "$setElementOrder";

/**
 * What a strategic merge patch makes of an object of a built-in kind, before it is decoded.
 *
 * @throws {StatusError} 400 for a directive in a wrong form, 500 (as the real server) for what cannot be merged.
 * @see https://github.com/kubernetes/community/blob/master/contributors/devel/sig-api-machinery/strategic-merge-patch.md
 */
export function strategicMerge(live: JsonObject, patch: JsonObject, schema: Schema): JsonObject {
  if (Object.hasOwn(patch, PATCH_DIRECTIVE)) return obeyDirective(patch);
  const fields = new Map(Object.entries(retainKeys(live, patch)));
  const ordered = orderLists(fields, patch, schema);
  for (const [key, value] of Object.entries(patch)) {
    if (key === RETAIN_KEYS || key.startsWith(ORDER) || ordered.has(key)) continue;
    if (key.startsWith(DELETE_ITEMS)) deleteItems(fields, { key, value, schema });
    else mergeField(fields, { key, value, schema });
  }
  return Object.fromEntries(fields);
}

function obeyDirective(patch: JsonObject): JsonObject {
  const { [PATCH_DIRECTIVE]: directive, ...rest } = patch;
  if (directive === "replace") return rest;
  if (directive === "delete") return {};
  throw brokenPatch(`unknown patch type: ${goText(directive ?? null)} in map: ${goText(patch)}`);
}

/** What `$retainKeys` leaves of the live object. */
function retainKeys(live: JsonObject, patch: JsonObject): JsonObject {
  const keys = patch[RETAIN_KEYS];
  if (keys === undefined) return live;
  if (!isJsonList(keys)) throw badDirective("retainKeys");
  const kept = new Set(keys);
  const isUnlisted = Object.entries(patch).some(
    ([key, value]) =>
      value !== null &&
      key !== RETAIN_KEYS &&
      !key.startsWith(DELETE_ITEMS) &&
      !key.startsWith(ORDER) &&
      !kept.has(key),
  );
  if (isUnlisted) throw badDirective("retainKeys");
  return Object.fromEntries(Object.entries(live).filter(([key]) => kept.has(key)));
}

interface Change {
  readonly key: string;
  readonly value: Json;
  /** Of the object that has the field. */
  readonly schema: Schema;
}

/** Obeys each `$setElementOrder/…`. @returns the fields whose lists are merged by that. */
function orderLists(
  fields: Map<string, Json>,
  patch: JsonObject,
  schema: Schema,
): ReadonlySet<string> {
  const done = new Set<string>();
  for (const [directive, wanted] of Object.entries(patch)) {
    if (!directive.startsWith(ORDER)) continue;
    if (!isJsonList(wanted)) throw badType("[]interface {}", wanted);
    const key = fieldOf(directive, ORDER, "setElementOrder list");
    const merged = orderList(listIn(fields.get(key)), listIn(patch[key]), {
      wanted,
      field: findField(schema, key),
    });
    if (merged === undefined) continue;
    fields.set(key, merged);
    done.add(key);
  }
  return done;
}

function listIn(value: Json | undefined): readonly Json[] | undefined {
  if (value === undefined || isJsonList(value)) return value;
  throw badType("[]interface {}", value);
}

function orderList(
  live: readonly Json[] | undefined,
  patch: readonly Json[] | undefined,
  { wanted, field }: { readonly wanted: readonly Json[]; readonly field: Schema },
): readonly Json[] | undefined {
  const mergeKey = field.patchMergeKey;
  checkOrder(patch ?? [], wanted, { mergeKey });
  if (live === undefined && patch === undefined) return undefined;
  const merged = mergedList(live, patch, field);
  const before = live ?? [];
  const changes = patch ?? [];
  if (before.length + changes.length === 0) {
    throw brokenPatch("no elements in any of the given slices");
  }
  return orderItems(merged, {
    mergeKey,
    patchOrder: wanted,
    serverOrder: serverOrder(before, changes, mergeKey),
  });
}

function mergedList(
  live: readonly Json[] | undefined,
  patch: readonly Json[] | undefined,
  field: Schema,
): readonly Json[] {
  if (patch === undefined) return live ?? [];
  if (live !== undefined) return mergeList(live, patch, field);
  return patch.flatMap((item) => {
    const kept = stripDirectives(item);
    return kept === undefined ? [] : [kept];
  });
}

/** Takes the values of `$deleteFromPrimitiveList/…` out of a list. Anything but two lists is passed over. */
function deleteItems(fields: Map<string, Json>, { key, value }: Change): void {
  const name = fieldOf(key, DELETE_ITEMS, "primitive list");
  const list = fields.get(name);
  if (value === null) fields.delete(name);
  if (!isJsonList(list) || !isJsonList(value)) return;
  const deleted = new Set(value.map((each) => canonicalText(each)));
  fields.set(
    name,
    list.filter((item) => !deleted.has(canonicalText(item))),
  );
}

/** `spec` of `$setElementOrder/spec`. */
function fieldOf(directive: string, prefix: string, what: string): string {
  if (!directive.startsWith(`${prefix}/`)) throw badDirective(what);
  return directive.slice(prefix.length + 1);
}

function mergeField(fields: Map<string, Json>, { key, value, schema }: Change): void {
  const live = fields.get(key);
  const merged = value === null ? undefined : mergedValue(live, { key, value, schema });
  if (merged === undefined) fields.delete(key);
  else fields.set(key, merged);
}

function mergedValue(live: Json | undefined, { key, value, schema }: Change): Json | undefined {
  if (isJsonObject(live) && isJsonObject(value)) {
    const field = findField(schema, key);
    return strategyOf(field) === "replace" ? value : strategicMerge(live, value, field);
  }
  if (isJsonList(live) && isJsonList(value)) {
    return mergeList(live, value, findField(schema, key));
  }
  return stripDirectives(value);
}

function mergeList(live: readonly Json[], patch: readonly Json[], field: Schema): readonly Json[] {
  if (strategyOf(field) !== "merge") return patch;
  const { items, patchMergeKey: mergeKey } = field;
  return mergeItems(live, patch, {
    mergeKey,
    merge: (item, change) => (items === undefined ? change : strategicMerge(item, change, items)),
  });
}

/** Besides `retainKeys`, which is obeyed wherever a patch has it. */
function strategyOf({ patchStrategies }: Schema): string | undefined {
  return patchStrategies.find((each) => each !== "retainKeys");
}
