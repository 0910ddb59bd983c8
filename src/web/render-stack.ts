import type { PageStack } from "../core/report/page-document.ts";
import { describeState, type StateInWords } from "../core/wording/describe-state.ts";
import { shortCommit } from "../core/wording/short-commit.ts";
import { anchor } from "./anchor.ts";
import { commitElement } from "./commit-element.ts";
import { type IconName, icon } from "./icon.ts";
import { type Content, element, type PageNode, spaced } from "./page-node.ts";
import { renderBoard } from "./render-board.ts";
import { renderFaults } from "./render-faults.ts";
import { renderFindings } from "./render-findings.ts";
import { renderPasses } from "./render-passes.ts";
import { openScene } from "./stack-scene.ts";
import { timeElement } from "./time-element.ts";

const ICONS: Readonly<Record<StateInWords["tone"], IconName>> = {
  good: "ready",
  bad: "alert",
  wait: "rolling",
};

/** The state of a stack as its heading and the overview tell it. Before the first pass it is only being looked at. */
export function stackState({ status, lookedAt }: PageStack): StateInWords {
  return lookedAt === ""
    ? { text: "the repository and the cluster are being read", tone: "wait" }
    : describeState(status);
}

/** The state with its icon. */
export function stateLine(stack: PageStack): Content {
  const { text, tone } = stackState(stack);
  return element(
    "span",
    { class: "state", "data-tone": tone },
    icon(ICONS[tone]),
    element("span", {}, text),
  );
}

/** One stack with all that is known of it. */
export function renderStack(stack: PageStack): PageNode {
  const { name, objects } = stack.status;
  const heading = anchor("stack-name", name);
  const scene = openScene(stack);
  return element(
    "section",
    { id: anchor("stack", name), class: "stack", "aria-labelledby": heading },
    element(
      "header",
      { class: "stack-head" },
      element("h2", { id: heading }, name),
      stateLine(stack),
      renderFacts(stack),
    ),
    renderFaults(scene),
    objects.length === 0 ? renderEmpty(stack) : renderBoard(scene),
    element(
      "div",
      { class: "columns" },
      element("div", { class: "column" }, renderFindings(scene)),
      element("div", { class: "column" }, renderPasses(scene)),
    ),
  );
}

function renderFacts({ status, source, mode, lookedAt }: PageStack): PageNode {
  const { revision, tip, writes } = status;
  return element(
    "dl",
    { class: "facts" },
    fact("Commit", commitElement(revision)),
    tip === revision || tip === ""
      ? undefined
      : fact("Newest", commitElement(tip), " (not in force)"),
    fact(
      "Source",
      `${source.url}, branch ${source.branch}${source.path === "." ? "" : `, ${source.path}`}`,
    ),
    mode === "enforce" ? undefined : fact("Mode", mode, ...modeNote(mode, status)),
    fact("Writes since the start", String(writes)),
    fact("Looked at", ...(lookedAt === "" ? ["not yet"] : [timeElement(lookedAt), " ago"])),
  );
}

function modeNote(mode: PageStack["mode"], { objects }: PageStack["status"]): readonly string[] {
  if (mode !== "observe") return [];
  const hasOthers = objects.some((each) => each.mode !== undefined && each.mode !== mode);
  return [hasOthers ? " (but for objects with another mode)" : " (nothing is written)"];
}

function fact(name: string, ...content: readonly Content[]): PageNode {
  return element("div", {}, spaced(element("dt", {}, name), element("dd", {}, content)));
}

/** What to do when there is nothing to show. */
function renderEmpty({ status, source, lookedAt }: PageStack): PageNode {
  const place = source.path === "." ? "" : ` below ${source.path}`;
  if (lookedAt === "") {
    return emptyNote(
      "First look",
      `Lockstep reads branch ${source.branch} of ${source.url} and lists what is in the cluster. The objects appear here as soon as both have answered.`,
    );
  }
  if (status.revision === "") {
    return emptyNote(
      "Nothing is in force yet",
      status.tip === ""
        ? `No commit of branch ${source.branch} of ${source.url} has been read yet. Push one, or correct source.url and source.branch in the configuration.`
        : "The newest commit is not applied because of the problems above. Push a corrected one; it is taken at once.",
    );
  }
  return emptyNote(
    "No objects",
    `Commit ${shortCommit(status.revision)} has no manifest${place}. Add a YAML file, commit it and push it to branch ${source.branch}; it is applied at once.`,
  );
}

function emptyNote(title: string, text: string): PageNode {
  return element("section", { class: "empty" }, element("h3", {}, title), element("p", {}, text));
}
