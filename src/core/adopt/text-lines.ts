/** A replacement of a range of a text. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Where the line of an offset begins; the mark of the byte order is before the first line. */
export function lineStart(text: string, offset: number): number {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return start === 0 && text.startsWith("\uFEFF") ? 1 : start;
}

/** Where the line of an offset ends, before its line break. */
export function lineEnd(text: string, offset: number): number {
  const found = text.indexOf("\n", offset);
  const end = found < 0 ? text.length : found;
  return end > offset && text[end - 1] === "\r" ? end - 1 : end;
}

/** After the line break that stands at an offset, if one does. */
export function afterBreak(text: string, offset: number): number {
  if (text.startsWith("\r\n", offset)) return offset + 2;
  return text[offset] === "\n" ? offset + 1 : offset;
}

/** Before the line break that stands before an offset, if one does. */
export function beforeBreak(text: string, offset: number): number {
  if (text[offset - 1] !== "\n") return offset;
  return text[offset - 2] === "\r" ? offset - 2 : offset - 1;
}

/** From 0. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** Whether nothing but spaces stands before it in its line. */
export function beginsLine(text: string, offset: number): boolean {
  return /^ *$/.test(text.slice(lineStart(text, offset), offset));
}

/** The text with all replacements made; none of them may overlap. At one place the first comes first. */
export function spliced(text: string, splices: readonly Splice[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text: put } of splices.toSorted((a, b) => a.start - b.start)) {
    pieces.push(text.slice(at, start), put);
    at = Math.max(at, end);
  }
  return pieces.join("") + text.slice(at);
}

/** Lines in front of which a number of spaces is put; empty ones stay empty. */
export function indented(lines: readonly string[], columns: number): readonly string[] {
  const blank = " ".repeat(columns);
  return lines.map((line) => (line === "" ? line : blank + line));
}
