import type { Line } from "./line.ts";
import type { Palette } from "./palette.ts";
import { printable } from "./printable.ts";

const RESET = "\u001B[0m";

/** The line as text, with the palette's escape codes as the only control characters in it. */
export function paintLine(line: Line, palette: Palette): string {
  return line
    .map((span) => {
      if (typeof span === "string") return printable(span);
      const start = palette[span.tone];
      return start === "" ? printable(span.text) : `${start}${printable(span.text)}${RESET}`;
    })
    .join("")
    .trimEnd();
}

/** Lines as a text; each line with its end. */
export function paintLines(lines: readonly Line[], palette: Palette): string {
  return lines.map((line) => `${paintLine(line, palette)}\n`).join("");
}
