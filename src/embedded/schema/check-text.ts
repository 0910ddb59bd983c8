import { numberAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../kinds/resource.ts";
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

/** Go's patterns are nearly those of JavaScript. One that JavaScript does not know is not checked. */
function matches(text: string, pattern: string): boolean {
  const [, flags = "", rest = ""] = /^(?:\(\?([is]+)\))?(.*)$/s.exec(pattern) ?? [];
  const compiled = compile(rest, flags);
  return compiled === undefined || compiled.test(text);
}

function compile(pattern: string, flags: string): RegExp | undefined {
  for (const each of [`${flags}u`, flags]) {
    try {
      return new RegExp(pattern, each);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
}
