import { stringify } from "yaml";
import type { JsonObject } from "../../src/core/object/json.ts";

/** Objects as the text of one YAML file, a document each. */
export function manifestText(...objects: readonly JsonObject[]): string {
  return objects.map((object) => stringify(object)).join("---\n");
}
