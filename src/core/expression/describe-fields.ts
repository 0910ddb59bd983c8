import { isJsonList, type Json } from "../object/json.ts";
import type { Expression, Operand } from "./expression.ts";
import { type FieldPath, fieldAt } from "./field-path.ts";

/** Fields that are told at most, and characters of a text. */
const FIELDS_MAX = 4;
const TEXT_MAX = 60;

/**
 * What an object says at the places that a condition looks at: `status.phase is "Busy", status.replicas is missing`. Texts are
 * told only of the status: elsewhere people keep what is not for every reader.
 */
export function describeFields(expression: Expression, body: Json): string {
  const paths = new Map(pathsOf(expression).map((path) => [path.text, path]));
  const told = [...paths.values()].slice(0, FIELDS_MAX).map((path) => describeField(path, body));
  return told.join(", ");
}

function pathsOf(expression: Expression): readonly FieldPath[] {
  switch (expression.kind) {
    case "comparison":
      return [expression.sides.left, expression.sides.right].flatMap(pathOfOperand);
    case "exists":
      return [expression.path];
    case "value":
      return pathOfOperand(expression.operand);
    case "not":
      return pathsOf(expression.inner);
    case "and":
    case "or":
      return expression.parts.flatMap(pathsOf);
  }
}

function pathOfOperand(operand: Operand): readonly FieldPath[] {
  return operand.kind === "path" ? [operand.path] : [];
}

function describeField(path: FieldPath, body: Json): string {
  const [first] = path.steps;
  const isOfStatus = first?.kind === "key" && first.key === "status";
  return `${path.text} is ${describeValue(fieldAt(body, path), isOfStatus)}`;
}

function describeValue(value: Json | undefined, isOfStatus: boolean): string {
  if (value === undefined) return "missing";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string") {
    if (!isOfStatus) return "a text";
    return JSON.stringify(value.length > TEXT_MAX ? `${value.slice(0, TEXT_MAX)}…` : value);
  }
  return isJsonList(value) ? `a list of ${value.length}` : "an object";
}
