import { describe, expect, test } from "vitest";
import type { PageDocument } from "../../../src/core/report/page-document.ts";
import type { StackStatus } from "../../../src/core/report/status-document.ts";
import { renderPage, summarizePage } from "../../../src/web/render-page.ts";
import { emptyPage, newStacksPage } from "../../support/empty-pages.ts";
import { largePage } from "../../support/large-page.ts";
import { pageOf, pageStack, passRecord } from "../../support/page-builder.ts";
import { driftPage, fightPage, heldPage } from "../../support/page-documents.ts";
import { pageLines, withClass } from "../../support/page-text.ts";
import { stalledPage } from "../../support/stalled-page.ts";
import { ago, driftStatus, objectStatus, stackStatus } from "../../support/status-builder.ts";

/** What stands in the parts of that class. */
function lines(document: PageDocument, part: string): readonly string[] {
  return withClass(renderPage(document), part).flatMap(pageLines);
}

function shop(written: Partial<StackStatus>): PageDocument {
  return pageOf(
    pageStack(stackStatus({ objects: [objectStatus("ConfigMap/shop/a")], ...written })),
  );
}

test.each([
  ["no stacks", emptyPage(), "No stacks"],
  ["one stack", heldPage(), "elastic: 1a2b3c4 is rolling out, 3 of 8 objects ready, 4 held"],
  ["several stacks", newStacksPage(), "1 of 3 stacks in sync, 1 in trouble"],
])("the summary of %s", (_, document, text) => {
  expect(summarizePage(document)).toBe(text);
  expect(lines(document, "unseen")[0]).toBe(text);
});

describe("the head of a stack", () => {
  test("names the commit, the source, and when it was looked at", () => {
    expect(lines(shop({}), "stack-head")).toEqual([
      "shop",
      "in sync at 1a2b3c4 (1 object)",
      "Commit",
      "1a2b3c4",
      "Source",
      "https://git.example/team/stack, branch main",
      "Writes since the start",
      "0",
      "Looked at",
      "4s ago",
    ]);
  });

  test("a newer commit that is not in force, and a mode that writes nothing, are said", () => {
    const status = stackStatus({
      tip: "ffffffffffff",
      objects: [objectStatus("ConfigMap/shop/a")],
    });
    const document = pageOf(
      pageStack(status, {
        mode: "observe",
        source: { url: "../repo", branch: "main", path: "deploy" },
      }),
    );
    const text = lines(document, "stack-head").join(" ");
    expect(text).toContain("Newest fffffff (not in force)");
    expect(text).toContain("Mode observe (nothing is written)");
    expect(text).toContain("../repo, branch main, deploy");
  });
});

test("every stack without objects says what to do", () => {
  expect(lines(newStacksPage(), "empty")).toEqual([
    "First look",
    "Lockstep reads branch main of https://git.example/team/stack and lists what is in the cluster. The objects appear here as soon as both have answered.",
    "No objects",
    "Commit 1a2b3c4 has no manifest. Add a YAML file, commit it and push it to branch main; it is applied at once.",
    "Nothing is in force yet",
    "The newest commit is not applied because of the problems above. Push a corrected one; it is taken at once.",
  ]);
});

test("what is to mend comes first, in the words of the terminal", () => {
  expect(lines(stalledPage(), "faults")).toEqual([
    "3 things to mend",
    'Refused Deployment.apps/elastic/web: deployments.apps "web" is forbidden: User "system:serviceaccount:lockstep-system:lockstep" cannot patch resource "deployments" in API group "apps" (forbidden); give the account this permission',
    "Problem elastic/beat.yaml:9:3: unknown key replica; did you mean replicas?",
    "Cycle Agent/elastic/fleet waits for Beat/elastic/logs waits for Agent/elastic/fleet",
  ]);
});

