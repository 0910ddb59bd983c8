import { countText } from "../core/wording/count-text.ts";
import { describeProblem } from "../core/wording/describe-problem.ts";
import { describeRefusal } from "../core/wording/describe-refusal.ts";
import { anchor } from "./anchor.ts";
import { icon } from "./icon.ts";
import { type Content, element, type PageNode, spaced } from "./page-node.ts";
import { objectLink, type StackScene } from "./stack-scene.ts";

/** Faults that are told; `/status.json` has all. */
const FAULTS_MAX = 50;

/** What was refused and what is wrong with the repository's text: problems, refusals, cycles. */
export function renderFaults(scene: StackScene): PageNode | undefined {
  const { name, refusals, problems, cycles } = scene.stack.status;
  const faults: readonly (readonly [string, Content])[] = [
    ...refusals.map((each) => ["Refused", describeRefusal(each)] as const),
    ...problems.map((each) => ["Problem", describeProblem(each)] as const),
    ...cycles.map((ids) => ["Cycle", cycleText(ids, scene)] as const),
  ];
  if (faults.length === 0) return undefined;
  const heading = anchor("faults", name);
  const rest = faults.length - FAULTS_MAX;
  return element(
    "section",
    { id: `${heading}-section`, class: "faults" },
    element("h3", { id: heading }, icon("alert"), `${countText(faults.length, "thing")} to mend`),
    element(
      "ul",
      {},
      faults
        .slice(0, FAULTS_MAX)
        .map(([label, content]) =>
          element("li", {}, spaced(element("strong", {}, label), element("span", {}, content))),
        ),
    ),
    rest <= 0 ? undefined : element("p", { class: "hint" }, `and ${rest} more`),
  );
}

function cycleText(ids: readonly string[], scene: StackScene): Content {
  return [...ids, ...ids.slice(0, 1)].flatMap((id, index) =>
    index === 0 ? [objectLink(scene, id)] : [" waits for ", objectLink(scene, id)],
  );
}
