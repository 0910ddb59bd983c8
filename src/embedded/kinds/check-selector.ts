import { type JsonObject, listAt, objectAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { forbidden, invalid, required } from "../make-fault.ts";
import { labelKeyFaults, labelValueFaults } from "../store/label-syntax.ts";
import { itemFaults } from "./check-items.ts";

/**
 * Faults of a label selector.
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors
 */
export function selectorFaults(selector: JsonObject, at: string): readonly Fault[] {
  return [
    ...labelFaults(objectAt(selector, "matchLabels") ?? {}, `${at}.matchLabels`),
    ...itemFaults(selector, `${at}.matchExpressions`, expressionFaults),
  ];
}

/** Faults of labels, or of a selector that is nothing but labels. */
export function labelFaults(labels: JsonObject, at: string): readonly Fault[] {
  return Object.entries(labels).flatMap(([key, written]) => {
    const value = typeof written === "string" ? written : "";
    return [
      ...labelKeyFaults(key).map((detail) => invalid(at, key, detail)),
      ...labelValueFaults(value).map((detail) => invalid(at, value, detail)),
    ];
  });
}

function expressionFaults(expression: JsonObject, at: string): readonly Fault[] {
  const key = textAt(expression, "key") ?? "";
  return [
    ...operatorFaults(expression, at),
    ...labelKeyFaults(key).map((detail) => invalid(`${at}.key`, key, detail)),
    ...listAt(expression, "values").flatMap((each, index) => {
      const value = typeof each === "string" ? each : "";
      return labelValueFaults(value).map((detail) =>
        invalid(`${at}.values[${index}]`, value, detail),
      );
    }),
  ];
}

/** Whether an operator has the values that it needs. */
export function operatorFaults(expression: JsonObject, at: string): readonly Fault[] {
  const operator = textAt(expression, "operator") ?? "";
  const hasValues = listAt(expression, "values").length > 0;
  switch (operator) {
    case "In":
    case "NotIn":
      return hasValues
        ? []
        : [required(`${at}.values`, "must be specified when `operator` is 'In' or 'NotIn'")];
    case "Exists":
    case "DoesNotExist":
      return hasValues
        ? [
            forbidden(
              `${at}.values`,
              "may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
            ),
          ]
        : [];
    default:
      return [invalid(`${at}.operator`, operator, "not a valid selector operator")];
  }
}
