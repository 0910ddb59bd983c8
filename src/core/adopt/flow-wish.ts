import { spanOf } from "./node-span.ts";
import type { OpenText } from "./open-text.ts";
import type { FlowWish } from "./render-value.ts";

/** How the text between the brackets of a node is written, or of the whole text where it shows nothing. */
export function flowWishOf({ text, style }: OpenText, node: unknown): FlowWish {
  const span = spanOf(text, node);
  const written = span === undefined ? "" : text.slice(span.start, span.end);
  const isJson = style.isJson || /^\{\s*"/.test(written);
  const isTight = /^[{[]\s*"(?:[^"\\]|\\.)*"[:,]\S/.test(written) || /^\[[^\s,]+,\S/.test(written);
  return { isJson, quotes: isJson ? "double" : "none", space: isTight ? "" : " " };
}
