import type { PassRecord, PassStepRecord } from "../core/report/page-document.ts";
import { countText } from "../core/wording/count-text.ts";
import { anchor } from "./anchor.ts";
import { commitElement } from "./commit-element.ts";
import { type IconName, icon } from "./icon.ts";
import { type Content, element, type PageNode, spaced } from "./page-node.ts";
import { objectLink, type StackScene } from "./stack-scene.ts";
import { timeElement } from "./time-element.ts";

/** Steps of one pass that are listed. */
const STEPS_MAX = 20;

/** The history of passes, the youngest first. */
export function renderPasses(scene: StackScene): PageNode | undefined {
  const { passes, status } = scene.stack;
  if (passes.length === 0) return undefined;
  const heading = anchor("passes", status.name);
  return element(
    "section",
    { id: `${heading}-section`, class: "passes" },
    element("h3", { id: heading }, "Passes"),
    element(
      "div",
      {
        id: `${heading}-list`,
        class: "pass-scroll",
        role: "region",
        tabindex: "0",
        "aria-label": `Passes of ${status.name}, the youngest first`,
      },
      element(
        "ol",
        { class: "pass-list" },
        passes.map((each) => renderPass(each, scene)),
      ),
    ),
  );
}

function renderPass(pass: PassRecord, scene: StackScene): PageNode {
  const { at, durationMs, revision, quietPasses, steps, counts, inSync } = pass;
  const tone = toneOf(pass);
  return element(
    "li",
    { id: anchor("pass", scene.stack.status.name, at), "data-tone": tone },
    icon(ICONS[tone]),
    element(
      "div",
      { class: "entry-text" },
      element("p", {}, countsText(counts, inSync)),
      element(
        "p",
        { class: "entry-facts" },
        spaced(
          element("span", {}, timeElement(at), " ago"),
          commitElement(revision),
          element("span", {}, `took ${lengthText(durationMs)}`),
          quietPasses === 0
            ? undefined
            : element("span", {}, `then ${quietText(quietPasses)} without news`),
        ),
      ),
      steps.length === 0 ? undefined : renderSteps(steps, scene),
    ),
  );
}

type PassTone = "bad" | "good" | "held" | "moving";

const ICONS: Readonly<Record<PassTone, IconName>> = {
  bad: "alert",
  good: "ready",
  held: "pause",
  moving: "rolling",
};

function toneOf({ counts, inSync }: PassRecord): PassTone {
  if (counts.refused > 0) return "bad";
  if (inSync) return "good";
  return counts.held > 0 ? "held" : "moving";
}

function countsText(counts: PassRecord["counts"], inSync: boolean): string {
  const parts = [
    [counts.applied, "applied"],
    [counts.reverted, "reverted"],
    [counts.refused, "refused"],
    [counts.held, "held"],
  ] as const;
  const told = parts.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]));
  const state = inSync ? "in sync" : "";
  const words = [...told, ...(state === "" ? [] : [state])];
  return words.length === 0 ? "nothing written" : words.join(", ");
}

function renderSteps(steps: readonly PassStepRecord[], scene: StackScene): Content {
  const rest = steps.length - STEPS_MAX;
  return element(
    "details",
    {},
    element("summary", {}, countText(steps.length, "object")),
    element(
      "ul",
      { class: "steps" },
      steps
        .slice(0, STEPS_MAX)
        .map(({ id, done }) => element("li", {}, objectLink(scene, id), ` ${DONE[done]}`)),
      rest <= 0 ? undefined : element("li", {}, `and ${rest} more`),
    ),
  );
}

const DONE: Readonly<Record<PassStepRecord["done"], string>> = {
  created: "created",
  changed: "changed",
  reverted: "reverted",
  answered: "was reverted on demand, or had nothing to revert",
  released: "left to its autoscaler or to ignore",
  restarted: "restarted, for a Secret or ConfigMap changed",
  noted: "given what is known of its Secrets and ConfigMaps",
  deleted: "deleted",
  conflicted: "was written by somebody else at the same moment",
  refused: "was refused",
};

function lengthText(durationMs: number): string {
  return durationMs < 1000 ? `${Math.round(durationMs)} ms` : `${(durationMs / 1000).toFixed(1)} s`;
}

function quietText(quietPasses: number): string {
  return quietPasses === 1 ? "1 pass" : `${quietPasses} passes`;
}
