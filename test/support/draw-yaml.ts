import * as fc from "fast-check";

/** Draws one value after the other, as fast-check's `gen` does. */
export type Draw = fc.GeneratorValue;

/** A text of several manifests in every style that people write: comments, anchors, merges, brackets, blocks, quotes. */
export function drawYaml(draw: Draw): string {
  const count = draw(fc.integer, { min: 1, max: 3 });
  const documents = Array.from({ length: count }, (_, index) => drawDocument(draw, index));
  const starts = draw(() =>
    fc.constantFrom("", "---\n", "# first\n---  # start\n", "%YAML 1.2\n---\n"),
  );
  const between = draw(() =>
    fc.constantFrom("---\n", "--- # next\n# \tcomment\n", "\n---\n\n", "...\n---\n"),
  );
  const text = starts + documents.join(between);
  const ended = chance(draw, 5) ? text.trimEnd() : text;
  const broken = chance(draw, 4) ? ended.replaceAll("\n", "\r\n") : ended;
  return chance(draw, 8) ? `\uFEFF${broken}` : broken;
}

interface Pen {
  readonly draw: Draw;
  /** Anchors whose nodes are written to their end. */
  readonly anchors: { readonly name: string; readonly isMap: boolean }[];
  readonly dash: number;
  readonly indent: number;
  anchorCount: number;
}

/** A value: what stands beside its key or dash, and the lines below. */
interface Drawn {
  readonly beside: string;
  readonly below: readonly string[];
  readonly isList: boolean;
}

function drawDocument(draw: Draw, index: number): string {
  const pen: Pen = {
    draw,
    anchors: [],
    dash: chance(draw, 2) ? 2 : 0,
    indent: draw(() => fc.constantFrom(2, 2, 4)),
    anchorCount: 0,
  };
  const object = [
    "apiVersion: example.dev/v1",
    "kind: Gadget # its kind",
    "metadata:",
    `  name: gadget-${String(index)}`,
    ...(chance(draw, 2) ? ["  labels: {app: web, 'tier': \"1\"}"] : []),
    ...noted(pen),
    "spec:",
    ...moved(mapLines(pen, 3), pen.indent),
  ];
  if (!chance(draw, 6)) return `${object.join("\n")}\n`;
  const [first = "", ...rest] = object;
  const list = ["apiVersion: v1", "kind: List", "items:", `- ${first}`, ...moved(rest, 2)];
  return `${list.join("\n")}\n`;
}

function chance(draw: Draw, of: number): boolean {
  return draw(fc.nat, { max: of - 1 }) === 0;
}

function moved(lines: readonly string[], columns: number): readonly string[] {
  return lines.map((line) => (line === "" ? line : " ".repeat(columns) + line));
}

/** A comment above what follows, an empty line, one of blanks, or nothing. */
function noted({ draw }: Pen): readonly string[] {
  return draw(() =>
    fc.constantFrom<readonly string[]>(
      [],
      [],
      [],
      ["# note"],
      ["#\twith\ttabs"],
      [""],
      ["      "],
      ["# a", "# b"],
    ),
  );
}

function behind({ draw }: Pen): string {
  return draw(() => fc.constantFrom("", "", "", " # why", "  #\ttab"));
}

const KEYS = ["a", "b", "c", "d-e", "f.g/h", '"yes"', "'1'", '"p q"', "ü"];

function drawKeys({ draw }: Pen): readonly string[] {
  return draw(() => fc.uniqueArray(fc.constantFrom(...KEYS), { minLength: 1, maxLength: 4 }));
}

function mapLines(pen: Pen, depth: number): readonly string[] {
  const merge = pen.anchors.findLast(({ isMap }) => isMap);
  const first = merge !== undefined && chance(pen.draw, 3) ? [`<<: *${merge.name}`] : [];
  return [
    ...first,
    ...drawKeys(pen).flatMap((key) => [...noted(pen), ...memberLines(pen, key, depth)]),
  ];
}

