import { describeFields } from "../expression/describe-fields.ts";
import { evaluateExpression } from "../expression/evaluate-expression.ts";
import type { Expression } from "../expression/expression.ts";
import type { JsonObject } from "../object/json.ts";
import type { Verdict } from "./blocker.ts";
import type { HealthRule } from "./health-rule.ts";
import { failed, OK, waiting } from "./verdict.ts";

/** The user's rule: shut unless `ready` is known to be true. What cannot be told is not ready, and not failed either. */
export function assessByRule(object: JsonObject, rule: HealthRule): Verdict {
  if (rule.failed !== undefined && evaluateExpression(rule.failed, object) === "true") {
    return failed(`the health rule says failed: ${fieldsText(rule.failed, object)}`);
  }
  if (rule.ready === undefined || evaluateExpression(rule.ready, object) === "true") return OK;
  return waiting(
    "NotReady",
    `the health rule does not say ready: ${fieldsText(rule.ready, object)}`,
  );
}

function fieldsText(expression: Expression, object: JsonObject): string {
  const text = describeFields(expression, object);
  return text === "" ? "it looks at no field" : text;
}
