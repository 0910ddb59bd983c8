import { expect, test } from "vitest";
import type { ObjectStatus } from "../../../src/core/report/status-document.ts";
import { renderCard } from "../../../src/web/render-card.ts";
import { openScene } from "../../../src/web/stack-scene.ts";
import { pageEdge, pageStack } from "../../support/page-builder.ts";
import { pageLines, withClass } from "../../support/page-text.ts";
import { ago, blockerStatus, objectStatus, stackStatus } from "../../support/status-builder.ts";

const WEB = "Deployment.apps/shop/web";
const DB = "StatefulSet.apps/shop/db";

/** The card's group, and what it says unasked. */
function brief(written: Partial<ObjectStatus>): readonly (string | undefined)[] {
  const object = objectStatus(WEB, written);
  const status = stackStatus({ objects: [object, objectStatus(DB)] });
  const card = renderCard(object, openScene(pageStack(status)));
  const [summary = ""] = pageLines(card);
  return [card.attributes["data-group"], summary, ...withClass(card, "notes").flatMap(pageLines)];
}

const UPGRADE = { declared: "9.1.0", running: ["8.19.2"] };

test.each<[Partial<ObjectStatus>, readonly string[]]>([
  [{}, ["ready", "web Ready Deployment in shop"]],
  [{ phase: "Done" }, ["ready", "web Done Deployment in shop"]],
  [{ phase: "Skipped" }, ["ready", "web Skipped Deployment in shop"]],
  [
    {
      phase: "Skipped",
      mode: "observe",
      modeFrom: "kind",
      conditions: [{ type: "Skipped", since: "", message: "nothing of it is written" }],
    },
    [
      "ready",
      "web Skipped Deployment in shop",
      "mode observe (of its kind): it is only reported, nothing of it is written",
      "Skipped: nothing of it is written",
    ],
  ],
  [
    {
      phase: "DelayingChanges",
      blockers: [blockerStatus(DB, { note: "its mode observe leaves it as it is" })],
    },
    [
      "held",
      "web Held Deployment in shop",
      "waits for StatefulSet/shop/db: it runs 8.19.2, 9.1.0 wanted; its mode observe leaves it as it is VersionBehind · 3m",
    ],
  ],
  [{ phase: "Pending" }, ["moving", "web Pending Deployment in shop"]],
  [{ phase: "Pruning" }, ["moving", "web Being deleted Deployment in shop"]],
  [
    { phase: "ApplyingChanges", version: UPGRADE },
    ["moving", "web Rolling out Deployment in shop runs 8.19.2, Git says 9.1.0"],
  ],
  [
    { version: { declared: "9.1.0", running: ["9.1.0"] } },
    ["ready", "web Ready Deployment in shop 9.1.0"],
  ],
  [
    { phase: "DelayingChanges", version: UPGRADE, blockers: [blockerStatus(DB)] },
    [
      "held",
      "web Held Deployment in shop runs 8.19.2, Git says 9.1.0",
      "waits for StatefulSet/shop/db: it runs 8.19.2, 9.1.0 wanted VersionBehind · 3m",
    ],
  ],
  [
    {
      phase: "Pending",
      blockers: [
        blockerStatus(DB, { reason: "NotReady", want: "", have: "1 of 3 pods ready", since: "" }),
      ],
    },
    [
      "held",
      "web Pending Deployment in shop",
      "waits for StatefulSet/shop/db: it is not ready: 1 of 3 pods ready NotReady",
    ],
  ],
  [
    {
      phase: "Pending",
      blockers: [blockerStatus(WEB, { reason: "OwnedByOther", have: "helm", want: "take-over" })],
    },
    [
      "held",
      "web Pending Deployment in shop",
      "belongs to helm; what helps is take-over OwnedByOther · 3m",
    ],
  ],
  [
    {
      phase: "Stalled",
      blockers: [blockerStatus(DB)],
      cause: { pod: "web-1", reason: "ImagePullBackOff", message: "not found" },
    },
    [
      "stalled",
      "web Stalled Deployment in shop",
      "pod web-1: ImagePullBackOff: not found",
      "waits for StatefulSet/shop/db: it runs 8.19.2, 9.1.0 wanted VersionBehind · 3m",
    ],
  ],
  [
    {
      conditions: [{ type: "Drifted", since: ago(60), message: "/spec/replicas by k9s" }],
      takesOver: ["helm"],
    },
    [
      "ready",
      "web Ready Deployment in shop",
      "Drifted: /spec/replicas by k9s 1m",
      "taken over from helm",
    ],
  ],
  [
    {
      phase: "Pending",
      blockers: Array.from({ length: 10 }, () => blockerStatus(DB, { since: "" })),
    },
    [
      "held",
      "web Pending Deployment in shop",
      ...Array.from(
        { length: 8 },
        () => "waits for StatefulSet/shop/db: it runs 8.19.2, 9.1.0 wanted VersionBehind",
      ),
      "and 2 more blockers",
    ],
  ],
])("%j", (written, lines) => {
  expect(brief(written)).toEqual(lines);
});

test("an open card names the whole id, the commit, and the edges on both sides", () => {
  const objects = [objectStatus(DB), objectStatus(WEB, { appliedRevision: "" })];
  const edges = [
    pageEdge(WEB, DB, "ready", "annotation:lockstep.dev/after"),
    pageEdge(WEB, "Secret/shop/gone", "exists", "association:spec.secret"),
  ];
  const scene = openScene(pageStack(stackStatus({ objects }), { edges }));
  expect(objects.map((object) => pageLines(renderCard(object, scene)).slice(1))).toEqual([
    [
      "Object",
      "StatefulSet.apps/shop/db",
      "Phase",
      "Ready",
      "Applied at",
      "1a2b3c4",
      "Comes after",
      "nothing",
      "Comes before",
      "Deployment/shop/web ready · annotation:lockstep.dev/after",
    ],
    [
      "Object",
      "Deployment.apps/shop/web",
      "Phase",
      "Ready",
      "Applied at",
      "never",
      "Comes after",
      "StatefulSet/shop/db ready · annotation:lockstep.dev/after",
      "Secret/shop/gone exists · association:spec.secret",
      "Comes before",
      "nothing",
    ],
  ]);
  const [, web] = objects.map((object) => renderCard(object, scene));
  expect(web?.attributes["data-targets"]).toBe(scene.cardOf(DB));
});

test("a hub names a dozen of its edges and counts the rest", () => {
  const ids = Array.from({ length: 15 }, (_, index) => `ConfigMap/shop/c${index}`);
  const hub = objectStatus("Namespace/shop");
  const edges = ids.map((id) => pageEdge(id, hub.id, "exists", "structure:Namespace"));
  const scene = openScene(
    pageStack(stackStatus({ objects: [hub, ...ids.map((id) => objectStatus(id))] }), { edges }),
  );
  expect(pageLines(renderCard(hub, scene)).slice(-2)).toEqual([
    "ConfigMap/shop/c11 exists · structure:Namespace",
    "and 3 more",
  ]);
});

test("the page's own word for a phase has the phase's name as its title", () => {
  const phases = ["DelayingChanges", "ApplyingChanges", "Pruning", "Ready"] as const;
  const titles = phases.map((phase) => {
    const object = objectStatus(WEB, { phase });
    const card = renderCard(object, openScene(pageStack(stackStatus({ objects: [object] }))));
    return withClass(card, "card-phase").map(({ attributes }) => attributes["title"]);
  });
  expect(titles).toEqual(phases.map((phase) => [phase]));
});