describe("tiers", () => {
  test("stand from first to last, each with its count", () => {
    expect(lines(heldPage(), "tier-head")).toEqual([
      "Tier 0",
      "1 of 1 ready",
      "Tier 1",
      "2 of 2 ready",
      "Tier 2",
      "0 of 1 ready",
      "Tier 3",
      "0 of 2 ready",
      "Tier 4",
      "0 of 2 ready",
    ]);
  });

  test.each([
    [
      "a small stack shows what is ready",
      heldPage(),
      true,
      ["Stalled 0", "Held 4", "In progress 1", "Ready 3"],
    ],
    [
      "a large one hides it at first",
      largePage(),
      false,
      ["Stalled 1", "Held 10", "In progress 11", "Ready 478"],
    ],
  ])("%s", (...[, document, isShown, counts]) => {
    const page = renderPage(document);
    expect(withClass(page, "switch").map((each) => pageLines(each).join(" "))).toEqual(counts);
    expect(withClass(page, "show-ready").map(({ attributes }) => "checked" in attributes)).toEqual([
      isShown,
    ]);
    expect(withClass(page, "show-held").map(({ attributes }) => "checked" in attributes)).toEqual([
      true,
    ]);
  });

  test("a switch names the phases that it is for", () => {
    const titles = withClass(renderPage(heldPage()), "switch").map(
      ({ attributes }) => attributes["title"],
    );
    expect(titles).toEqual([
      "Stalled",
      "DelayingChanges",
      "Pending, ApplyingChanges, Pruning",
      "Ready, Done, Skipped",
    ]);
  });

  test("2,000 objects have cards, those first that are not ready", () => {
    const objects = Array.from({ length: 2500 }, (_, index) =>
      objectStatus(`ConfigMap/shop/c${index}`, {
        phase: index < 2400 ? "Ready" : "ApplyingChanges",
      }),
    );
    const page = renderPage(shop({ objects }));
    expect(
      withClass(page, "card").filter((each) => each.attributes["data-group"] === "moving"),
    ).toHaveLength(100);
    expect(withClass(page, "card")).toHaveLength(2000);
    expect(pageLines(page)).toContain("500 objects more are in status.json");
  });
});

test("drift says who, what, when, how sure that is, and what was done", () => {
  expect(lines(driftPage(), "entries")).toEqual([
    "Deployment/elastic/web: kubectl-edit changed spec.replicas from 3 to 5",
    "not reverted yet 42s ago Update as the object's managed fields say",
    'ConfigMap/elastic/settings: k9s changed data.mode from "calm" to "loud"',
    "reverted 13m ago Update as the object's managed fields say",
    'Kibana/elastic/kb: kubectl-client-side-apply added spec.podTemplate.spec.tolerations: [{"key":"spot","operator":"Exists"}]',
    "reverted 2h1m ago Update as the object's managed fields say",
    "Secret/elastic/users: somebody deleted it",
    "reverted nothing recorded who it was",
    'Deployment/elastic/web: argocd changed spec.strategy.type from "Recreate" to "RollingUpdate"',
    "ignored by a rule 1d ago Update as the object's managed fields say",
    "restarted 1 consumer because Secret/elastic/users changed, 3m ago: Deployment/elastic/web",
    "ConfigMap/elastic/old-settings: no longer in Git, stays: pruning is not built yet",
    "elastic/web.yaml:12:5 the autoscaler of this Deployment owns replicas; leave them out",
  ]);
});

test.each([
  ["open", "drift"],
  ["observed", "drift"],
  ["reverted", "good"],
  ["ignored", "quiet"],
  ["skipped", "quiet"],
  ["failed", "bad"],
  ["contested", "bad"],
])("drift that is %s looks %s", (action, tone) => {
  const page = renderPage(shop({ drift: [driftStatus("ConfigMap/shop/a", { action })] }));
  const [list] = withClass(page, "entries");
  expect(JSON.stringify(list?.children[0])).toContain(`"data-tone":"${tone}"`);
});

