import { isJsonList, isJsonObject, type Json } from "../../core/object/json.ts";
import type { PathFilter, PathStep } from "./parse-json-path.ts";

/** All values that a JSON path leads to, in order; empty when it leads nowhere. */
export function findByPath(value: Json, steps: readonly PathStep[]): readonly Json[] {
  let found: readonly Json[] = [value];
  for (const step of steps) found = found.flatMap((each) => follow(each, step));
  return found;
}

function follow(value: Json, step: PathStep): readonly Json[] {
  if (step.kind === "field") {
    const child = isJsonObject(value) && Object.hasOwn(value, step.name) ? value[step.name] : null;
    return child === null || child === undefined ? [] : [child];
  }
  if (step.kind === "all" && isJsonObject(value)) return Object.values(value);
  return isJsonList(value) ? pick(value, step) : [];
}

function pick(list: readonly Json[], step: Exclude<PathStep, { kind: "field" }>): readonly Json[] {
  switch (step.kind) {
    case "all":
      return list;
    case "index": {
      const item = list.at(step.index);
      return item === undefined ? [] : [item];
    }
    case "slice":
      return list.slice(step.from, step.to);
    case "filter":
      return list.filter((item) => isTaken(item, step.filter));
  }
}

function isTaken(item: Json, { left, operator, right }: PathFilter): boolean {
  const [a] = left.kind === "path" ? findByPath(item, left.steps) : [left.value];
  if (operator === "exists") return a !== undefined;
  const [b] = right.kind === "path" ? findByPath(item, right.steps) : [right.value];
  if (a === undefined || b === undefined) return false;
  return isTrue(operator, compareValues(a, b));
}

/** Negative, 0, positive; `undefined` when the two are not of one type. */
function compareValues(a: Json, b: Json): number | undefined {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  if (typeof a !== "string" || typeof b !== "string") return undefined;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function isTrue(
  operator: Exclude<PathFilter["operator"], "exists">,
  order: number | undefined,
): boolean {
  if (order === undefined) return operator === "!=";
  switch (operator) {
    case "==":
      return order === 0;
    case "!=":
      return order !== 0;
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
  }
}
