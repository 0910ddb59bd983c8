import { describe, expect, test } from "vitest";
import { executePlan, type StepOutcome } from "../../../src/agent/execute-plan.ts";
import { createWakeUp } from "../../../src/agent/wake-up.ts";
import { ClusterError } from "../../../src/core/cluster-error.ts";
import { textAt } from "../../../src/core/object/json.ts";
import { objectKey } from "../../../src/core/object/object-id.ts";
import type { WriteStep } from "../../../src/core/plan/plan.ts";
import { decide } from "../../support/decide.ts";
import { FakeCluster } from "../../support/fake-cluster.ts";
import { manifest, yaml } from "../../support/graph-builders.ts";
import { appliedAt, keyFrom, lookOf, NEW } from "../../support/look-builder.ts";
import { objectPlan, planOf, writeStep } from "../../support/plan-builder.ts";
import { editObject } from "../../support/server-side-apply.ts";

/** A create of a ConfigMap after others. */
function create(name: string, ...after: readonly string[]): WriteStep {
  return writeStep(`ConfigMap/shop/${name}`, {
    why: "create",
    live: undefined,
    after: after.map((each) => keyFrom(`ConfigMap/shop/${each}`)),
  });
}

interface Setting {
  readonly cluster?: FakeCluster;
  readonly concurrency?: number;
  readonly mayWrite?: () => boolean;
}

async function execute(
  steps: readonly WriteStep[],
  { cluster = new FakeCluster(), concurrency = 4, mayWrite = () => true }: Setting = {},
): Promise<readonly string[]> {
  const plan = planOf(...steps.map((step) => objectPlan(objectKey(step.ref.id), { step })));
  const outcomes = await executePlan(plan, { cluster, concurrency, mayWrite });
  return outcomes.map(brief);
}

/** `a written`, `b refused forbidden`, `c written in 2`. */
function brief(outcome: StepOutcome): string {
  const { name } = outcome.step.ref.id;
  const isHalfDone = "isHalfDone" in outcome && outcome.isHalfDone;
  const half = isHalfDone ? ", half done" : "";
  if (outcome.kind === "refused") return `${name} refused ${outcome.refusal.code}${half}`;
  if (outcome.kind === "conflict") return `${name} conflict${half}`;
  const isTwo = outcome.kind === "written" && outcome.writes > 1;
  return `${name} ${outcome.kind}${isTwo ? ` in ${outcome.writes}` : ""}`;
}

/** Refuses the requests of that line. */
function refusing(line: string, code: ConstructorParameters<typeof ClusterError>[0]): FakeCluster {
  const cluster = new FakeCluster();
  cluster.onRequest = (request) => {
    if (request === line) throw new ClusterError(code, `${line}: ${code}`);
  };
  return cluster;
}

describe("executePlan, order", () => {
  test("a step begins when those that it comes after are written, whatever the concurrency", async () => {
    const cluster = new FakeCluster();
    const steps = [create("a"), create("b", "a"), create("c", "b"), create("d")];
    expect(await execute(steps, { cluster, concurrency: 1 })).toEqual([
      "a written",
      "b written",
      "c written",
      "d written",
    ]);
    const order = cluster.requests.filter((line) => !line.endsWith("/d"));
    expect(order).toEqual(["a", "b", "c"].map((name) => `apply ConfigMap/shop/${name}`));
  });

  test("independent steps do not wait for each other", async () => {
    const cluster = new FakeCluster();
    const gate = createWakeUp();
    cluster.onRequest = async (line) => {
      if (line.endsWith("/a")) await gate.wait();
      if (line.endsWith("/c")) gate.ring();
    };
    expect(await execute([create("a"), create("b", "a"), create("c")], { cluster })).toEqual([
      "a written",
      "b written",
      "c written",
    ]);
    expect(cluster.requests.at(-1)).toBe("apply ConfigMap/shop/b");
  });

  test("no more requests are under way than allowed", async () => {
    const cluster = new FakeCluster();
    let running = 0;
    let most = 0;
    cluster.onRequest = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
      running -= 1;
    };
    await execute(
      ["a", "b", "c", "d", "e"].map((name) => create(name)),
      { cluster, concurrency: 2 },
    );
    expect(most).toBe(2);
  });

  test("a step after an object that this plan does not write goes at once", async () => {
    expect(await execute([create("b", "elsewhere")])).toEqual(["b written"]);
  });
});

