import { isJsonList, isJsonObject, type Json, valueAt } from "../object/json.ts";

/** A value at a place in a body: `spec.remoteClusters[0].elasticsearchRef`. */
export interface FieldValue {
  readonly path: string;
  readonly value: Json;
}

export interface FieldValues {
  readonly values: readonly FieldValue[];
  /** Places at which the body holds another type than the field's path says. */
  readonly misfits: readonly { readonly path: string; readonly expected: "a list" | "an object" }[];
}

/**
 * All values at a field's path, in which `[]` after a name steps into each item of a list. Absent and null values on
 * the way are no values.
 */
export function findFieldValues(body: Json, field: string): FieldValues {
  let found: FieldValues = { values: [{ path: "", value: body }], misfits: [] };
  for (const part of field.split(".")) {
    const isList = part.endsWith("[]");
    const name = isList ? part.slice(0, -2) : part;
    found = combine(found, (from) =>
      isList ? itemsOf(stepInto(from, name)) : stepInto(from, name),
    );
  }
  return found;
}

function combine(before: FieldValues, step: (from: FieldValue) => FieldValues): FieldValues {
  const steps = before.values.map(step);
  return {
    values: steps.flatMap(({ values }) => values),
    misfits: [...before.misfits, ...steps.flatMap(({ misfits }) => misfits)],
  };
}

function stepInto({ path, value }: FieldValue, name: string): FieldValues {
  if (!isJsonObject(value)) return { values: [], misfits: [{ path, expected: "an object" }] };
  const inner = valueAt(value, name);
  const innerPath = path === "" ? name : `${path}.${name}`;
  const isThere = inner !== undefined && inner !== null;
  return { values: isThere ? [{ path: innerPath, value: inner }] : [], misfits: [] };
}

function itemsOf(list: FieldValues): FieldValues {
  return combine(list, ({ path, value }) => {
    if (!isJsonList(value)) return { values: [], misfits: [{ path, expected: "a list" }] };
    const items = value.map((item, index) => ({ path: `${path}[${index}]`, value: item }));
    return { values: items.filter((item) => item.value !== null), misfits: [] };
  });
}
