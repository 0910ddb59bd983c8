import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { isJsonObject, type JsonObject } from "../../src/core/object/json.ts";

const FOLDER = join(import.meta.dirname, "../../src/core/report");

/**
 * A JSON document that is valid against a published schema: the file itself, not the code that it was made from. Throws
 * on text that is more or less than one such document.
 */
export function checkSchema(
  name:
    | "blame"
    | "consumers"
    | "differences"
    | "disown-document"
    | "drift-report"
    | "release-document"
    | "status-document",
  text: string,
): JsonObject {
  const document: unknown = JSON.parse(text);
  const schema: unknown = JSON.parse(readFileSync(join(FOLDER, `${name}.schema.json`), "utf8"));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the file is a JSON Schema
  z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).parse(document);
  if (!isJsonObject(document)) throw new Error("a document that is no object");
  return document;
}