function memberLines(pen: Pen, key: string, depth: number): readonly string[] {
  const { beside, below, isList } = drawValue(pen, depth);
  const columns = isList ? pen.dash : pen.indent;
  return [`${key}:${beside === "" ? "" : ` ${beside}`}${behind(pen)}`, ...moved(below, columns)];
}

/** Most lists have items with names, some have scalars. */
function listLines(pen: Pen, depth: number): readonly string[] {
  const count = pen.draw(fc.integer, { min: 1, max: 3 });
  const isKeyed = pen.draw(fc.boolean);
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    if (!isKeyed) return [...noted(pen), `- ${drawScalar(pen)}${behind(pen)}`];
    const rest = chance(pen.draw, 4) ? [] : mapLines(pen, depth - 1);
    const own = rest.filter((line) => !line.startsWith("<<"));
    return [...noted(pen), `- name: n${String(index)}${behind(pen)}`, ...moved(own, 2)];
  });
}

function drawValue(pen: Pen, depth: number): Drawn {
  const { draw } = pen;
  const kind = draw(fc.nat, { max: depth > 0 ? 11 : 6 });
  const alias = pen.anchors.at(-1);
  if (kind === 0 && alias !== undefined) return inline(`*${alias.name}`);
  const name = chance(draw, 5) ? `x${String(pen.anchorCount++)}` : undefined;
  const drawn = plainValue(pen, kind, depth);
  if (name === undefined) return drawn;
  const isMap = drawn.beside.startsWith("{") || (drawn.beside === "" && !drawn.isList && kind > 6);
  pen.anchors.push({ name, isMap });
  return { ...drawn, beside: `&${name} ${drawn.beside}`.trimEnd() };
}

function plainValue(pen: Pen, kind: number, depth: number): Drawn {
  if (kind <= 3) return inline(drawScalar(pen));
  if (kind === 4) return drawBlockText(pen);
  if (kind === 5) return inline(drawFlow(pen, 2));
  if (kind === 6) return { beside: "{", below: ["a: 1, # one", 'b: "x"', "}"], isList: false };
  if (kind <= 8) return { beside: "", below: listLines(pen, depth), isList: true };
  return { beside: "", below: mapLines(pen, depth - 1), isList: false };
}

function inline(beside: string): Drawn {
  return { beside, below: [], isList: false };
}

function drawBlockText({ draw }: Pen): Drawn {
  const head = draw(() => fc.constantFrom("|", "|-", "|+", ">", ">-"));
  const below = draw(() =>
    fc.constantFrom(
      ["one"],
      ["one", "two"],
      ["one", "", "two: x"],
      ["# no comment", "  deeper", "end"],
    ),
  );
  return { beside: head, below, isList: false };
}

const SCALARS: readonly string[] =
  "1 2.5 true yes no 0644 1e3 ~ null 2001-01-01 1.2.3 100m web nginx:1.27 a#b 12:30 0x1F -1"
    .split(" ")
    .concat(
      '"3"',
      "'it''s'",
      '"a\\tb"',
      '""',
      '"two\\nlines"',
      "with some words",
      "'# no'",
      '"ü€"',
    );

function drawScalar({ draw }: Pen): string {
  return draw(() => fc.constantFrom(...SCALARS));
}

function drawFlow(pen: Pen, depth: number): string {
  const { draw } = pen;
  const pad = draw(() => fc.constantFrom("", " "));
  const count = draw(fc.nat, { max: 3 });
  const values = Array.from({ length: count }, () =>
    depth > 0 && chance(draw, 4) ? drawFlow(pen, depth - 1) : drawScalar(pen),
  );
  if (count === 0) return draw(() => fc.constantFrom("{}", "[]", "{ }", "[ ]"));
  if (draw(fc.boolean)) return `[${pad}${values.join(", ")}${pad}]`;
  const members = values.map((value, index) => `${KEYS[index] ?? "z"}: ${value}`);
  return `{${pad}${members.join(", ")}${pad}}`;
}
