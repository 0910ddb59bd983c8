import { z } from "zod";
import { isJsonEqual, type Json } from "../object/json.ts";
import type { Checked } from "./checked.ts";
import { writeIssueNote } from "./issue-note.ts";

/** A mapping of which all keys are known. Its message for unknown ones lists the known ones: `describeIssue` reads it. */
export function section<Shape extends z.ZodRawShape>(
  shape: Shape,
): z.ZodObject<Shape, z.core.$strict> {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? writeIssueNote(Object.keys(shape).join(", "))
        : undefined,
  });
}

/**
 * A text that `check` turns into a value, or complains about. Whoever wrote something else than a text is told the form,
 * too: no form takes the empty text. `describeIssue` reads it from the message.
 */
export function text<Value>(
  check: (written: string) => Checked<Value>,
): z.ZodPipe<z.ZodString, z.ZodTransform<Awaited<Value>, string>> {
  const empty = check("");
  const form = empty.ok ? "text" : empty.expected;
  return z.string({ error: () => writeIssueNote(form) }).transform((written, context): Value => {
    const checked = check(written);
    if (checked.ok) return checked.value;
    context.issues.push({
      code: "custom",
      input: written,
      message: checked.what,
      params: { expected: checked.expected },
    });
    return z.NEVER;
  });
}

export function wholeNumber(range: { readonly min: number; readonly max: number }): z.ZodNumber {
  return z
    .number()
    .refine((value) => Number.isInteger(value) && value >= range.min && value <= range.max, {
      message: "is out of range",
      params: { expected: `a whole number from ${range.min} to ${range.max}` },
    });
}

/**
 * A key that is reserved and not built yet: it may be written with its default, which changes nothing, so that one config fits
 * this version and the next. Without a default nothing is accepted.
 */
export function notYet(fallback?: Json): z.ZodOptional<z.ZodUnknown> {
  return z
    .unknown()
    .refine((value) => isDefault(value, fallback), {
      message: "is not supported yet",
      params: {
        expected:
          fallback === undefined
            ? "no such key"
            : `no such key, or its default ${JSON.stringify(fallback)}`,
      },
    })
    .optional();
}

function isDefault(value: unknown, fallback: Json | undefined): boolean {
  const parsed = z.json().safeParse(value);
  return value === undefined || (parsed.success && isJsonEqual(parsed.data, fallback));
}