describe("executePlan, what is refused", () => {
  const steps = [create("a"), create("b", "a"), create("c", "b"), create("d")];

  test.each([
    { code: "forbidden", a: "a refused forbidden" },
    { code: "unreachable", a: "a refused unreachable" },
    { code: "conflict", a: "a conflict" },
  ] as const)("$code: what comes after it is skipped, the rest goes on", async ({ code, a }) => {
    const cluster = refusing("apply ConfigMap/shop/a", code);
    expect(await execute(steps, { cluster })).toEqual([a, "b skipped", "c skipped", "d written"]);
    expect(cluster.requests).not.toContain("apply ConfigMap/shop/b");
  });

  test("a defect is not caught", async () => {
    const cluster = new FakeCluster();
    cluster.onRequest = () => {
      throw new TypeError("a bug");
    };
    await expect(execute([create("a")], { cluster })).rejects.toThrow("a bug");
  });
});

describe("executePlan, the right to write", () => {
  test("none: nothing is begun", async () => {
    const cluster = new FakeCluster();
    const outcomes = await execute([create("a"), create("b")], { cluster, mayWrite: () => false });
    expect([outcomes, cluster.requests]).toEqual([["a skipped", "b skipped"], []]);
  });

  test("lost between two steps: the second is not begun", async () => {
    const cluster = new FakeCluster();
    const steps = [create("a"), create("b", "a")];
    const outcomes = await execute(steps, { cluster, mayWrite: () => cluster.objects.size === 0 });
    expect(outcomes).toEqual(["a written", "b skipped"]);
  });
});

describe("executePlan, writes on what is there", () => {
  const a = manifest("ConfigMap/shop/a", { rest: "data: {x: '1'}" });
  const live = appliedAt(a, NEW);

  /** The step that reverts what somebody did to `a`. */
  function reverting(edited: typeof live): WriteStep {
    const { plan } = decide(lookOf({ git: [a], live: [edited] }));
    const [step] = plan.objects.flatMap((each) => each.step ?? []);
    if (step === undefined) throw new Error("nothing to revert");
    return step;
  }

  test("a foreign field goes by a transfer and an apply that carries the version the transfer made", async () => {
    const cluster = new FakeCluster();
    const edited = editObject(live, "kubectl-edit", yaml("data: {y: '2'}"));
    cluster.put(edited);
    expect(await execute([reverting(edited)], { cluster })).toEqual(["a written in 2"]);
    expect(cluster.requests).toEqual(["patch ConfigMap/shop/a", "apply ConfigMap/shop/a"]);
    expect(cluster.objects.get(keyFrom("ConfigMap/shop/a"))?.["data"]).toEqual({ x: "1" });
  });

  test.each([
    {
      title: "between the look and the write",
      line: "apply ConfigMap/shop/a",
      patch: "data: {x: '9'}",
    },
    {
      title: "between the look and the transfer",
      line: "patch ConfigMap/shop/a",
      patch: "data: {y: '2'}",
    },
    {
      title: "between the transfer and the apply",
      line: "apply ConfigMap/shop/a",
      patch: "data: {y: '2'}",
      outcome: "a conflict, half done",
    },
  ])(
    "somebody writes $title: a conflict, and nothing of theirs is overwritten",
    async ({ line, patch, outcome = "a conflict" }) => {
      const cluster = new FakeCluster();
      const edited = editObject(live, "kubectl-edit", yaml(patch));
      cluster.put(edited);
      cluster.onRequest = (request) => {
        const present = cluster.objects.get(keyFrom("ConfigMap/shop/a"));
        if (request !== line || present === undefined) return;
        cluster.put(editObject(present, "kubectl-edit", yaml("data: {z: '3'}")));
      };
      expect(await execute([reverting(edited)], { cluster })).toEqual([outcome]);
      expect(textAt(cluster.objects.get(keyFrom("ConfigMap/shop/a")), "data", "z")).toBe("3");
    },
  );

  test("an apply that is refused after the transfer is half done, too", async () => {
    const cluster = refusing("apply ConfigMap/shop/a", "webhook-failed");
    const edited = editObject(live, "kubectl-edit", yaml("data: {y: '2'}"));
    cluster.put(edited);
    expect(await execute([reverting(edited)], { cluster })).toEqual([
      "a refused webhook-failed, half done",
    ]);
  });

  test("an object that was deleted meanwhile is not made anew by an apply to the old one", async () => {
    const cluster = new FakeCluster();
    const edited = editObject(live, "kubectl-edit", yaml("data: {x: '9'}"));
    expect(await execute([reverting(edited)], { cluster })).toEqual(["a conflict"]);
    expect(cluster.objects.size).toBe(0);
  });

  test("what is applied is the intent, never what was read", async () => {
    const cluster = new FakeCluster();
    const edited = editObject(live, "kubectl-edit", yaml("data: {x: '9'}"));
    cluster.put(edited);
    const step = reverting(edited);
    await execute([step], { cluster });
    expect(step.intent["metadata"]).not.toHaveProperty("managedFields");
    expect(step.intent["metadata"]).not.toHaveProperty("resourceVersion");
  });
});
