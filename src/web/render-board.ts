import type { ObjectStatus } from "../core/report/status-document.ts";
import { countText } from "../core/wording/count-text.ts";
import { groupByTier } from "../core/wording/group-by-tier.ts";
import { anchor } from "./anchor.ts";
import { type IconName, icon } from "./icon.ts";
import { type ObjectGroup, objectLook, phasesOf } from "./object-look.ts";
import { type Content, element, type PageNode, spaced } from "./page-node.ts";
import { renderCard } from "./render-card.ts";
import type { StackScene } from "./stack-scene.ts";

/** Objects at rest that are shown unasked; with more of them in the stack they are hidden at first. */
const READY_MAX = 60;

const GROUPS: readonly {
  readonly group: ObjectGroup;
  readonly word: string;
  readonly icon: IconName;
}[] = [
  { group: "stalled", word: "Stalled", icon: "cross" },
  { group: "held", word: "Held", icon: "pause" },
  { group: "moving", word: "In progress", icon: "rolling" },
  { group: "ready", word: "Ready", icon: "ready" },
];

/** The objects of a stack: tiers from left to right, with a filter and a switch for each group. */
export function renderBoard(scene: StackScene): PageNode {
  const { name, objects } = scene.stack.status;
  const shown = objects.filter(({ id }) => scene.cardOf(id) !== undefined);
  const rest = objects.length - shown.length;
  return element(
    "section",
    { class: "objects" },
    element(
      "div",
      { class: "toolbar" },
      element("h3", {}, "Objects"),
      renderSwitches(name, objects),
      renderFilter(name),
    ),
    element(
      "div",
      {
        id: anchor("board", name),
        class: "board",
        role: "region",
        tabindex: "0",
        "aria-label": `Tiers of ${name}, first to last`,
      },
      element(
        "ol",
        { class: "tiers" },
        groupByTier(shown).map(([tier, members]) => renderTier(tier, members, scene)),
      ),
    ),
    rest === 0
      ? undefined
      : element("p", { class: "hint" }, `${countText(rest, "object")} more are in `, statusLink()),
  );
}

function statusLink(): PageNode {
  return element("a", { href: "/status.json" }, "status.json");
}

function renderSwitches(name: string, objects: readonly ObjectStatus[]): PageNode {
  const counts = new Map<ObjectGroup, number>();
  for (const object of objects) {
    const { group } = objectLook(object);
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const isReadyShown = (counts.get("ready") ?? 0) <= READY_MAX;
  return element(
    "fieldset",
    { id: anchor("switches", name), class: "switches" },
    element("legend", { class: "unseen" }, "Show objects that are"),
    GROUPS.map(({ group, word, icon: drawing }) =>
      element(
        "label",
        {
          class: "switch",
          title: phasesOf(group),
          "data-group": group,
          "data-count": String(counts.get(group) ?? 0),
        },
        element("input", {
          type: "checkbox",
          class: `show-${group}`,
          checked: group !== "ready" || isReadyShown ? "" : undefined,
        }),
        icon(drawing),
        spaced(element("span", {}, word), element("b", {}, String(counts.get(group) ?? 0))),
      ),
    ),
  );
}

/** Works with the script alone, which shows it. */
function renderFilter(name: string): PageNode {
  return element(
    "div",
    { id: anchor("filter", name), class: "filter" },
    element(
      "label",
      {},
      element("span", { class: "unseen" }, `Filter the objects of ${name}`),
      element("input", {
        type: "search",
        placeholder: "Filter: name, kind, phase, version",
        autocomplete: "off",
        spellcheck: "false",
      }),
    ),
    element("output", { class: "matches", "data-script": "" }),
  );
}

function renderTier(tier: number, members: readonly ObjectStatus[], scene: StackScene): PageNode {
  const { name } = scene.stack.status;
  const heading = anchor("tier-name", name, String(tier));
  const ready = members.filter((each) => objectLook(each).group === "ready").length;
  return element(
    "li",
    { id: anchor("tier", name, String(tier)), class: "tier" },
    element(
      "div",
      { class: "tier-head" },
      spaced(
        element("h4", { id: heading }, `Tier ${tier}`),
        element("span", { class: "tier-count" }, `${ready} of ${members.length} ready`),
      ),
      renderBar(members),
    ),
    element(
      "ul",
      { class: "cards", "aria-labelledby": heading },
      members.map((object) => renderCard(object, scene)),
    ),
    ready === 0
      ? undefined
      : element("p", { class: "hidden-ready hint" }, `${ready} ready, not shown`),
  );
}

/** Widths are attributes of a drawing: the page's policy allows no styles in attributes. */
function renderBar(members: readonly ObjectStatus[]): PageNode {
  const looks = members.map((each) => objectLook(each).group);
  const order: readonly ObjectGroup[] = ["ready", "moving", "held", "stalled"];
  let start = 0;
  const parts: Content[] = [];
  for (const group of order) {
    const width = (looks.filter((each) => each === group).length / looks.length) * 100;
    if (width > 0) {
      parts.push(
        element("rect", {
          x: start.toFixed(2),
          y: "0",
          width: width.toFixed(2),
          height: "4",
          "data-group": group,
        }),
      );
    }
    start += width;
  }
  return element(
    "svg",
    {
      class: "bar",
      viewBox: "0 0 100 4",
      preserveAspectRatio: "none",
      "aria-hidden": "true",
      focusable: "false",
    },
    parts,
  );
}
