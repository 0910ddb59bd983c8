import type { PageChild } from "./page-node.ts";

/** Whether two pieces of the page are alike in all that they hold. */
export function isSameNode(a: PageChild, b: PageChild): boolean {
  if (typeof a === "string" || typeof b === "string") return a === b;
  if ("kept" in a || "kept" in b) return "kept" in a && "kept" in b && a.kept === b.kept;
  return (
    a.tag === b.tag &&
    a.children.length === b.children.length &&
    hasSameAttributes(a.attributes, b.attributes) &&
    a.children.every((child, index) => isSameNode(child, b.children[index] ?? ""))
  );
}

function hasSameAttributes(
  a: Readonly<Record<string, string>>,
  b: Readonly<Record<string, string>>,
): boolean {
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && a[name] === b[name])
  );
}
