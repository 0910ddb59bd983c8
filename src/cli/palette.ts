import type { Tone } from "./line.ts";

/** The escape codes before a text of each tone; empty: none, and none after it. */
export type Palette = Readonly<Record<Tone, string>>;

export const PLAIN: Palette = { good: "", bad: "", wait: "", faint: "", strong: "" };

const COLOURS: Palette = {
  good: "\u001B[32m",
  bad: "\u001B[31m",
  wait: "\u001B[33m",
  faint: "\u001B[2m",
  strong: "\u001B[1m",
};

/** What the environment says of the stream that is written to. */
interface Surroundings {
  readonly isTerminal: boolean;
  /** The variable `NO_COLOR`: any value but the empty one asks for no colour. */
  readonly noColor: string | undefined;
  /** The variable `TERM`. */
  readonly term: string | undefined;
}

/** @see https://no-color.org/ */
export function choosePalette({ isTerminal, noColor, term }: Surroundings): Palette {
  return isTerminal && (noColor ?? "") === "" && term !== "dumb" ? COLOURS : PLAIN;
}
