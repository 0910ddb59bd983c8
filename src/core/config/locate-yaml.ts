import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseDocument,
  type YAMLError,
} from "yaml";
import { isJsonObject, type Json, type Step } from "../object/json.ts";
import type { Parsed, Problem } from "../problem.ts";
import { comparePlaces } from "./compare-places.ts";
import { isNestedTooDeep } from "./is-nested-too-deep.ts";

/** A YAML document as JSON that still knows where each value stood. */
export interface LocatedYaml {
  readonly json: Json;
  /** Whether the text has a value at this path. */
  has(path: readonly Step[]): boolean;
  /** `file:line:column` of the key at the path, or of the nearest one above that is there. */
  keyPlace(path: readonly Step[]): string;
  /** The same of the value; of the key when there is no value. */
  valuePlace(path: readonly Step[]): string;
}

interface Place {
  readonly key: number;
  readonly value: number;
}

interface Walk {
  readonly at: (offset: number) => string;
  readonly places: Map<string, Place>;
  readonly problems: Problem[];
}

const FAULTS: ReadonlyMap<string, { readonly what: string; readonly expected: string }> = new Map([
  ["DUPLICATE_KEY", { what: "the key is there twice", expected: "each key once" }],
  ["TAB_AS_INDENT", { what: "the line is indented with a tab", expected: "spaces" }],
  [
    "MULTIPLE_DOCS",
    { what: "a second document begins here", expected: "one document in the file" },
  ],
  [
    "TAG_RESOLVE_FAILED",
    { what: "the value has a tag", expected: "a plain value, in quotes if it begins with !" },
  ],
]);

const SIZE_MAX = 1024 * 1024;
const DEPTH_MAX = 64;

/**
 * Reads one YAML 1.2 document, in which `off` and `yes` are text. Problems never repeat the text, which may hold a secret.
 * Aliases are refused: what a stack does is read in one place.
 */
export function locateYaml(text: string, file: string): Parsed<LocatedYaml> {
  const whole = checkWhole(text, file);
  if (whole !== undefined) return { ok: false, problems: [whole] };
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, schema: "core" });
  const walk: Walk = {
    at: (offset) => {
      const { line, col } = lines.linePos(offset);
      return `${file}:${Math.max(1, line)}:${Math.max(1, col)}`;
    },
    places: new Map(),
    problems: [],
  };
  const faults = [...document.errors, ...document.warnings];
  const json = readNode(document.contents, { path: [], key: 0 }, walk);
  const problems = [...walk.problems, ...faults.map((fault) => describeFault(fault, walk))];
  if (problems.length > 0) {
    return { ok: false, problems: firstPerLine(problems.toSorted(comparePlaces)) };
  }
  if (!isJsonObject(json)) {
    return {
      ok: false,
      problems: [{ where: walk.at(0), what: "the file holds no keys", expected: "a YAML mapping" }],
    };
  }
  return { ok: true, value: located(json, walk) };
}

function checkWhole(text: string, file: string): Problem | undefined {
  if (text.length > SIZE_MAX) {
    return { where: `${file}:1:1`, what: "the file is too large", expected: "at most 1 MiB" };
  }
  if (isNestedTooDeep(text, DEPTH_MAX)) {
    return {
      where: `${file}:1:1`,
      what: "the file nests too deep",
      expected: `at most ${DEPTH_MAX} levels`,
    };
  }
  return undefined;
}

function located(json: Json, walk: Walk): LocatedYaml {
  function placeOf(path: readonly Step[]): Place {
    for (let length = path.length; length > 0; length -= 1) {
      const place = walk.places.get(pathKey(path.slice(0, length)));
      if (place !== undefined) return place;
    }
    return { key: 0, value: 0 };
  }
  return {
    json,
    has: (path) => walk.places.has(pathKey(path)),
    keyPlace: (path) => walk.at(placeOf(path).key),
    valuePlace: (path) => walk.at(placeOf(path).value),
  };
}

interface Spot {
  readonly path: readonly Step[];
  /** Offset of the key, or of the list item. */
  readonly key: number;
}

function readNode(node: unknown, spot: Spot, walk: Walk): Json {
  walk.places.set(pathKey(spot.path), { key: spot.key, value: offsetOf(node) ?? spot.key });
  if (isMap(node)) {
    return Object.fromEntries(node.items.map((pair) => readPair(pair, spot, walk)));
  }
  if (isSeq(node)) {
    return node.items.map((item, index) =>
      readNode(item, { path: [...spot.path, index], key: offsetOf(item) ?? spot.key }, walk),
    );
  }
  if (isAlias(node)) {
    return refuse(
      {
        offset: offsetOf(node) ?? spot.key,
        what: "the value begins with *, which YAML reads as an alias",
        expected: "quotes around it, or the value written out",
      },
      walk,
    );
  }
  return isScalar(node) ? readScalar(node.value, offsetOf(node) ?? spot.key, walk) : null;
}

function readScalar(value: unknown, offset: number, walk: Walk): Json {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  return refuse(
    { offset, what: "the value is of no JSON type", expected: "text, a number, true or false" },
    walk,
  );
}

function readPair(pair: Pair, spot: Spot, walk: Walk): readonly [string, Json] {
  const offset = offsetOf(pair.key) ?? spot.key;
  const name = isScalar(pair.key) ? pair.key.value : undefined;
  if (typeof name !== "string") {
    refuse({ offset, what: "the key is no text", expected: "a word, in quotes if need be" }, walk);
    return ["", null];
  }
  return [name, readNode(pair.value, { path: [...spot.path, name], key: offset }, walk)];
}

function refuse(
  fault: { readonly offset: number; readonly what: string; readonly expected: string },
  walk: Walk,
): null {
  walk.problems.push({ where: walk.at(fault.offset), what: fault.what, expected: fault.expected });
  return null;
}

/** The library's own messages quote the text, so they are not used. */
function describeFault(fault: YAMLError, walk: Walk): Problem {
  const words = FAULTS.get(fault.code) ?? {
    what: "the text is no YAML from here on",
    expected:
      "even indentation, closed quotes and brackets, and quotes around values with special characters",
  };
  return { where: walk.at(fault.pos[0]), ...words };
}

/** One slip makes the parser stumble several times on the same line. */
function firstPerLine(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Map<string, Problem>();
  for (const problem of problems) {
    const line = problem.where.replace(/:\d+$/, "");
    if (!seen.has(line)) seen.set(line, problem);
  }
  return [...seen.values()];
}

function offsetOf(node: unknown): number | undefined {
  return isMap(node) || isSeq(node) || isAlias(node) || isScalar(node)
    ? node.range?.[0]
    : undefined;
}

function pathKey(path: readonly Step[]): string {
  return JSON.stringify(path);
}
