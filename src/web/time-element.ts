import { type Content, element } from "./page-node.ts";
import { utcText } from "./utc-text.ts";

/**
 * How long ago something was, as an element that the browser keeps current; the exact time is its title.
 *
 * @param at RFC 3339. Something else is shown as it is.
 */
export function timeElement(at: string): Content {
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) return at;
  const datetime = new Date(atMs).toISOString();
  return element("time", { datetime, title: utcText(atMs), "data-age": "" });
}
