import { findDriftTime } from "../core/report/drift-time.ts";
import { readablePath } from "../core/report/readable-path.ts";
import {
  DRIFTS_KEPT_MAX,
  type DriftStatus,
  type FightStatus,
  type OrphanStatus,
  type RestartStatus,
} from "../core/report/status-document.ts";
import { countText } from "../core/wording/count-text.ts";
import { explainAction, explainChange } from "../core/wording/explain-change.ts";
import { explainPace } from "../core/wording/explain-fight.ts";
import { explainOrphan } from "../core/wording/explain-orphan.ts";
import { explainDeclined, explainPullRequest } from "../core/wording/explain-pull-request.ts";
import { explainRestart } from "../core/wording/explain-restart.ts";
import { isOpen } from "../core/wording/is-open.ts";
import { anchor } from "./anchor.ts";
import { icon } from "./icon.ts";
import { type Content, element, type PageNode, spaced } from "./page-node.ts";
import { objectLink, type StackScene } from "./stack-scene.ts";
import { timeElement } from "./time-element.ts";

/** Entries of one list; `/status.json` has all. */
const ENTRIES_MAX = 200;

/** What was reverted before these is there on demand. */
const REVERTED_MAX = 5;

/** Restarts that are shown, and workloads that one names. */
const RESTARTS_MAX = 5;
const CONSUMERS_MAX = 5;

/** What is not as Git says and is no fault of Git: drift with who and when, fights, restarts, orphans, lints. */
export function renderFindings(scene: StackScene): readonly PageNode[] {
  const { orphans, lints, fights, pullRequest, declined = [], restarts = [] } = scene.stack.status;
  return [
    renderDrifts(scene),
    renderList(scene, "Fights", { entries: fights.map((each) => renderFight(each, scene)) }),
    renderList(scene, "Restarts", {
      entries: restarts.slice(0, RESTARTS_MAX).map((each) => renderRestart(each, scene)),
    }),
    renderList(scene, "Offered to Git", {
      entries:
        pullRequest === undefined
          ? []
          : [entry("alert", "quiet", [explainPullRequest(pullRequest)])],
    }),
    renderList(scene, "Declined", {
      entries: declined.map((each) => entry("alert", "quiet", [explainDeclined(each, scene.name)])),
    }),
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

/** What is there, and what was reverted last; older reverts are folded, with how long they stay. */
function renderDrifts(scene: StackScene): PageNode | undefined {
  const { drift, objects } = scene.stack.status;
  const reverted = drift.filter(({ action }) => action === "reverted");
  const older = new Set(reverted.slice(REVERTED_MAX));
  const shown = drift.filter((each) => !older.has(each));
  return renderList(scene, "Drift", {
    entries: shown.map((each) => renderDrift(each, scene)),
    none: objects.length === 0 ? "" : "Nobody but Git changed these objects.",
    folded: [...older].map((each) => renderDrift(each, scene)),
    note:
      reverted.length === 0
        ? ""
        : `What was reverted stays in this list until ${DRIFTS_KEPT_MAX} newer differences have come; a status that is too long for the cluster is kept without it, and a restart forgets it.`,
  });
}

interface FindingList {
  readonly entries: readonly PageNode[];
  /** Said when there is no entry; empty: then there is no list. */
  readonly none?: string;
  /** Further entries, there on demand. */
  readonly folded?: readonly PageNode[];
  readonly note?: string;
}

function renderList(
  { stack }: StackScene,
  title: string,
  { entries, none = "", folded = [], note = "" }: FindingList,
): PageNode | undefined {
  if (entries.length === 0 && none === "") return undefined;
  const heading = anchor("list", stack.status.name, title);
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
          : element("span", { class: "count" }, String(entries.length + folded.length)),
      ),
    ),
    entries.length === 0
      ? element("p", { class: "hint" }, none)
      : element("ul", { class: "entries" }, entries.slice(0, ENTRIES_MAX)),
    renderFolded(folded, `${heading}-older`),
    note === "" ? undefined : element("p", { class: "hint" }, note),
    renderRest(entries.length - ENTRIES_MAX),
  );
}

