import type { Schema } from "./schema.ts";

const SCALARS: ReadonlyMap<string, string> = new Map([
  ["string", "string"],
  ["boolean", "bool"],
  ["number", "float64"],
]);

/** What Go calls a scalar type; integers are named by their format. */
export function goScalarOf({ type, format }: Pick<Schema, "type" | "format">): string {
  return SCALARS.get(type) ?? format;
}
