import * as fc from "fast-check";
import { expect, test } from "vitest";
import { element } from "../../../src/web/page-node.ts";
import { renderHtml } from "../../../src/web/render-html.ts";
import { timeElement } from "../../../src/web/time-element.ts";
import { NOW_MS } from "../../support/status-builder.ts";

test.each([
  ["a text", element("p", {}, "a", "b"), "<p>ab</p>"],
  ["nothing", element("p", {}, undefined, "", []), "<p></p>"],
  ["a list", element("p", {}, ["a", [element("b", {}, "c")]]), "<p>a<b>c</b></p>"],
  [
    "an element without content",
    element("input", { type: "search", checked: "" }),
    '<input type="search" checked>',
  ],
  ["an attribute that is not there", element("p", { id: undefined }), "<p></p>"],
  [
    "markup",
    element("p", { title: `"'<&>` }, "<b>&"),
    '<p title="&quot;&#39;&lt;&amp;&gt;">&lt;b&gt;&amp;</p>',
  ],
  [
    "turned and hidden text",
    element("p", {}, "a\u202Eb\u200Bc\u0000"),
    "<p>a\\u202eb\\u200bc\\u0000</p>",
  ],
  [
    "a text without end",
    element("p", {}, "x".repeat(301)),
    `<p>${"x".repeat(300)}… (301 characters)</p>`,
  ],
  [
    "an age",
    element("p", {}, timeElement("2026-03-01T11:58:00Z")),
    '<p><time datetime="2026-03-01T11:58:00.000Z" title="2026-03-01 11:58:00 UTC" data-age>2m</time></p>',
  ],
  ["a time that is none", element("p", {}, timeElement("soon")), "<p>soon</p>"],
])("%s as HTML", (_, node, html) => {
  expect(renderHtml(node, NOW_MS)).toBe(html);
});

test("law: no text and no attribute gets out of its place", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (text, value) => {
      const html = renderHtml(element("p", { title: value }, text), NOW_MS);
      const found = /^<p(?: title(?:="([^"<>]*)")?)?>([^<>]*)<\/p>$/.exec(html);
      expect(found).not.toBeNull();
      expect(html).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }),
  );
});
