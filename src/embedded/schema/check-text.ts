import { numberAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { compilePattern } from "./compile-pattern.ts";
import type { Schema } from "./schema.ts";
import { isOfFormat } from "./text-format.ts";

/** Length, pattern and format of a text: the first fault of the first two, and that of the format. */
export function checkText(text: string, schema: Schema, path: string): readonly Fault[] {
  const isNumber = schema.type === "integer" || schema.type === "number";
  const format = isNumber || isOfFormat(text, schema.format) ? [] : [wrongFormat()];
  return [...checkShape(text, schema, path), ...format];

  function wrongFormat(): Fault {
    const detail = `${path} in body must be of type ${schema.format}: ${JSON.stringify(text)}`;
    return { kind: "type-invalid", field: path, value: text, detail };
  }
}

function checkShape(text: string, { rules }: Schema, path: string): readonly Fault[] {
  const length = Array.from(text).length;
  const most = numberAt(rules, "maxLength") ?? Number.POSITIVE_INFINITY;
  const least = numberAt(rules, "minLength") ?? 0;
  const pattern = textAt(rules, "pattern") ?? "";
  if (length > most) {
    // It counts characters and says bytes: so does the server.
    return [{ kind: "too-long", field: path, detail: `may not be more than ${most} bytes` }];
  }
  if (length < least) return [invalid(`should be at least ${least} chars long`)];
  return pattern === "" || matches(text, pattern) ? [] : [invalid(`should match '${pattern}'`)];

  function invalid(detail: string): Fault {
    return { kind: "invalid", field: path, value: text, detail: `${path} in body ${detail}` };
  }
}

function matches(text: string, pattern: string): boolean {
  return compilePattern(pattern)?.test(text) ?? true;
}
