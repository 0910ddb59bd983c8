import { expect, test } from "vitest";
import { PLAIN } from "../../../src/cli/palette.ts";
import { renderPlan } from "../../../src/cli/render-plan.ts";
import type { StackStatus } from "../../../src/core/report/status-document.ts";
import {
  blockerStatus,
  driftStatus,
  NOW_MS,
  objectStatus,
  stackStatus,
} from "../../support/status-builder.ts";

const ES = "Elasticsearch.elasticsearch.k8s.elastic.co/elastic/main";
const KB = "Kibana.kibana.k8s.elastic.co/elastic/main";
const WEB = "Deployment.apps/shop/web";

function text(...stacks: readonly StackStatus[]): string {
  return renderPlan({ stacks }, { nowMs: NOW_MS, palette: PLAIN });
}

test("all that a sync would do: take-overs first, then by tier, then the counts", () => {
  const upgrade = { declared: "9.1.0", running: ["8.19.2"] };
  const stack = stackStatus({
    inSync: false,
    objects: [
      objectStatus("Namespace/elastic"),
      objectStatus("ConfigMap/shop/new", {
        action: "apply",
        appliedRevision: "",
        writes: ["create"],
      }),
      objectStatus("ConfigMap/shop/again", { action: "apply", writes: ["create"] }),
      objectStatus("ConfigMap/shop/mine", {
        action: "apply",
        appliedRevision: "",
        takesOver: ["kubectl", "helm"],
      }),
      objectStatus("ConfigMap/shop/old", { action: "prune" }),
      objectStatus(ES, { tier: 1, action: "apply", version: upgrade, writes: ["apply"] }),
      objectStatus("Job.batch/shop/move", { tier: 1, action: "recreate", writes: ["delete"] }),
      objectStatus(WEB, { tier: 1, action: "revert" }),
      objectStatus("Deployment.apps/shop/api", { tier: 1, action: "restart" }),
      objectStatus("Deployment.apps/shop/once", {
        tier: 1,
        mode: "create-only",
        modeFrom: "kind",
        conditions: [{ type: "RestartDue", since: "", message: "its pods are not restarted" }],
      }),
      objectStatus(KB, {
        tier: 2,
        action: "hold",
        version: upgrade,
        blockers: [blockerStatus(ES)],
      }),
      objectStatus("Secret/shop/key", {
        tier: 2,
        action: "hold",
        takesOver: ["flux"],
        blockers: [blockerStatus(ES, { reason: "NotReady", have: "", gate: "ready" })],
      }),
      objectStatus("Secret/shop/other", { tier: 3, action: "skip" }),
      objectStatus("Service/shop/web", { tier: 3, action: "recreate", phase: "ApplyingChanges" }),
    ],
    drift: [driftStatus(WEB)],
    orphans: [{ id: "ConfigMap/shop/gone", action: "keep", reason: "pruning is off" }],
    lints: [{ where: "b.yaml:2:1", what: "status is not sent" }],
    refusals: [{ id: "ConfigMap/shop/new", code: "invalid", message: "unknown field" }],
  });
  expect(text(stack)).toBe(
    `shop: what a sync of 1a2b3c4 would do
  refused: ConfigMap/shop/new: unknown field (invalid); correct the manifest
  owned by others so far
    would take over ConfigMap/shop/mine from kubectl, helm
    would hold Secret/shop/key, then take it over from flux
      waits for Elasticsearch/elastic/main: it is not ready (NotReady, for 3m)
  tier 0
    would create ConfigMap/shop/new
    would create ConfigMap/shop/again
    would delete ConfigMap/shop/old
  tier 1
    would change Elasticsearch/elastic/main (runs 8.19.2, Git says 9.1.0)
    would recreate Job/shop/move
    would revert Deployment/shop/web
    would restart Deployment/shop/api
    would leave Deployment/shop/once
      mode create-only (of its kind): it is made when it is missing and never changed
      RestartDue: its pods are not restarted
  tier 2
    would hold Kibana/elastic/main (runs 8.19.2, Git says 9.1.0)
      waits for Elasticsearch/elastic/main: it runs 8.19.2, 9.1.0 wanted (VersionBehind, for 3m)
  tier 3
    would skip Secret/shop/other
    would recreate Service/shop/web
  drift: Deployment/shop/web: kubectl-edit changed spec.replicas from 3 to 5, 2m ago: would be reverted
  orphan: ConfigMap/shop/gone: no longer in Git, stays: pruning is off
  lint: b.yaml:2:1: status is not sent
  1 to take over, 2 to create, 1 to change, 2 to recreate, 1 to revert, 1 to restart, 1 to delete, 2 to hold, 1 to leave, 1 skipped, 1 unchanged; nothing was written
`,
  );
});

