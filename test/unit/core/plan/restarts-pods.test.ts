import { expect, test } from "vitest";
import type { Drift } from "../../../../src/core/drift/drift.ts";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { idOf } from "../../../../src/core/object/live-object.ts";
import { type ObjectId, type ObjectRef, objectKey } from "../../../../src/core/object/object-id.ts";
import type { DryRunAnswer } from "../../../../src/core/plan/look.ts";
import type { WriteStep } from "../../../../src/core/plan/plan.ts";
import { restartsPods } from "../../../../src/core/plan/restarts-pods.ts";
import { rollsPods } from "../../../../src/core/plan/rolls-pods.ts";
import { deployment, settings } from "../../../support/kube-manifests.ts";

const WEB = deployment("web");
const NEWER = deployment("web", { pod: { containers: [{ name: "web", image: "web:1.0.1" }] } });
const SCALED = deployment("web", { spec: { replicas: 3 } });
const REFUSED: DryRunAnswer = {
  kind: "refused",
  refusal: { code: "invalid", message: "", retry: "after-change" },
};

test.each([
  { what: "nothing differs", live: WEB, answer: accepted(WEB), rolls: false },
  { what: "the template differs", live: WEB, answer: accepted(NEWER), rolls: true },
  { what: "only the replicas differ", live: WEB, answer: accepted(SCALED), rolls: false },
  {
    what: "something is taken back in the template",
    live: WEB,
    answer: accepted(WEB),
    taken: "/spec/template/spec/hostname",
    rolls: true,
  },
  {
    what: "something else is taken back",
    live: WEB,
    answer: accepted(WEB),
    taken: "/spec/paused",
    rolls: false,
  },
  { what: "the dry run was refused", live: WEB, answer: REFUSED, rolls: undefined },
  { what: "there was none", live: WEB, answer: undefined, rolls: undefined },
  {
    what: "it runs no pods",
    live: settings("a", {}),
    answer: accepted(settings("a", {})),
    rolls: undefined,
  },
])("$what → $rolls", ({ live, answer, taken, rolls }) => {
  const id = idOf(live);
  const key = objectKey(id);
  const ref = { id, apiVersion: "v1" };
  const dryRuns = new Map(answer === undefined ? [] : [[`preflight\n${key}\nhash`, answer]]);
  const step = stepTo(ref, live, live);
  const drifts =
    taken === undefined ? [] : [{ drift: driftAt(id, taken), action: "reverted" } as const];
  expect(restartsPods({ key, live, ref }, step, { look: { dryRuns }, drifts })).toBe(rolls);
});

const OLD_POD = { containers: [{ name: "web", image: "web:1.0.0" }] };
const NEW_POD = { containers: [{ name: "web", image: "web:1.0.1" }] };
const ON_DELETE = { updateStrategy: { type: "OnDelete" } };
const ROLLING = { updateStrategy: { type: "RollingUpdate" } };

function partitioned(partition: number, replicas: number): JsonObject {
  const rollingUpdate = { partition };
  return { replicas, updateStrategy: { type: "RollingUpdate", rollingUpdate } };
}

/** A workload of a kind with these settings, and a pod template. */
function workload(kind: string, settingsOf: JsonObject, pod: JsonObject): JsonObject {
  return { ...deployment("web", { spec: settingsOf, pod }), kind };
}

test.each([
  { kind: "Deployment", live: {}, git: {}, taken: [], rolls: true },
  { kind: "Deployment", live: { paused: true }, git: { paused: true }, taken: [], rolls: false },
  { kind: "Deployment", live: { paused: true }, git: {}, taken: [], rolls: false },
  { kind: "Deployment", live: { paused: true }, git: {}, taken: ["/spec/paused"], rolls: true },
  { kind: "Deployment", live: { paused: true }, git: { paused: false }, taken: [], rolls: true },
  { kind: "Deployment", live: {}, git: { paused: true }, taken: [], rolls: false },
  { kind: "StatefulSet", live: {}, git: {}, taken: [], rolls: true },
  { kind: "StatefulSet", live: ON_DELETE, git: ON_DELETE, taken: [], rolls: false },
  { kind: "StatefulSet", live: ON_DELETE, git: {}, taken: ["/spec/updateStrategy"], rolls: true },
  { kind: "StatefulSet", live: ON_DELETE, git: ROLLING, taken: [], rolls: true },
  { kind: "StatefulSet", live: partitioned(2, 3), git: { replicas: 3 }, taken: [], rolls: true },
  { kind: "StatefulSet", live: partitioned(3, 3), git: { replicas: 3 }, taken: [], rolls: false },
  { kind: "DaemonSet", live: {}, git: {}, taken: [], rolls: true },
  { kind: "DaemonSet", live: ON_DELETE, git: {}, taken: [], rolls: false },
] as const)(
  "$kind that lives with $live, Git says $git, taken back $taken: a new template replaces pods: $rolls, in the plan and in the report of drift",
  ({ kind, live, git, taken, rolls }) => {
    const object = workload(kind, live, OLD_POD);
    const id = idOf(object);
    const intent = workload(kind, git, NEW_POD);
    expect(
      rollsPods(driftAt(id, "/spec/template/spec"), { live: object, intent, takenBack: taken }),
    ).toBe(rolls);
    const key = objectKey(id);
    const dryRuns = new Map([[`preflight\n${key}\nhash`, accepted(intent)]]);
    const ref = { id, apiVersion: "apps/v1" };
    const drifts = taken.map((path) => ({ drift: driftAt(id, path), action: "reverted" }) as const);
    const step = stepTo(ref, object, intent);
    expect(restartsPods({ key, live: object, ref }, step, { look: { dryRuns }, drifts })).toBe(
      rolls,
    );
  },
);

function stepTo(ref: ObjectRef, live: JsonObject, intent: JsonObject): WriteStep {
  return {
    ref,
    why: "change",
    intent,
    intentHash: "hash",
    revision: "",
    live,
    transfer: [],
    stays: [],
    releases: [],
    expected: {},
    after: [],
    restartsFor: [],
  };
}

function driftAt(id: ObjectId, path: string): Drift {
  return {
    id,
    class: "added",
    path,
    desired: undefined,
    live: 1,
    manager: "x",
    operation: "Update",
    at: "",
    attribution: "recorded",
    sharedWith: [],
  };
}

function accepted(object: JsonObject): DryRunAnswer {
  return { kind: "accepted", object };
}
