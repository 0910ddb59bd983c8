import type { PageDocument } from "../core/report/page-document.ts";
import { countText } from "../core/wording/count-text.ts";
import { anchor } from "./anchor.ts";
import { type Content, element, type PageNode, spaced } from "./page-node.ts";
import { renderStack, stackState, stateLine } from "./render-stack.ts";

/** What of the page changes while it is open: the content of its main element. Pure: ages are times, not words. */
export function renderPage(document: PageDocument): PageNode {
  const { stacks } = document;
  return element(
    "main",
    { id: "main", tabindex: "-1" },
    // The only part that screen readers tell unasked.
    element("p", { class: "unseen", role: "status" }, summarizePage(document)),
    stacks.length === 0 ? renderNoStacks() : renderOverview(document),
    stacks.map(renderStack),
  );
}

/** The page's state in a sentence, for its title and for screen readers: `shop: in sync at 1a2b3c4 (9 objects)`. */
export function summarizePage({ stacks }: PageDocument): string {
  const [only] = stacks;
  if (only === undefined) return "No stacks";
  if (stacks.length === 1) return `${only.status.name}: ${stackState(only).text}`;
  const inSync = stacks.filter(({ status }) => status.inSync).length;
  const bad = stacks.filter((each) => stackState(each).tone === "bad").length;
  const trouble = bad === 0 ? "" : `, ${bad} in trouble`;
  return `${inSync} of ${countText(stacks.length, "stack")} in sync${trouble}`;
}

function renderOverview({ stacks }: PageDocument): Content {
  if (stacks.length < 2) return undefined;
  return element(
    "nav",
    { class: "overview", "aria-label": "Stacks" },
    element(
      "ul",
      {},
      stacks.map((stack) =>
        element(
          "li",
          {},
          element(
            "a",
            { href: `#${anchor("stack", stack.status.name)}` },
            spaced(element("strong", {}, stack.status.name), stateLine(stack)),
          ),
        ),
      ),
    ),
  );
}

function renderNoStacks(): PageNode {
  return element(
    "section",
    { class: "empty" },
    element("h2", {}, "No stacks"),
    element(
      "p",
      {},
      "A stack is one folder of a Git repository that Lockstep keeps a cluster equal to. Name one under ",
      element("code", {}, "stacks:"),
      " in ",
      element("code", {}, "agent.config.yaml"),
      " and start the agent again.",
    ),
  );
}
