import * as fc from "fast-check";
import {
  isJsonList,
  isJsonObject,
  type Json,
  type Step,
  valueAt,
} from "../../src/core/object/json.ts";
import type { FieldPath, PathElement } from "../../src/core/ownership/field-path.ts";
import type { Draw } from "./draw-yaml.ts";

const TEXTS: readonly string[] =
  "web yes no on 0644 1e3 ~ null 2001-01-01 12:30 << = - # a:b {x [y &z *q !t"
    .split(" ")
    .concat(
      "",
      " lead",
      "trail ",
      "a: b",
      "a #b",
      "it's",
      'say "x"',
      "ü€😀",
      "\u2028",
      "tab\there",
      "-- x",
    )
    .concat(
      "two\nlines",
      "two\nlines\n",
      "\nfirst empty",
      "  deeper\nless",
      "end\n\n",
      "cr\r\nlf",
      "x\n y\n",
    );
const OTHERS: readonly Json[] = [
  0,
  1,
  -3,
  2.5,
  1e21,
  9007199254740991,
  true,
  false,
  {},
  [],
  { a: 1 },
  { yes: "no", "a b": { c: ["x"] } },
  ["x", 1],
  [{ name: "z", v: [1] }],
  [[1], []],
];

/** Where in a document something is edited live. */
export interface LiveEdit {
  readonly document: number;
  readonly steps: readonly Step[];
  readonly path: FieldPath;
  readonly live: Json | undefined;
}

/** A random place below `spec` of a random object, and what the cluster has there. */
export function drawLiveEdit(draw: Draw, values: readonly Json[]): LiveEdit {
  const document = draw(fc.nat, { max: values.length - 1 });
  const value = values[document] ?? null;
  const isList = valueAt(value, "kind") === "List";
  let place: Place = {
    steps: isList ? ["items", 0, "spec"] : ["spec"],
    path: [{ kind: "field", name: "spec" }],
    isItem: false,
    depth: 0,
  };
  for (;;) {
    const here = valueAt(value, ...place.steps) ?? null;
    const edit = drawAddition(draw, here, place) ?? drawChange(draw, here, place);
    if (edit !== undefined) return { document, ...edit };
    const step = draw(() => fc.constantFrom(...stepsBelow(here, place)));
    place = {
      steps: [...place.steps, step],
      path: [...place.path, typeof step === "string" ? field(step) : itemOf(here, step)],
      isItem: typeof step === "number",
      depth: place.depth + 1,
    };
  }
}

interface Place extends Pick<LiveEdit, "steps" | "path"> {
  /** Of a list whose items have names. */
  readonly isItem: boolean;
  readonly depth: number;
}

type Edit = Omit<LiveEdit, "document">;

function drawAddition(draw: Draw, here: Json, { steps, path }: Place): Edit | undefined {
  if (draw(fc.nat, { max: 9 }) > 0) return undefined;
  if (isJsonObject(here)) {
    const name = draw(() => fc.constantFrom("new", "other key", "true", "1.5", "x.y/z"));
    if (Object.hasOwn(here, name)) return undefined;
    return { steps: [...steps, name], path: [...path, field(name)], live: drawLive(draw) };
  }
  if (!isJsonList(here) || keyedItems(here).length === 0) return undefined;
  const keys = new Map([["name", "added"]]);
  const live = { name: "added", v: drawLive(draw) };
  return { steps: [...steps, here.length], path: [...path, { kind: "key", keys }], live };
}

function drawChange(draw: Draw, here: Json, place: Place): Edit | undefined {
  const { steps, path, isItem, depth } = place;
  const move = draw(fc.nat, { max: 9 });
  if (depth === 0 || (stepsBelow(here, place).length > 0 && move > 2)) return undefined;
  if (move === 2) return { steps, path, live: undefined };
  const live = isItem ? { name: valueAt(here, "name") ?? "", v: drawLive(draw) } : drawLive(draw);
  return { steps, path, live };
}

/** What names an item of a list is no value that changes. */
function stepsBelow(here: Json, { isItem }: Place): readonly Step[] {
  if (!isJsonObject(here)) return keyedItems(here);
  return Object.keys(here).filter((key) => !isItem || key !== "name");
}

function field(name: string): PathElement {
  return { kind: "field", name };
}

function itemOf(list: Json, index: number): PathElement {
  return { kind: "key", keys: new Map([["name", valueAt(list, index, "name") ?? ""]]) };
}

/** The indexes of a list whose items all have a name of their own. */
function keyedItems(value: Json): readonly number[] {
  const names = isJsonList(value) ? value.map((item) => valueAt(item, "name")) : [];
  return names.every((name) => typeof name === "string") ? [...names.keys()] : [];
}

function drawLive(draw: Draw): Json {
  return draw(() => fc.oneof(fc.constantFrom(...TEXTS), fc.constantFrom(...OTHERS)));
}
