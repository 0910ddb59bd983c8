import { durationText } from "../core/wording/duration-text.ts";
import type { PageChild, PageNode } from "./page-node.ts";

/** Elements without content and end tag. @see https://html.spec.whatwg.org/multipage/syntax.html#void-elements */
const VOID_TAGS: ReadonlySet<string> = new Set(["img", "input", "link", "meta", "wbr"]);

/** A node as HTML. Texts and attributes are escaped; ages are written as of `nowMs`. */
export function renderHtml(node: PageNode, nowMs: number): string {
  const attributes = Object.entries(node.attributes)
    .map(([name, value]) => (value === "" ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`))
    .join("");
  const start = `<${node.tag}${attributes}>`;
  if (VOID_TAGS.has(node.tag)) return start;
  return `${start}${contentOf(node, nowMs)}</${node.tag}>`;
}

function contentOf(node: PageNode, nowMs: number): string {
  const { "data-age": age, datetime = "" } = node.attributes;
  if (age !== undefined) return durationText(nowMs - Date.parse(datetime));
  return node.children.map((child) => renderChild(child, nowMs)).join("");
}

function renderChild(child: PageChild, nowMs: number): string {
  if (typeof child === "string") return escapeHtml(child);
  return "kept" in child ? "" : renderHtml(child, nowMs);
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES.get(character) ?? "");
}