test.each([
  {
    title: "nothing changes",
    stack: stackStatus({ objects: [objectStatus(WEB)] }),
    lines: ["shop: what a sync of 1a2b3c4 would do", "  1 unchanged; nothing was written"],
  },
  {
    title: "a suspended stack",
    stack: stackStatus({
      objects: [objectStatus(WEB, { action: "revert" })],
      suspended: { reason: "freeze", until: "", since: "2026-01-01T00:00:00Z" },
    }),
    lines: [
      "shop: what a sync of 1a2b3c4 would do, if it were not suspended",
      "  tier 0",
      "    would revert Deployment/shop/web",
      "  1 to revert; nothing was written",
    ],
  },
  {
    title: "an empty source",
    stack: stackStatus(),
    lines: ["shop: what a sync of 1a2b3c4 would do", "  nothing to do; nothing was written"],
  },
  {
    title: "a tip with problems",
    stack: stackStatus({
      inSync: false,
      tip: "5d6e7f8a9b",
      problems: [{ where: "a.yaml:1:1", what: "is broken", expected: "" }],
    }),
    lines: [
      "shop: 5d6e7f8 would not be applied, it has 1 problem; this is the plan of 1a2b3c4",
      "  problem: a.yaml:1:1: is broken",
      "  nothing to do; nothing was written",
    ],
  },
  {
    title: "files that hold no object, a few by name",
    stack: stackStatus({
      leftOut: {
        count: 7,
        files: [
          { where: "a.yaml:1:5", fault: "not valid YAML: a missing quote" },
          ...["b", "c", "d", "e", "f"].map((name) => ({ where: `${name}.yaml`, fault: null })),
        ],
      },
    }),
    lines: [
      "shop: what a sync of 1a2b3c4 would do",
      "  7 files left out, they hold no Kubernetes object: a.yaml:1:5 (does not parse: a missing quote), b.yaml, c.yaml, d.yaml, e.yaml, and 2 more",
      "  nothing to do; nothing was written",
    ],
  },
  {
    title: "a first commit with problems",
    stack: stackStatus({
      inSync: false,
      revision: "",
      tip: "5d6e7f8a9b",
      problems: [{ where: "a.yaml:1:1", what: "is broken", expected: "" }],
    }),
    lines: [
      "shop: 5d6e7f8 would not be applied, it has 1 problem",
      "  problem: a.yaml:1:1: is broken",
      "  nothing to do; nothing was written",
    ],
  },
  {
    title: "a world that let nothing be looked at",
    stack: stackStatus({
      inSync: false,
      revision: "",
      refusals: [{ id: "", code: "unreachable", message: "no answer" }],
    }),
    lines: [
      "shop: there is no plan, because nothing could be looked at",
      "  refused: no answer (unreachable); check the address and the network; it is tried again",
      "  no plan; nothing was written",
    ],
  },
  {
    title: "a repository that does not answer, with a commit in force",
    stack: stackStatus({
      inSync: false,
      objects: [objectStatus(WEB)],
      refusals: [{ id: "", code: "unreachable", message: "no answer" }],
    }),
    lines: [
      "shop: what a sync of 1a2b3c4 would do",
      "  refused: no answer (unreachable); check the address and the network; it is tried again",
      "  1 unchanged; nothing was written",
    ],
  },
  {
    title: "modes, skips and requests in words",
    stack: stackStatus({
      inSync: false,
      objects: [
        objectStatus(WEB, { action: "apply", mode: "observe", modeFrom: "object" }),
        objectStatus("ConfigMap/shop/a", {
          phase: "Skipped",
          action: "skip",
          conditions: [{ type: "Skipped", since: "", message: "nothing of it is written" }],
        }),
        objectStatus("ConfigMap/shop/b", {
          conditions: [{ type: "RevertRequested", since: "", message: "nothing differs" }],
        }),
      ],
    }),
    lines: [
      "shop: what a sync of 1a2b3c4 would do",
      "  tier 0",
      "    would change Deployment/shop/web: observed, not written",
      "      mode observe (by its annotation): it is only reported, nothing of it is written",
      "    would skip ConfigMap/shop/a",
      "      Skipped: nothing of it is written",
      "    would answer ConfigMap/shop/b",
      "      RevertRequested: nothing differs",
      "  1 to change and only observed, 1 to answer, 1 skipped; nothing was written",
    ],
  },
  {
    title: "a stack that is off",
    stack: stackStatus({
      objects: [objectStatus(WEB, { phase: "Skipped", action: "skip", mode: "off" })],
    }),
    lines: [
      "shop: a sync of 1a2b3c4 would do nothing, mode: off",
      "  tier 0",
      "    would skip Deployment/shop/web",
      "  1 skipped; nothing was written",
    ],
  },
])("$title", ({ stack, lines }) => {
  expect(text(stack)).toBe(`${lines.join("\n")}\n`);
});

test("what a sync would only give up", () => {
  const released = { action: "keep", releases: ["/spec/replicas"] } as const;
  const lines = text(stackStatus({ objects: [objectStatus(WEB, released)] })).split("\n");
  expect(lines.slice(2, 5)).toEqual([
    "    would release Deployment/shop/web",
    "      spec.replicas left to others from now on",
    "  1 to release; nothing was written",
  ]);
});
