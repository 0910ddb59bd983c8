import { describe, expect, test } from "vitest";
import { choosePalette, PLAIN } from "../../../src/cli/palette.ts";
import { renderStatus } from "../../../src/cli/render-status.ts";
import type { StackStatus } from "../../../src/core/report/status-document.ts";
import {
  ago,
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
  return renderStatus({ stacks }, { nowMs: NOW_MS, palette: PLAIN });
}

describe("the sentence about a stack", () => {
  const held = objectStatus(KB, { phase: "DelayingChanges", blockers: [blockerStatus(ES)] });
  const applying = objectStatus(ES, { phase: "ApplyingChanges" });
  const stalled = objectStatus(WEB, { phase: "Stalled" });
  const skipped = objectStatus(WEB, { phase: "Skipped", action: "skip", mode: "off" });
  const problem = { where: "a.yaml:1:1", what: "is broken", expected: "" };
  const refusal = { id: WEB, code: "forbidden", message: "no" };
  test.each([
    [stackStatus({ objects: [objectStatus(WEB)] }), "in sync at 1a2b3c4 (1 object)"],
    [stackStatus(), "in sync at 1a2b3c4 (0 objects)"],
    [stackStatus({ revision: "", inSync: false }), "nothing is in force yet"],
    [
      stackStatus({ objects: [objectStatus(WEB), applying] }),
      "1a2b3c4 is rolling out, 1 of 2 objects ready",
    ],
    [
      stackStatus({ objects: [held, applying] }),
      "1a2b3c4 is rolling out, 0 of 2 objects ready, 1 held",
    ],
    [
      stackStatus({ objects: [held, stalled] }),
      "stalled at 1a2b3c4, Deployment/shop/web makes no progress",
    ],
    [
      stackStatus({ objects: [stalled, { ...stalled, id: "A/b" }, { ...stalled, id: "A/c" }] }),
      "stalled at 1a2b3c4, Deployment/shop/web and 2 more make no progress",
    ],
    [
      stackStatus({ inSync: false, problems: [problem, problem], tip: "5d6e7f8a9b" }),
      "5d6e7f8 is not applied, it has 2 problems; 1a2b3c4 stays in force",
    ],
    [
      stackStatus({ inSync: false, problems: [problem], revision: "", tip: "5d6e7f8a9b" }),
      "5d6e7f8 is not applied, it has 1 problem; nothing is in force yet",
    ],
    [
      stackStatus({ inSync: false, problems: [problem], refusals: [refusal, refusal] }),
      "1a2b3c4 is in force with 2 refusals and 1 problem",
    ],
    [
      stackStatus({ objects: [stalled], refusals: [{ ...refusal, id: "" }] }),
      "the cluster, the repository or its forge refused (forbidden); 1a2b3c4 is in force",
    ],
    [
      stackStatus({ revision: "", refusals: [{ ...refusal, id: "" }] }),
      "the cluster, the repository or its forge refused (forbidden)",
    ],
    [
      stackStatus({
        inSync: false,
        drift: [
          driftStatus(WEB, { action: "open" }),
          driftStatus(WEB),
          driftStatus(WEB, { class: "coowned", action: "observed" }),
        ],
      }),
      "out of sync at 1a2b3c4 with 1 open difference",
    ],
    [stackStatus({ inSync: false }), "out of sync at 1a2b3c4"],
    [
      stackStatus({ inSync: true, objects: [skipped, { ...skipped, id: "A/b" }] }),
      "off (mode: off in the configuration), nothing of it is looked at or written",
    ],
    [
      stackStatus({ inSync: true, objects: [skipped, objectStatus("A/b")] }),
      "in sync at 1a2b3c4 (2 objects, 1 off)",
    ],
  ])("%# → %s", (stack, sentence) => {
    expect(text(stack).split("\n")[0]).toBe(`shop: ${sentence}`);
  });
});

test("what was refused is said once, at the top; beside the object stands only its code", () => {
  const message = `${WEB}: spec.replicas: Invalid value: -1`;
  const stalled = { phase: "Stalled", cause: { pod: "", reason: "invalid", message } } as const;
  const stack = stackStatus({
    inSync: false,
    objects: [objectStatus(WEB, stalled), objectStatus("Service/shop/web")],
    refusals: [{ id: WEB, code: "invalid", message }],
  });
  expect(text(stack)).toBe(`shop: stalled at 1a2b3c4, Deployment/shop/web makes no progress
  refused: Deployment.apps/shop/web: spec.replicas: Invalid value: -1 (invalid); correct the manifest
  tier 0
    Deployment/shop/web  Stalled
      refused (invalid)
    Service/shop/web     Ready
`);
});

