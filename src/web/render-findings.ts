import type { DriftStatus, OrphanStatus } from "../core/report/status-document.ts";
import { countText } from "../core/wording/count-text.ts";
import { explainAction, explainChange } from "../core/wording/explain-change.ts";
import { isOpen } from "../core/wording/is-open.ts";
import { anchor } from "./anchor.ts";
import { type Fight, readFight } from "./fight.ts";
import { icon } from "./icon.ts";
import { type Content, element, type PageNode, spaced } from "./page-node.ts";
import { objectLink, type StackScene } from "./stack-scene.ts";
import { timeElement } from "./time-element.ts";

/** Entries of one list; `/status.json` has all. */
const ENTRIES_MAX = 200;

/** What is not as Git says and is no fault of Git: drift with who and when, fights, orphans, lints. */
export function renderFindings(scene: StackScene): readonly PageNode[] {
  const { drift, orphans, lints, objects } = scene.stack.status;
  const fights = scene.stack.status.fights.map(readFight);
  return [
    renderList(scene, "Drift", {
      entries: drift.map((each) => renderDrift(each, scene)),
      none: objects.length === 0 ? "" : "Nobody but Git changed these objects.",
    }),
    renderList(scene, "Fights", { entries: fights.map((each) => renderFight(each, scene)) }),
    renderList(scene, "No longer in Git", {
      entries: orphans.map((each) => renderOrphan(each, scene)),
    }),
    renderList(scene, "Hints", {
      entries: lints.map(({ where, what }) =>
        entry("alert", "quiet", [element("code", {}, where), " ", what]),
      ),
    }),
  ].flatMap((each) => each ?? []);
}

function renderList(
  { stack }: StackScene,
  title: string,
  list: { readonly entries: readonly PageNode[]; readonly none?: string },
): PageNode | undefined {
  const { entries, none = "" } = list;
  if (entries.length === 0 && none === "") return undefined;
  const heading = anchor("list", stack.status.name, title);
  const rest = entries.length - ENTRIES_MAX;
  return element(
    "section",
    { id: `${heading}-section`, class: "findings" },
    element(
      "h3",
      { id: heading },
      spaced(
        title,
        entries.length === 0
          ? undefined
          : element("span", { class: "count" }, String(entries.length)),
      ),
    ),
    entries.length === 0
      ? element("p", { class: "hint" }, none)
      : element("ul", { class: "entries" }, entries.slice(0, ENTRIES_MAX)),
    rest <= 0
      ? undefined
      : element(
          "p",
          { class: "hint" },
          `${countText(rest, "more")} in `,
          element("a", { href: "/status.json" }, "status.json"),
        ),
  );
}

function renderDrift(drift: DriftStatus, scene: StackScene): PageNode {
  const { id, at, action, operation, attribution, path, manager } = drift;
  const tone = driftTone(drift);
  return element(
    "li",
    { id: anchor("drift", scene.stack.status.name, id, path, manager, at), "data-tone": tone },
    icon(tone === "good" ? "ready" : "drift"),
    element(
      "div",
      { class: "entry-text" },
      element("p", {}, objectLink(scene, id), ": ", explainChange(drift)),
      element(
        "p",
        { class: "entry-facts" },
        spaced(
          element("span", { class: "tag" }, explainAction(action)),
          at === "" ? undefined : element("span", {}, timeElement(at), " ago"),
          operation === "" ? undefined : element("span", {}, operation),
          element("span", {}, attributionText(attribution)),
        ),
      ),
    ),
  );
}

function driftTone(drift: DriftStatus): string {
  if (drift.action === "failed" || drift.action === "contested") return "bad";
  if (isOpen(drift)) return "drift";
  return drift.action === "reverted" ? "good" : "quiet";
}

/** How sure the name is: managers name themselves. */
function attributionText(attribution: string): string {
  switch (attribution) {
    case "recorded":
      return "as the object's managed fields say";
    case "shared":
      return "one of several owners";
    case "unknown":
      return "nothing recorded who it was";
    default:
      return attribution;
  }
}

function renderFight(fight: Fight, scene: StackScene): PageNode {
  const { id, path, managers, count, first, last, contested } = fight;
  const times = count === undefined ? "again and again" : countText(count, "time");
  return element(
    "li",
    { id: anchor("fight", scene.stack.status.name, id, path), "data-tone": "bad" },
    icon("fight"),
    element(
      "div",
      { class: "entry-text" },
      element(
        "p",
        {},
        objectLink(scene, id),
        ": ",
        `${managers.join(" and ") || "somebody"} took `,
        element("code", {}, path),
        ` ${times}`,
      ),
      element(
        "p",
        { class: "entry-facts" },
        spaced(
          contested
            ? element("span", { class: "tag" }, "Contested: reverts go on, more slowly")
            : undefined,
          last === "" ? undefined : element("span", {}, "last ", timeElement(last), " ago"),
          first === "" ? undefined : element("span", {}, "first ", timeElement(first), " ago"),
        ),
      ),
    ),
  );
}

function renderOrphan({ id, action, reason }: OrphanStatus, scene: StackScene): PageNode {
  const fate = action === "prune" ? "deleted" : "left in the cluster";
  return entry("trash", "quiet", [
    objectLink(scene, id),
    `: ${fate}${reason === "" ? "" : ` (${reason})`}`,
  ]);
}

function entry(drawing: Parameters<typeof icon>[0], tone: string, content: Content): PageNode {
  return element(
    "li",
    { "data-tone": tone },
    icon(drawing),
    element("div", { class: "entry-text" }, element("p", {}, content)),
  );
}
