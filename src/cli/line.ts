/** How a piece of text is meant; a palette makes a colour of it. */
export type Tone = "good" | "bad" | "wait" | "faint" | "strong";

export type Span = string | { readonly text: string; readonly tone: Tone };

/**
 * One line for people, without its end. The text in it may be anybody's: it becomes harmless in `paintLine`, the only
 * way from a line to the screen.
 */
export type Line = readonly Span[];
