import { parseYaml } from "../../core/manifest/parse-yaml.ts";
import { quoted } from "../../core/manifest/quoted.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/object/json.ts";
import { checkSize } from "./check-size.ts";
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

/** Words, marks, blanks and line ends of a YAML text, which take up to a second to read. */
const YAML_PIECES_MAX = 400_000;
/** In YAML, integers of so many digits may be beyond what a double holds, which is refused there. */
const LONG_NUMBER = /[0-9]{16}/;

/** Reads a JSON text. `wrong` is what Go's decoder says. Integers beyond 2^53 lose digits. */
export function parseJsonBody(text: string): ParsedBody {
  const { wrong, duplicates } = scanJson(text, { withOffsets: false });
  if (wrong !== undefined) return { ok: false, wrong };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON text gives JSON
  return { ok: true, value: JSON.parse(text) as Json, duplicates, repeats: [] };
}

/**
 * Reads the first document of a YAML text; nothing is null. `wrong` begins with `yaml: ` as Go's decoder says it.
 * @throws {StatusError} 500 when aliases make it too large.
 */
export function parseYamlBody(text: string): ParsedBody {
  const json = parseAsJson(text);
  if (json !== undefined) return json;
  const [document] = parseYaml(text, YAML_PIECES_MAX);
  if (document === undefined) return { ok: true, value: null, duplicates: new Map(), repeats: [] };
  const repeats: string[] = [];
  for (const { what, line, repeatedKey } of document.problems) {
    if (repeatedKey === undefined) {
      return { ok: false, wrong: `yaml: line ${String(line)}: ${what}` };
    }
    repeats.push(`line ${String(line)}: key ${quoted(repeatedKey)} already set in map`);
  }
  checkSize(document.value);
  return { ok: true, value: document.value, duplicates: new Map(), repeats };
}

/** Most YAML bodies are JSON, which is read much faster; `undefined` for those of which YAML has more to say. */
function parseAsJson(text: string): ParsedBody | undefined {
  if (!text.startsWith("{") || LONG_NUMBER.test(text)) return undefined;
  const parsed = parseJsonBody(text);
  return parsed.ok && parsed.duplicates.size === 0 ? parsed : undefined;
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
