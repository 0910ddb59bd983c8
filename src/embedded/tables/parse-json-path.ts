import type { Json } from "../../core/object/json.ts";

/** One step of a JSON path. */
export type PathStep =
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "all" }
  /** As in Python: negative from the end; `to` is not included. */
  | { readonly kind: "slice"; readonly from: number | undefined; readonly to: number | undefined }
  | { readonly kind: "index"; readonly index: number }
  | { readonly kind: "filter"; readonly filter: PathFilter };

/** Which items of a list are taken. */
export interface PathFilter {
  readonly left: Operand;
  /** `exists` when the filter has no comparison. */
  readonly operator: "==" | "!=" | "<" | "<=" | ">" | ">=" | "exists";
  readonly right: Operand;
}

/** A path from the item, or a value. */
type Operand =
  | { readonly kind: "path"; readonly steps: readonly PathStep[] }
  | { readonly kind: "value"; readonly value: Json };

const FIELD = /^\.((?:[^.[\]\\ ]|\\.)+)/;
const ALL = /^(?:\.\*|\[\*\])/;
const QUOTED = /^\[(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\]/;
const INDEX = /^\[(-?\d+)\]/;
const SLICE = /^\[(-?\d*):(-?\d*)\]/;
const FILTER = /^\[\?\(((?:[^"'()]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*)\)\]/;
const OPERATOR = /==|!=|<=|>=|<|>/;

/**
 * The steps of a JSON path as the columns of a CRD have it: `.spec.a`, `['x']`, `[0]`, `[-1:]`, `[*]`,
 * `[?(@.type=="Ready")].status`. `undefined` when it is something else, such as `..name`.
 * @see https://kubernetes.io/docs/reference/kubectl/jsonpath/
 */
export function parseJsonPath(text: string): readonly PathStep[] | undefined {
  const steps: PathStep[] = [];
  let rest = text.trim();
  while (rest !== "") {
    const found = readStep(rest);
    if (found === undefined) return undefined;
    steps.push(found.step);
    rest = rest.slice(found.length);
  }
  return steps;
}

interface Found {
  readonly step: PathStep;
  readonly length: number;
}

function readStep(text: string): Found | undefined {
  const all = ALL.exec(text);
  if (all !== null) return { step: { kind: "all" }, length: all[0].length };
  const field = FIELD.exec(text);
  if (field !== null) return fieldStep(field[0], field[1] ?? "");
  const quoted = QUOTED.exec(text);
  if (quoted !== null) return fieldStep(quoted[0], quoted[1] ?? quoted[2] ?? "");
  return readPick(text);
}

function fieldStep(written: string, name: string): Found {
  return { step: { kind: "field", name: unescaped(name) }, length: written.length };
}

/** What takes items of a list. */
function readPick(text: string): Found | undefined {
  const index = INDEX.exec(text);
  if (index !== null) {
    return { step: { kind: "index", index: Number(index[1]) }, length: index[0].length };
  }
  const slice = SLICE.exec(text);
  if (slice !== null) {
    const [written, from = "", to = ""] = slice;
    return { step: { kind: "slice", from: bound(from), to: bound(to) }, length: written.length };
  }
  const written = FILTER.exec(text);
  const filter = readFilter(written?.[1] ?? "");
  if (written === null || filter === undefined) return undefined;
  return { step: { kind: "filter", filter }, length: written[0].length };
}

function bound(text: string): number | undefined {
  return text === "" ? undefined : Number(text);
}

function readFilter(text: string): PathFilter | undefined {
  const found = OPERATOR.exec(text);
  const [operator = ""] = found ?? [];
  const at = found?.index ?? text.length;
  const left = readOperand(text.slice(0, at));
  const right = readOperand(found === null ? "true" : text.slice(at + operator.length));
  if (left === undefined || right === undefined) return undefined;
  return { left, operator: operatorOf(operator), right };
}

function operatorOf(text: string): PathFilter["operator"] {
  switch (text) {
    case "==":
    case "!=":
    case "<":
    case "<=":
    case ">":
    case ">=":
      return text;
    default:
      return "exists";
  }
}

function readOperand(written: string): Operand | undefined {
  const text = written.trim();
  if (text.startsWith("@")) {
    const steps = parseJsonPath(text.slice(1));
    return steps === undefined ? undefined : { kind: "path", steps };
  }
  const value = readValue(text);
  return value === undefined ? undefined : { kind: "value", value };
}

function readValue(text: string): Json | undefined {
  if (/^(?:"[^]*"|'[^]*')$/.test(text)) return unescaped(text.slice(1, -1));
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  if (text === "true" || text === "false") return text === "true";
  return undefined;
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/gs, "$1");
}
