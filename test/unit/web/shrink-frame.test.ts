import * as fc from "fast-check";
import { expect, test } from "vitest";
import { element, type PageNode } from "../../../src/web/page-node.ts";
import { shrinkFrame } from "../../../src/web/shrink-frame.ts";
import { pageLines } from "../../support/page-text.ts";

function card(id: string, text: string): PageNode {
  return element("li", { id }, text);
}

function list(...cards: readonly PageNode[]): PageNode {
  return element("main", {}, element("ul", { id: "list" }, cards), element("p", {}, "end"));
}

test.each([
  ["nothing", list(card("a", "1"), card("b", "2")), ["(kept list)", "end"]],
  ["one text", list(card("a", "1"), card("b", "3")), ["(kept a)", "3", "end"]],
  [
    "one more",
    list(card("a", "1"), card("b", "2"), card("c", "3")),
    ["(kept a)(kept b)", "3", "end"],
  ],
  ["the order", list(card("b", "2"), card("a", "1")), ["(kept b)(kept a)", "end"]],
  ["one less", list(card("b", "2")), ["(kept b)", "end"]],
])("when %s changed, the rest is only named", (_, next, lines) => {
  expect(pageLines(shrinkFrame(list(card("a", "1"), card("b", "2")), next))).toEqual(lines);
});

test("an element that moved to another parent is sent as a whole there", () => {
  const before = element(
    "main",
    {},
    element("ul", { id: "x" }, card("a", "1")),
    element("ul", { id: "y" }),
  );
  const next = element(
    "main",
    {},
    element("ul", { id: "x" }),
    element("ul", { id: "y" }, card("a", "1")),
  );
  expect(pageLines(shrinkFrame(before, next))).toEqual(["1"]);
});

/** What the browser makes of it: what is kept is taken from before, by its parent. */
function patched(before: PageNode | undefined, next: PageNode): PageNode {
  const children = next.children.map((child) => {
    if (typeof child === "string") return child;
    const id = "kept" in child ? child.kept : child.attributes["id"];
    const old = before?.children.find(
      (each): each is PageNode =>
        typeof each !== "string" && "tag" in each && each.attributes["id"] === id,
    );
    if (!("kept" in child)) return patched(old, child);
    if (old === undefined) throw new Error(`nothing to keep for ${child.kept}`);
    return old;
  });
  return { ...next, children };
}

const cards = fc
  .uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c", "d"), fc.constantFrom("1", "2")), {
    selector: ([id]) => id,
  })
  .map((all) => all.map(([id, text]) => card(id, text)));

const frames = fc.uniqueArray(fc.constantFrom("x", "y", "z")).chain((ids) =>
  fc
    .tuple(
      ...ids.map((id) =>
        cards.map((all) =>
          element(
            "ul",
            { id },
            all.map((each) =>
              element(
                "li",
                { ...each.attributes, id: `${id}-${each.attributes["id"] ?? ""}` },
                each.children.filter((child) => typeof child === "string"),
              ),
            ),
          ),
        ),
      ),
    )
    .map((lists) => element("main", {}, lists)),
);

test("law: before and what was sent make the whole frame", () => {
  fc.assert(
    fc.property(frames, frames, (before, next) => {
      expect(patched(before, shrinkFrame(before, next))).toEqual(next);
    }),
  );
});
