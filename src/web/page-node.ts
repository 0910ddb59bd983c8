import { visibleText } from "../core/report/visible-text.ts";

/**
 * A piece of the page as data: the server makes HTML of it, the browser changes its elements after it. An element whose
 * `id` is set is the same one from frame to frame; the others are told apart by their place.
 */
export interface PageNode {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly PageChild[];
}

/** Stands for an element that is as it was in the frame before. */
export interface KeptNode {
  /** The element's `id`. */
  readonly kept: string;
}

export type PageChild = string | PageNode | KeptNode;

/** What an element may be given: nothing and lists are fine too. */
export type Content = string | PageNode | undefined | readonly Content[];

/** Characters of one text, and of one attribute; `/status.json` has the whole. */
const TEXT_MAX = 300;
const ATTRIBUTE_MAX = 4000;

/**
 * The only way to make a node: whatever the text is, it is bounded, and hidden or text-turning characters are written out.
 *
 * @param attributes those that are `undefined` are left out.
 */
export function element(
  tag: string,
  attributes: Readonly<Record<string, string | undefined>>,
  ...content: readonly Content[]
): PageNode {
  const given = Object.entries(attributes).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, boundedText(value, ATTRIBUTE_MAX)]],
  );
  const children = joinTexts(content.flatMap(childrenOf));
  return { tag, attributes: Object.fromEntries(given), children };
}

/** Texts side by side are one, as they are to a reader of HTML. */
function joinTexts(children: readonly PageChild[]): readonly PageChild[] {
  const joined: PageChild[] = [];
  for (const child of children) {
    const last = joined.at(-1);
    if (typeof child === "string" && typeof last === "string") joined.splice(-1, 1, last + child);
    else joined.push(child);
  }
  return joined;
}

/** Parts with a space between: they stay apart also where no style sheet holds them apart. */
export function spaced(...parts: readonly Content[]): Content {
  return parts
    .filter((part) => part !== undefined)
    .flatMap((part, index) => (index === 0 ? [part] : [" ", part]));
}

function childrenOf(content: Content): readonly PageChild[] {
  if (content === undefined || content === "") return [];
  if (typeof content === "string") return [boundedText(content, TEXT_MAX)];
  return isNode(content) ? [content] : content.flatMap(childrenOf);
}

function isNode(content: PageNode | readonly Content[]): content is PageNode {
  return "tag" in content;
}

function boundedText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return visibleText(text);
  return `${visibleText(text.slice(0, lengthMax))}… (${text.length} characters)`;
}
