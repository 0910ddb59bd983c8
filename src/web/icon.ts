import { element, type PageNode } from "./page-node.ts";

/** Line drawings on a grid of 16 by 16. The word beside an icon says the same. */
const PATHS = {
  alert: "M8 2 1.5 13.5h13zM8 6.5v3.2M8 11.6v.4",
  clock: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M8 4.6V8l2.3 1.6",
  cross: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4",
  dash: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M5 8h6",
  drift: "M2 11.5c2-5 4 2 6-3s4 2 6-4M11 4.5h3v3",
  fight: "M2 5h9M8.5 2.2 11.4 5 8.5 7.8M14 11H5M7.5 8.2 4.6 11l2.9 2.8",
  pause: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M6.3 5.6v4.8M9.7 5.6v4.8",
  ready: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M5.2 8.2l2 2 3.7-4.2",
  rolling: "M13.6 6.4A6 6 0 0 0 3 4.6M3 2v2.8h2.8M2.4 9.6A6 6 0 0 0 13 11.4M13 14v-2.8h-2.8",
  trash: "M2.5 4h11M6 4V2.3h4V4M4 4l.7 9.7h6.6L12 4M6.7 6.8v4M9.3 6.8v4",
} as const;

export type IconName = keyof typeof PATHS;

/** A reference to a drawing of the sprite. Hidden from screen readers: the word beside it says the same. */
export function icon(name: IconName): PageNode {
  return element(
    "svg",
    { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true", focusable: "false" },
    element("use", { href: `#icon-${name}` }),
  );
}

/** The drawings, once per page. */
export function iconSprite(): PageNode {
  return element(
    "svg",
    { class: "sprite", "aria-hidden": "true", focusable: "false" },
    Object.entries(PATHS).map(([name, d]) =>
      element("symbol", { id: `icon-${name}`, viewBox: "0 0 16 16" }, element("path", { d })),
    ),
  );
}
