import { expect, test } from "vitest";
import { type JsonObject, objectAt } from "../../../../src/core/object/json.ts";
import { assessHealth } from "../../../../src/core/rollout/assess-health.ts";
import { briefVerdict, type WrittenPod, workload } from "../../../support/rollout-builders.ts";

const NEW: WrittenPod = { version: "9.1.0" };
const OLD: WrittenPod = { ...NEW, revision: "old" };
const DYING: WrittenPod = { ...OLD, isTerminating: true };

/** A pod that was made of the first template. */
function ofFirstGeneration(pod: JsonObject): JsonObject {
  const labels = { ...objectAt(pod, "metadata", "labels"), "pod-template-generation": "1" };
  return { ...pod, metadata: { ...objectAt(pod, "metadata"), labels } };
}

/** The verdict on a DaemonSet whose template changed twice, back to what it was, before any pod was replaced. */
function verdictOf(written: {
  readonly pods: readonly WrittenPod[];
  readonly status?: string;
}): string {
  const reading = workload("DaemonSet", "9.1.0", written);
  const annotations = { "deprecated.daemonset.template.generation": "3" };
  const metadata = { ...objectAt(reading.object, "metadata"), annotations };
  const pods = reading.pods.map(ofFirstGeneration);
  return briefVerdict(assessHealth({ ...reading, object: { ...reading.object, metadata }, pods }));
}

test.each([
  ["all pods of one revision, counted as updated", { pods: [NEW, NEW, NEW] }, "ok"],
  [
    "not counted as updated",
    { pods: [NEW, NEW, NEW], status: "{updatedNumberScheduled: 0}" },
    "RollingOut: 0 of 3 pods updated, 3 old pods still there",
  ],
  [
    "counted at an older generation",
    { pods: [NEW, NEW, NEW], status: "{observedGeneration: 1}" },
    "NotObserved: generation 2 of the DaemonSet, observed 1",
  ],
  [
    "two revisions",
    { pods: [NEW, NEW, OLD] },
    "RollingOut: 0 of 3 pods updated, 3 old pods still there",
  ],
  [
    "one of the other revision terminating",
    { pods: [NEW, NEW, NEW, DYING] },
    "RollingOut: 3 of 3 pods updated, 1 old pod still there",
  ],
])("a template that came back to what it was, %s", (_name, written, expected) => {
  expect(verdictOf(written)).toBe(expected);
});
