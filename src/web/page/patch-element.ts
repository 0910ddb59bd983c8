import type { KeptNode, PageChild, PageNode } from "../page-node.ts";

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS: ReadonlySet<string> = new Set(["svg", "use", "symbol", "path", "rect"]);

/** What the reader sets, or the script: the server only says how it begins. */
const READERS_OWN: ReadonlySet<string> = new Set(["open", "checked"]);
const SCRIPTS_OWN = "data-script";

/**
 * Changes the page's main element into what a frame says, touching only what differs: an element of the frame before
 * stays the same element, so focus, scroll positions, selections and open details survive. Texts never become markup.
 */
export function patchMain(main: HTMLElement, node: PageNode): void {
  const focused = document.activeElement;
  const home = focused?.closest("[id]")?.id ?? "";
  patchElement(main, node);
  if (focused === null || focused.isConnected) return;
  // What had the focus is gone: go on from the same object elsewhere, or from the top of the page's content.
  const next = document.getElementById(home)?.querySelector("summary") ?? main;
  next.focus({ preventScroll: true });
}

function patchElement(target: Element, node: PageNode): void {
  patchAttributes(target, node.attributes);
  // What is inside of these is the script's: ages, counts of matches.
  if ("data-age" in node.attributes || SCRIPTS_OWN in node.attributes) return;
  patchChildren(target, node.children);
}

function patchAttributes(target: Element, wanted: PageNode["attributes"]): void {
  for (const { name } of Array.from(target.attributes)) {
    const isOurs = READERS_OWN.has(name) || name.startsWith(SCRIPTS_OWN);
    if (!isOurs && !(name in wanted)) target.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(wanted)) {
    if (READERS_OWN.has(name)) continue;
    if (target.getAttribute(name) !== value) target.setAttribute(name, value);
  }
}

/** Children that are named find each other by name, the others by place. */
function patchChildren(target: Element, children: readonly PageChild[]): void {
  removeOthers(target, children);
  let here = target.firstChild;
  for (const child of children) {
    const found = findMatch(target, here, child);
    const next = found ?? buildChild(child);
    if (next === undefined) continue;
    if (next === here) here = here.nextSibling;
    else placeBefore(target, next, here);
    if (found !== undefined) patchChild(found, child);
  }
  while (here !== null) {
    const after: ChildNode | null = here.nextSibling;
    here.remove();
    here = after;
  }
}

function removeOthers(target: Element, children: readonly PageChild[]): void {
  const named = new Set(children.flatMap((child) => nameOf(child) ?? []));
  for (const child of Array.from(target.children)) {
    if (child.id !== "" && !named.has(child.id)) child.remove();
  }
}

function nameOf(child: PageChild): string | undefined {
  if (typeof child === "string") return undefined;
  return "kept" in child ? child.kept : child.attributes["id"];
}

function findMatch(
  target: Element,
  here: ChildNode | null,
  child: PageChild,
): ChildNode | undefined {
  const name = nameOf(child);
  if (name !== undefined) {
    const found = document.getElementById(name);
    return found !== null && found.parentNode === target ? found : undefined;
  }
  if (here === null) return undefined;
  if (typeof child === "string") return here instanceof Text ? here : undefined;
  return isAlike(here, child) ? here : undefined;
}

/** Not named, and of the same tag. */
function isAlike(here: ChildNode, child: PageNode | KeptNode): boolean {
  if ("kept" in child || !(here instanceof Element)) return false;
  return here.id === "" && here.localName === child.tag;
}

function patchChild(found: ChildNode, child: PageChild): void {
  if (typeof child === "string") {
    if (found.nodeValue !== child) found.nodeValue = child;
  } else if (!("kept" in child) && found instanceof Element) {
    patchElement(found, child);
  }
}

/** Moving keeps focus and scroll position where the browser can do that. */
function placeBefore(target: Element, node: ChildNode, here: ChildNode | null): void {
  if (node.parentNode === target && typeof target.moveBefore === "function") {
    target.moveBefore(node, here);
  } else {
    target.insertBefore(node, here);
  }
}

function buildChild(child: PageChild): ChildNode | undefined {
  if (typeof child === "string") return document.createTextNode(child);
  // The frame before is not what the server took it for; the next whole one heals it.
  if ("kept" in child) return undefined;
  return buildElement(child);
}

function buildElement(node: PageNode): Element {
  const built = SVG_TAGS.has(node.tag)
    ? document.createElementNS(SVG, node.tag)
    : document.createElement(node.tag);
  for (const [name, value] of Object.entries(node.attributes)) built.setAttribute(name, value);
  for (const child of node.children) {
    const next = buildChild(child);
    if (next !== undefined) built.append(next);
  }
  return built;
}
