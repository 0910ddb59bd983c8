import type { Line, Tone } from "./line.ts";

/** A labelled line below the sentence about a stack. */
export function findingLine(label: string, text: string, tone: Tone): Line {
  return ["  ", { text: label, tone }, `: ${text}`];
}
