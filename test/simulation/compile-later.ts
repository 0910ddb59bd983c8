import { setFlagsFromString } from "node:v8";

/**
 * Before V8 compiles a function once more, for speed: about fifteen times the work that it waits for otherwise. A story runs a
 * thousand functions, each a little, with values of ever new shapes: compiled early, most of them are compiled again and again,
 * and that takes as long as hundreds of stories.
 */
const INTERRUPT_BUDGET = 1_000_000;

/** Lets V8 see more of a program before it compiles it for speed. How it behaves is the same. */
export function compileLater(): void {
  setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`);
  // What waits for that is compiled without looking, at the first call: that takes no time, and is faster than to interpret it.
  setFlagsFromString("--always-sparkplug");
}
