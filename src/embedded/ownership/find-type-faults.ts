import { isJsonList, isJsonObject, type Json, type JsonObject } from "../../core/object/json.ts";
import { compareText } from "../../core/ownership/compare-text.ts";
import type { FieldPath } from "../../core/ownership/field-path.ts";
import { goSyntax, goText, goTypeName } from "../schema/go-text.ts";
import type { Schema } from "../schema/schema.ts";
import { fieldPathText } from "./field-path-text.ts";
import { itemElement } from "./item-element.ts";
import { fieldTypeOf } from "./typed-value.ts";

interface CheckOptions {
  /** Live objects may hold what was written otherwise, or under another schema: duplicates and unknown fields. */
  readonly isLive: boolean;
}

/**
 * Why an object cannot be seen as a typed value, in the server's words: `.spec.foo: field not declared in schema`. Fields are
 * gone through by name; the server does so in no order.
 */
export function findTypeFaults(
  object: JsonObject,
  schema: Schema,
  options: CheckOptions,
): readonly string[] {
  return checkValue({ value: object, schema, path: [] }, options);
}

interface Place {
  readonly value: Json;
  readonly schema: Schema;
  readonly path: FieldPath;
}

function checkValue(place: Place, options: CheckOptions): readonly string[] {
  const { value, schema } = place;
  if (value === null) return [];
  if (schema.type === "object") {
    return isJsonObject(value)
      ? checkFields(value, place, options)
      : [fault(place, `expected map, got &{${goText(value)}}`)];
  }
  if (schema.type === "array") {
    return isJsonList(value)
      ? checkItems(value, place, options)
      : [fault(place, `expected list, got &{${goText(value)}}`)];
  }
  const wanted = wrongScalar(place);
  return wanted === undefined ? [] : [fault(place, wanted)];
}

function wrongScalar({ value, schema }: Place): string | undefined {
  const { type, format } = schema;
  if (type === "string" && format !== "quantity" && typeof value !== "string") {
    return `expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`;
  }
  if (type === "boolean" && typeof value !== "boolean") {
    return `expected boolean, got &{${goText(value)}}`;
  }
  if ((type === "integer" || type === "number") && typeof value !== "number") {
    return `expected numeric (int or float), got ${goTypeName(value)}`;
  }
  return undefined;
}

function checkFields(
  fields: JsonObject,
  { schema, path }: Place,
  options: CheckOptions,
): readonly string[] {
  const faults: string[] = [];
  for (const name of Object.keys(fields).toSorted(compareText)) {
    const below: FieldPath = [...path, { kind: "field", name }];
    const type = fieldTypeOf(schema, name).schema;
    const value = fields[name] ?? null;
    if (type === undefined) {
      if (options.isLive) continue;
      return [...faults, `${fieldPathText(below)}: field not declared in schema`];
    }
    faults.push(...checkValue({ value, schema: type, path: below }, options));
  }
  return faults;
}

function checkItems(
  items: readonly Json[],
  place: Place,
  options: CheckOptions,
): readonly string[] {
  const { schema, path } = place;
  const itemSchema = schema.items;
  const seen = new Set<string>();
  const faults: string[] = [];
  for (const [index, value] of items.entries()) {
    const found: ReturnType<typeof itemElement> =
      schema.listType === "atomic"
        ? { kind: "element", element: { kind: "index", index }, text: String(index) }
        : itemElement(value, schema);
    if (found.kind === "fault") return [...faults, fault(place, `element ${index}: ${found.what}`)];
    if (seen.has(found.text) && !options.isLive) {
      faults.push(fault(place, `duplicate entries for key ${fieldPathText([found.element])}`));
    }
    seen.add(found.text);
    if (itemSchema === undefined) continue;
    faults.push(
      ...checkValue({ value, schema: itemSchema, path: [...path, found.element] }, options),
    );
  }
  return faults;
}

function fault({ path }: Place, what: string): string {
  return path.length === 0 ? what : `${fieldPathText(path)}: ${what}`;
}
