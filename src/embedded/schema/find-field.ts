import type { Schema } from "./schema.ts";
import { brokenPatch } from "./strategic-refusal.ts";

/** The type of a field as the server looks it up for a strategic merge patch. @throws {StatusError} 500 when there is none. */
export function findField(schema: Schema, name: string): Schema {
  if (schema.values !== undefined) {
    throw brokenPatch("merging an object in json but data type is not struct, instead is: map");
  }
  const field = schema.properties.get(name);
  if (field !== undefined) return field;
  const struct = schema.typeName.split(".").at(-1) ?? "";
  throw brokenPatch(
    `unable to find api field in struct ${struct} for the json field ${JSON.stringify(name)}`,
  );
}
