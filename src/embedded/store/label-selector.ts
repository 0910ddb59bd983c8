import { type JsonObject, objectAt } from "../../core/object/json.ts";

/** One demand on the labels of an object. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: "in" | "notin" | "exists" | "absent" | ">" | "<";
  /** In order of their text; empty for `exists` and `absent`. */
  readonly values: readonly string[];
}

/** All of them must be met. */
export type LabelSelector = readonly LabelRequirement[];

const INT64_MAX = 2n ** 63n - 1n;

export function matchesLabels(selector: LabelSelector, object: JsonObject): boolean {
  const labels = objectAt(object, "metadata", "labels") ?? {};
  return selector.every((requirement) => {
    const { key } = requirement;
    const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
    return isMet(requirement, typeof value === "string" ? value : undefined);
  });
}

function isMet({ operator, values }: LabelRequirement, value: string | undefined): boolean {
  const isListed = value !== undefined && values.includes(value);
  switch (operator) {
    case "in":
      return isListed;
    case "notin":
      return !isListed;
    case "exists":
      return value !== undefined;
    case "absent":
      return value === undefined;
    case ">":
    case "<":
      return isBeyond(value ?? "", { operator, bound: values[0] ?? "" });
  }
}

/** A whole number that fits into 64 bits. */
export function isInt64(text: string): boolean {
  if (!/^[-+]?\d+$/.test(text)) return false;
  const value = BigInt(text);
  return value <= INT64_MAX && value >= -INT64_MAX - 1n;
}

/** A label that is no such number does not match. */
function isBeyond(
  value: string,
  { operator, bound }: { operator: ">" | "<"; bound: string },
): boolean {
  if (!isInt64(value)) return false;
  const difference = BigInt(value) - BigInt(bound);
  return operator === ">" ? difference > 0n : difference < 0n;
}
