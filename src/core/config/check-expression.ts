import type { Expression } from "../expression/expression.ts";
import type { FieldPath } from "../expression/field-path.ts";
import { parseExpression, parseFieldPath } from "../expression/parse-expression.ts";
import type { Checked } from "./checked.ts";

/** Checks a condition on an object, and reads it. */
export function checkExpression(text: string): Checked<Expression> {
  const parsed = parseExpression(text);
  return parsed.ok
    ? parsed
    : {
        ok: false,
        what: parsed.what,
        expected: `a condition such as status.phase == "Ready" && status.replicas >= 3`,
      };
}

/** Checks a path into an object, and reads it. */
export function checkFieldPath(text: string): Checked<FieldPath> {
  const parsed = parseFieldPath(text);
  return parsed.ok
    ? parsed
    : { ok: false, what: parsed.what, expected: "a path such as spec.image.tag" };
}
