import { expect, test } from "vitest";
import { executeAnswers } from "../../../src/agent/execute-answers.ts";
import type { StepOutcome } from "../../../src/agent/execute-plan.ts";
import { ClusterError } from "../../../src/core/cluster-error.ts";
import type { JsonObject } from "../../../src/core/object/json.ts";
import { annotationOf } from "../../../src/core/object/live-object.ts";
import { FakeCluster } from "../../support/fake-cluster.ts";
import { manifest } from "../../support/graph-builders.ts";
import { appliedAt, NEW } from "../../support/look-builder.ts";
import { objectPlan, planOf, writeStep } from "../../support/plan-builder.ts";
import { editObject } from "../../support/server-side-apply.ts";

const ID = "ConfigMap/shop/a";

function asking(): JsonObject {
  const applied = appliedAt(manifest(ID), NEW);
  const annotations = { "lockstep.dev/revert": "all" };
  return editObject(applied, "kubectl-annotate", { metadata: { annotations } });
}

interface Setting {
  readonly outcome?: (live: JsonObject) => StepOutcome;
  readonly mayWrite?: boolean;
  readonly refusal?: ClusterError["code"];
}

async function answer({ outcome, mayWrite = true, refusal }: Setting = {}): Promise<string> {
  const cluster = new FakeCluster();
  const live = asking();
  cluster.put(live);
  const sent: string[] = [];
  cluster.onRequest = (line) => {
    sent.push(line);
    if (refusal !== undefined) throw new ClusterError(refusal, "no");
  };
  const ref = { id: objectPlan(ID).ref.id, apiVersion: "v1" };
  const step = outcome === undefined ? {} : { step: writeStep(ID) };
  const plan = planOf(objectPlan(ID, { ...step, answer: { ref, live } }));
  const writes = outcome === undefined ? [] : [outcome(live)];
  const options = { cluster, concurrency: 1, mayWrite: () => mayWrite };
  const done = [...(await executeAnswers(plan, writes, options)).values()];
  return [...done.map(({ kind }) => kind), ...sent].join(", ");
}

function written(live: JsonObject): StepOutcome {
  return { kind: "written", step: writeStep(ID), object: live, writes: 1 };
}

test.each<[string, Setting, string]>([
  ["alone", {}, "written, patch ConfigMap/shop/a"],
  ["after its step", { outcome: written }, "written, patch ConfigMap/shop/a"],
  [
    "not after a step that lost a race: it is asked again",
    { outcome: () => ({ kind: "conflict", isHalfDone: false, step: writeStep(ID) }) },
    "",
  ],
  ["not once nothing may be written any more", { mayWrite: false }, "skipped"],
  ["a race", { refusal: "conflict" }, "conflict, patch ConfigMap/shop/a"],
  [
    "denied by admission, which is no race",
    { refusal: "invalid" },
    "refused, patch ConfigMap/shop/a",
  ],
  ["not allowed", { refusal: "forbidden" }, "refused, patch ConfigMap/shop/a"],
])("%s", async (_, setting, line) => {
  expect(await answer(setting)).toBe(line);
});

test("nothing but the annotation goes, and only of that very version", async () => {
  const cluster = new FakeCluster();
  const live = asking();
  cluster.put(live);
  const ref = { id: objectPlan(ID).ref.id, apiVersion: "v1" };
  const plan = planOf(objectPlan(ID, { answer: { ref, live } }));
  const options = { cluster, concurrency: 1, mayWrite: () => true };
  const [done] = (await executeAnswers(plan, [], options)).values();
  const object = done?.object ?? {};
  expect(annotationOf(object, "lockstep.dev/revert")).toBeUndefined();
  expect(annotationOf(object, "lockstep.dev/revision")).toBe(NEW);
  const [again] = (await executeAnswers(plan, [], options)).values();
  expect(again?.kind).toBe("conflict");
});