test("everything about a stack, the worst first", () => {
  const stack = stackStatus({
    objects: [
      objectStatus("Namespace/elastic"),
      objectStatus(ES, {
        tier: 1,
        phase: "ApplyingChanges",
        version: { declared: "9.1.0", running: ["8.19.2", "9.1.0"] },
      }),
      objectStatus(KB, {
        tier: 2,
        phase: "DelayingChanges",
        version: { declared: "9.1.0", running: ["8.19.2"] },
        blockers: [
          blockerStatus(ES),
          blockerStatus(WEB, { reason: "Stalled", have: "", since: ago(10) }),
        ],
        conditions: [{ type: "Drifted", since: ago(60), message: "spec.count is taken" }],
      }),
      objectStatus(WEB, {
        tier: 2,
        phase: "Stalled",
        version: { declared: "2.0.0", running: [] },
        cause: { pod: "web-1", reason: "ImagePullBackOff", message: "no such image" },
      }),
      objectStatus("Job.batch/shop/init", {
        tier: 3,
        phase: "Done",
        version: { declared: "1.0.0", running: ["1.0.0"] },
      }),
    ],
    drift: [driftStatus(WEB)],
    orphans: [
      { id: "ConfigMap/shop/old", action: "skip", reason: "pruning is off" },
      { id: "ConfigMap/shop/older", action: "prune", reason: "" },
    ],
    cycles: [["A/x", "B/y"]],
    problems: [{ where: "a.yaml:1:1", what: "waits for itself", expected: "no cycle" }],
    lints: [{ where: "b.yaml:2:1", what: "status is not sent" }],
    refusals: [{ id: WEB, code: "forbidden", message: `${WEB}: may not patch` }],
  });
  expect(text(stack, stackStatus({ name: "logs" }))).toBe(
    `shop: stalled at 1a2b3c4, Deployment/shop/web makes no progress
  refused: Deployment.apps/shop/web: may not patch (forbidden); give the account this permission
  problem: a.yaml:1:1: waits for itself; expected no cycle
  cycle: A/x → B/y → A/x
  tier 0
    Namespace/elastic           Ready
  tier 1
    Elasticsearch/elastic/main  ApplyingChanges  runs 8.19.2 and 9.1.0, Git says 9.1.0
  tier 2
    Kibana/elastic/main         DelayingChanges  runs 8.19.2, Git says 9.1.0
      waits for Elasticsearch/elastic/main: it runs 8.19.2, 9.1.0 wanted (VersionBehind, for 3m)
      waits for Deployment/shop/web: it makes no progress (Stalled, for 10s)
      Drifted for 1m: spec.count is taken
    Deployment/shop/web         Stalled          Git says 2.0.0
      pod web-1: ImagePullBackOff: no such image
  tier 3
    Job/shop/init               Done             1.0.0
  drift: Deployment/shop/web: kubectl-edit changed spec.replicas from 3 to 5, 2m ago: reverted
  orphan: ConfigMap/shop/old: no longer in Git, stays: pruning is off
  orphan: ConfigMap/shop/older: no longer in Git, deleted
  lint: b.yaml:2:1: status is not sent

logs: in sync at 1a2b3c4 (0 objects)
`,
  );
});

test("ten differences are told, the rest is counted", () => {
  const drift = Array.from({ length: 12 }, (_, index) =>
    driftStatus(WEB, { path: `/data/k${index}` }),
  );
  const told = text(stackStatus({ drift })).split("\n");
  expect(told.slice(-4)).toEqual([
    "  drift: Deployment/shop/web: kubectl-edit changed data.k8 from 3 to 5, 2m ago: reverted",
    "  drift: Deployment/shop/web: kubectl-edit changed data.k9 from 3 to 5, 2m ago: reverted",
    "  drift: and 2 more (--output json has all)",
    "",
  ]);
  expect(text(stackStatus({ drift: drift.slice(0, 10) }))).not.toContain("more");
});

test("beyond 20 objects at rest, each tier only counts them", () => {
  const settings = Array.from({ length: 20 }, (_, index) =>
    objectStatus(`ConfigMap/shop/c${index}`),
  );
  const web = objectStatus(WEB, { tier: 1, phase: "ApplyingChanges" });
  const db = objectStatus("StatefulSet.apps/shop/db", { tier: 1 });
  const noted = objectStatus("Widget.example.org/shop/w", {
    conditions: [{ type: "HealthUnknown", since: "", message: "" }],
  });
  expect(text(stackStatus({ objects: settings })).split("\n").length).toBe(23);
  expect(text(stackStatus({ objects: [...settings, noted, web, db] }))).toBe(
    `shop: 1a2b3c4 is rolling out, 22 of 23 objects ready
  tier 0: 20 ready
    Widget/shop/w        Ready
      HealthUnknown
  tier 1: 1 ready
    Deployment/shop/web  ApplyingChanges
`,
  );
});

test("the group of a kind is shown when another group has the same kind", () => {
  const objects = ["Service/shop/web", "Service.serving.knative.dev/shop/web", WEB].map((id) =>
    objectStatus(id),
  );
  expect(text(stackStatus({ objects }))).toBe(
    `shop: in sync at 1a2b3c4 (3 objects)
  tier 0
    Service/shop/web                      Ready
    Service.serving.knative.dev/shop/web  Ready
    Deployment/shop/web                   Ready
`,
  );
});

test("colours follow the phase", () => {
  const palette = choosePalette({ isTerminal: true, noColor: undefined, term: "xterm" });
  const objects = [objectStatus("A/ready"), objectStatus("A/held", { phase: "Stalled" })];
  expect(renderStatus({ stacks: [stackStatus({ objects })] }, { nowMs: NOW_MS, palette })).toBe(
    [
      "\u001B[1mshop\u001B[0m: \u001B[31mstalled at 1a2b3c4, A/held makes no progress\u001B[0m",
      "  tier 0",
      "    A/ready  \u001B[32mReady\u001B[0m",
      "    A/held   \u001B[31mStalled\u001B[0m",
      "",
    ].join("\n"),
  );
});