describe("what was reverted", () => {
  const now = driftStatus("ConfigMap/shop/now", { action: "open" });
  const before = Array.from({ length: 8 }, (_, index) => driftStatus(`ConfigMap/shop/c${index}`));

  test("beyond the newest five is folded, and the page says how long it stays", () => {
    const page = renderPage(shop({ drift: [now, ...before] }));
    const lists = withClass(page, "entries").map((each) => each.children.length);
    expect(lists).toEqual([6, 3]);
    expect(withClass(page, "older").map((each) => [each.tag, pageLines(each)[0]])).toEqual([
      ["details", "3 older"],
    ]);
    expect(withClass(page, "count").map((each) => pageLines(each)[0])).toContain("9");
    expect(pageLines(page)).toContain(
      "What was reverted stays in this list until 100 newer differences have come; a status that is too long for the cluster is kept without it, and a restart forgets it.",
    );
  });

  test("up to five is not folded; without any nothing is said of it", () => {
    const few = renderPage(shop({ drift: [now, ...before.slice(0, 5)] }));
    expect(withClass(few, "older")).toEqual([]);
    expect(JSON.stringify(renderPage(shop({ drift: [now] })))).not.toContain("What was reverted");
  });

  test("shows when a removal was seen: the cluster records no time of it", () => {
    const removal = driftStatus("ConfigMap/shop/a", { class: "missing", at: "", seenAt: ago(60) });
    expect(lines(shop({ drift: [removal] }), "entry-facts")[0]).toContain("seen 1m ago");
  });
});

test("a fight names the opponents, and how reverts go on", () => {
  expect(lines(fightPage(), "entries").slice(2)).toEqual([
    "Deployment/elastic/web: k9s and kubectl-scale took spec.replicas 7 times",
    "Contested: reverts go on, more slowly last 12s ago first 8m ago",
  ]);
  const told = { id: "ConfigMap/shop/a", count: 3, first: ago(480), last: ago(12) };
  const fights = [
    { ...told, path: "/data", managers: ["k9s"], contested: true, stopped: true },
    { ...told, path: "", managers: [], contested: true, nextRevertAt: "2026-01-01T00:00:00Z" },
    { ...told, path: "/data/x", managers: ["k9s"], contested: false },
  ];
  expect(lines(shop({ fights }), "entries")).toEqual([
    "ConfigMap/shop/a: k9s took data 3 times",
    "Contested: its reverts are stopped until it is left alone last 12s ago first 8m ago",
    "ConfigMap/shop/a: somebody took the whole object 3 times",
    "Contested: reverts go on, more slowly next 2026-01-01T00:00:00Z last 12s ago first 8m ago",
    "ConfigMap/shop/a: k9s took data.x 3 times",
    "not contested now last 12s ago first 8m ago",
  ]);
});

test("the history says what each pass did, and how many had nothing to say", () => {
  const passes = [
    passRecord({ at: ago(5), quietPasses: 12 }),
    passRecord({
      at: ago(60),
      inSync: false,
      durationMs: 1840,
      counts: { applied: 2, reverted: 1, refused: 1, held: 3 },
      steps: [
        { id: "ConfigMap/shop/a", done: "created" },
        { id: "Secret/shop/b", done: "conflicted" },
      ],
    }),
    passRecord({ at: ago(61), inSync: false, quietPasses: 1 }),
  ];
  const status = stackStatus({ objects: [objectStatus("ConfigMap/shop/a")] });
  expect(lines(pageOf(pageStack(status, { passes })), "pass-list")).toEqual([
    "in sync",
    "5s ago 1a2b3c4 took 84 ms then 12 passes without news",
    "2 applied, 1 reverted, 1 refused, 3 held",
    "1m ago 1a2b3c4 took 1.8 s",
    "2 objects",
    "ConfigMap/shop/a created",
    "Secret/shop/b was written by somebody else at the same moment",
    "nothing written",
    "1m ago 1a2b3c4 took 84 ms then 1 pass without news",
  ]);
});
