import type { Json } from "../object/json.ts";
import type { Comparator, Expression, Operand } from "./expression.ts";
import { fieldAt } from "./field-path.ts";

/** `unknown`: a value is missing, or not of the kind that is asked for. It is never taken for either. */
export type Truth = "true" | "false" | "unknown";

/**
 * Asks a condition of an object, in logic of three values: what compares a missing value is unknown, and so is its
 * negation; `&&` and `||` are known where one side settles them. Only `exists` is always known.
 */
export function evaluateExpression(expression: Expression, body: Json): Truth {
  switch (expression.kind) {
    case "comparison": {
      const { left, right } = expression.sides;
      return compare(expression.operator, valueOf(left, body), valueOf(right, body));
    }
    case "exists":
      return truthOf(fieldAt(body, expression.path) !== undefined);
    case "value":
      return truthOf(valueOf(expression.operand, body));
    case "not":
      return negate(evaluateExpression(expression.inner, body));
    case "and":
      return joinParts(expression.parts, body, "false");
    case "or":
      return joinParts(expression.parts, body, "true");
  }
}

function valueOf(operand: Operand, body: Json): Json | undefined {
  return operand.kind === "literal" ? operand.value : fieldAt(body, operand.path);
}

function truthOf(value: Json | undefined): Truth {
  if (typeof value !== "boolean") return "unknown";
  return value ? "true" : "false";
}

function negate(truth: Truth): Truth {
  if (truth === "unknown") return "unknown";
  return truth === "true" ? "false" : "true";
}

/** A part that settles it does so whatever the others say; else one that is unknown leaves all unknown. */
function joinParts(parts: readonly Expression[], body: Json, settling: "true" | "false"): Truth {
  const truths = parts.map((part) => evaluateExpression(part, body));
  if (truths.includes(settling)) return settling;
  return truths.includes("unknown") ? "unknown" : negate(settling);
}

/** Texts, numbers and truths compare with their own kind only; only numbers have an order. */
function compare(operator: Comparator, left: Json | undefined, right: Json | undefined): Truth {
  if (!isPlain(left) || typeof left !== typeof right) return "unknown";
  if (operator === "==") return truthOf(left === right);
  if (operator === "!=") return truthOf(left !== right);
  if (typeof left !== "number" || typeof right !== "number") return "unknown";
  return truthOf(isInOrder(operator, left, right));
}

function isPlain(value: Json | undefined): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function isInOrder(operator: "<" | "<=" | ">" | ">=", left: number, right: number): boolean {
  switch (operator) {
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    case ">=":
      return left >= right;
  }
}
