import type { PageChild, PageNode } from "../../src/web/page-node.ts";
import { renderHtml } from "../../src/web/render-html.ts";
import { NOW_MS } from "./status-builder.ts";

/** Elements that stand on a line of their own. */
const BLOCKS: ReadonlySet<string> = new Set([
  "p",
  "li",
  "dt",
  "dd",
  "div",
  "h2",
  "h3",
  "h4",
  "summary",
  "header",
  "dl",
  "label",
]);

/** What a person reads, one line for each block; drawings say nothing. */
export function pageLines(node: PageNode): readonly string[] {
  return textOf(node)
    .split("\n")
    .map((line) => line.replaceAll(/\s+/g, " ").trim())
    .filter((line) => line !== "");
}

function textOf(child: PageChild): string {
  if (typeof child === "string") return child;
  if ("kept" in child) return `(kept ${child.kept})`;
  if (child.tag === "time") return renderHtml(child, NOW_MS).replaceAll(/<[^>]*>/g, "");
  const inner = child.children.map(textOf).join("");
  return BLOCKS.has(child.tag) ? `\n${inner}\n` : inner;
}

/** The elements with that class, in the order of the page. */
export function withClass(node: PageNode, name: string): readonly PageNode[] {
  const own = (node.attributes["class"] ?? "").split(" ").includes(name) ? [node] : [];
  const inner = node.children.flatMap((child) =>
    typeof child === "string" || "kept" in child ? [] : withClass(child, name),
  );
  return [...own, ...inner];
}
