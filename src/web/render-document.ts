import type { PageDocument } from "../core/report/page-document.ts";
import { iconSprite } from "./icon.ts";
import { element, type PageNode } from "./page-node.ts";
import { renderHtml } from "./render-html.ts";
import { summarizePage } from "./render-page.ts";
import { utcText } from "./utc-text.ts";

/** The whole page as HTML: complete without scripts; the script keeps its main element current. */
export function renderDocument(
  document: PageDocument,
  frame: { readonly id: string; readonly main: PageNode; readonly nowMs: number },
): string {
  const { id, main, nowMs } = frame;
  const html = element(
    "html",
    { lang: "en" },
    renderHead(document),
    element(
      "body",
      { "data-frame": id, "data-now": String(nowMs) },
      element("a", { class: "skip", href: "#main" }, "Skip to the stacks"),
      iconSprite(),
      renderBanner(document, nowMs),
      main,
      element(
        "footer",
        {},
        element("p", {}, "Read-only: what changes a cluster is a commit. "),
        element("a", { href: "/status.json" }, "status.json"),
      ),
    ),
  );
  return `<!doctype html>\n${renderHtml(html, nowMs)}\n`;
}

function renderHead(document: PageDocument): PageNode {
  return element(
    "head",
    {},
    element("meta", { charset: "utf-8" }),
    element("title", {}, `${summarizePage(document)} – Lockstep`),
    element("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    element("meta", { name: "color-scheme", content: "light dark" }),
    element("link", { rel: "icon", type: "image/svg+xml", href: "/assets/icon.svg" }),
    element("link", { rel: "stylesheet", href: "/assets/page.css" }),
    element("script", { type: "module", src: "/assets/web/page/page.js" }),
  );
}

function renderBanner({ cluster }: PageDocument, nowMs: number): PageNode {
  return element(
    "header",
    { class: "banner" },
    element(
      "div",
      { class: "brand" },
      element("img", { src: "/assets/icon.svg", alt: "", width: "22", height: "22" }),
      element("h1", {}, "Lockstep"),
      element("span", { class: "cluster" }, `cluster ${cluster}`),
    ),
    element(
      "p",
      { id: "connection", class: "connection", role: "status", "data-connection": "still" },
      `As of ${utcText(nowMs)}; reload for news`,
    ),
  );
}