function renderFolded(entries: readonly PageNode[], id: string): PageNode | undefined {
  if (entries.length === 0) return undefined;
  return element(
    "details",
    { id, class: "older" },
    element("summary", {}, `${entries.length} older`),
    element("ul", { class: "entries" }, entries.slice(0, ENTRIES_MAX)),
  );
}

function renderRest(count: number): PageNode | undefined {
  if (count <= 0) return undefined;
  const link = element("a", { href: "/status.json" }, "status.json");
  return element("p", { class: "hint" }, `${count} more in `, link);
}

function renderDrift(drift: DriftStatus, scene: StackScene): PageNode {
  const { id, at, seenAt, operation, attribution, path, manager } = drift;
  const tone = driftTone(drift);
  return element(
    "li",
    {
      id: anchor("drift", scene.stack.status.name, id, path, manager, at, seenAt ?? ""),
      "data-tone": tone,
    },
    icon(tone === "good" ? "ready" : "drift"),
    element(
      "div",
      { class: "entry-text" },
      element("p", {}, objectLink(scene, id), ": ", explainChange(drift)),
      element(
        "p",
        { class: "entry-facts" },
        spaced(
          element("span", { class: "tag" }, explainAction(drift)),
          whenElement(drift),
          operation === "" ? undefined : element("span", {}, operation),
          element("span", {}, attributionText(attribution)),
        ),
      ),
    ),
  );
}

/** Where the cluster recorded no time, when the agent saw it. */
function whenElement(drift: DriftStatus): Content {
  const when = findDriftTime(drift);
  if (when === undefined) return undefined;
  return element("span", {}, when.kind === "seen" ? "seen " : "", timeElement(when.time), " ago");
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

function renderFight(fight: FightStatus, scene: StackScene): PageNode {
  const { id, path, managers, count, first, last, contested, nextRevertAt } = fight;
  const tone = contested ? "bad" : "quiet";
  return element(
    "li",
    { id: anchor("fight", scene.stack.status.name, id, path), "data-tone": tone },
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
        path === "" ? "the whole object" : element("code", {}, readablePath(path)),
        ` ${countText(count, "time")}`,
      ),
      element(
        "p",
        { class: "entry-facts" },
        spaced(
          element(
            "span",
            { class: "tag" },
            `${contested ? "Contested: " : ""}${explainPace(fight)}`,
          ),
          nextRevertAt === undefined
            ? undefined
            : element("span", {}, "next ", element("code", {}, nextRevertAt)),
          element("span", {}, "last ", timeElement(last), " ago"),
          element("span", {}, "first ", timeElement(first), " ago"),
        ),
      ),
    ),
  );
}

function renderRestart(restart: RestartStatus, scene: StackScene): PageNode {
  const { at, consumers } = restart;
  const more = consumers.length - CONSUMERS_MAX;
  return entry("rolling", "quiet", [
    `${explainRestart(restart)}, `,
    timeElement(at),
    " ago: ",
    ...consumers
      .slice(0, CONSUMERS_MAX)
      .flatMap((id, index) => [index === 0 ? "" : ", ", objectLink(scene, id)]),
    more > 0 ? ` and ${more} more` : "",
  ]);
}

function renderOrphan(orphan: OrphanStatus, scene: StackScene): PageNode {
  return entry("trash", "quiet", [objectLink(scene, orphan.id), `: ${explainOrphan(orphan)}`]);
}

function entry(drawing: Parameters<typeof icon>[0], tone: string, content: Content): PageNode {
  return element(
    "li",
    { "data-tone": tone },
    icon(drawing),
    element("div", { class: "entry-text" }, element("p", {}, content)),
  );
}
