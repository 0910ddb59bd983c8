import { type JsonObject, numberAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { goText } from "./go-text.ts";
import { isInteger } from "./is-integer.ts";
import type { Schema } from "./schema.ts";

/** Bounds and steps of a number. For a whole number the server cuts off the fractions of all bounds, and so does this. */
export function checkNumber(value: number, { rules }: Schema, path: string): readonly Fault[] {
  const isWhole = isInteger(value);
  const step = boundOf("multipleOf");
  return [
    ...(step === undefined ? [] : checkStep(value, step, { path, isWhole })),
    ...checkBounds(value, { least: boundOf("minimum"), most: boundOf("maximum"), rules, path }),
  ];

  function boundOf(keyword: string): number | undefined {
    const written = numberAt(rules, keyword);
    return written === undefined || !isWhole ? written : Math.trunc(written);
  }
}

interface Bounds {
  readonly least: number | undefined;
  readonly most: number | undefined;
  readonly rules: JsonObject;
  readonly path: string;
}

function checkBounds(value: number, bounds: Bounds): readonly Fault[] {
  return [...lowFault(value, bounds), ...highFault(value, bounds)].map((words) => ({
    kind: "invalid",
    field: bounds.path,
    value,
    detail: `${bounds.path} in body should be ${words}`,
  }));
}

function lowFault(value: number, { least, rules }: Bounds): readonly string[] {
  if (least === undefined || value > least) return [];
  if (rules["exclusiveMinimum"] === true) return [`greater than ${goText(least)}`];
  return value === least ? [] : [`greater than or equal to ${goText(least)}`];
}

function highFault(value: number, { most, rules }: Bounds): readonly string[] {
  if (most === undefined || value < most) return [];
  if (rules["exclusiveMaximum"] === true) return [`less than ${goText(most)}`];
  return value === most ? [] : [`less than or equal to ${goText(most)}`];
}

function checkStep(
  value: number,
  step: number,
  { path, isWhole }: { readonly path: string; readonly isWhole: boolean },
): readonly Fault[] {
  if (step <= 0) {
    const detail = `factor MultipleOf declared for ${path} must be positive: ${goText(step)}`;
    return [{ kind: "invalid", field: path, value: step, detail }];
  }
  const times = step < 1 && !isWhole ? (1 / step) * value : value / step;
  if (Number.isInteger(times) && Math.abs(times) <= Number.MAX_SAFE_INTEGER) return [];
  const detail = `${path} in body should be a multiple of ${goText(step)}`;
  return [{ kind: "invalid", field: path, value, detail }];
}
