import { parseYaml } from "../../core/manifest/parse-yaml.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/object/json.ts";
import { scanJson } from "./scan-json.ts";

/** What a body says, or why it cannot be read. */
export type ParsedBody =
  | {
      readonly ok: true;
      readonly value: Json;
      /** Repeated keys of a JSON text, with their offsets. */
      readonly duplicates: ReadonlyMap<string, number>;
      /** Repeated keys of a YAML text as its decoder words them: `line 4: key "b" already set in map`. */
      readonly repeats: readonly string[];
    }
  | { readonly ok: false; readonly wrong: string };

const TWICE = /key (?<key>".*") is written twice$/s;

/** Reads a JSON text. `wrong` is what Go's decoder says. Integers beyond 2^53 lose digits. */
export function parseJsonBody(text: string): ParsedBody {
  const { wrong, duplicates } = scanJson(text, { withOffsets: false });
  if (wrong !== undefined) return { ok: false, wrong };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON text gives JSON
  return { ok: true, value: JSON.parse(text) as Json, duplicates, repeats: [] };
}

/** Reads the first document of a YAML text; nothing is null. `wrong` begins with `yaml: ` as Go's decoder says it. */
export function parseYamlBody(text: string): ParsedBody {
  const [document] = parseYaml(text);
  if (document === undefined) return { ok: true, value: null, duplicates: new Map(), repeats: [] };
  const repeats: string[] = [];
  for (const { what, line } of document.problems) {
    const key = document.isBroken ? undefined : TWICE.exec(what)?.groups?.["key"];
    if (key === undefined) return { ok: false, wrong: `yaml: line ${String(line)}: ${what}` };
    repeats.push(`line ${String(line)}: key ${key} already set in map`);
  }
  return { ok: true, value: document.value, duplicates: new Map(), repeats };
}

/** What Go calls a JSON value that is no object; `undefined` for an object and for null, which is taken as an empty one. */
export function wrongShape(value: Json): string | undefined {
  if (value === null || isJsonObject(value)) return undefined;
  if (Array.isArray(value)) return "array";
  return typeof value === "boolean" ? "bool" : typeof value;
}

/** An object, or an empty one for null. */
export function objectOf(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}
