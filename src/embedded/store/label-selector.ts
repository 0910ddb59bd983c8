import { type JsonObject, objectAt } from "../../core/object/json.ts";
import { readLabelRequirements } from "./read-label-requirements.ts";

/** One demand on the labels of an object. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: "in" | "notin" | "exists" | "absent" | ">" | "<";
  /** In order of their text; empty for `exists` and `absent`. */
  readonly values: readonly string[];
}

/** All of them must be met. */
export type LabelSelector = readonly LabelRequirement[];

/**
 * Parses the query parameter `labelSelector`. Empty text selects everything.
 * @throws {StatusError} 400 in the API server's words.
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors
 */
export function parseLabelSelector(text: string): LabelSelector {
  return readLabelRequirements(text);
}

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

/** Whole numbers only; a label that is none does not match. */
function isBeyond(
  value: string,
  { operator, bound }: { operator: ">" | "<"; bound: string },
): boolean {
  if (!/^[-+]?\d+$/.test(value)) return false;
  const difference = BigInt(value.replace("+", "")) - BigInt(bound);
  return operator === ">" ? difference > 0n : difference < 0n;
}
