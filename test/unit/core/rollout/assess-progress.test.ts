import { describe, expect, test } from "vitest";
import { assessProgress } from "../../../../src/core/rollout/assess-progress.ts";
import type { RolloutReading } from "../../../../src/core/rollout/rollout-reading.ts";
import { elastic, type WrittenPod, workload } from "../../../support/rollout-builders.ts";

const OLD: WrittenPod = { version: "8.19.2", revision: "old" };
const NEW: WrittenPod = { version: "9.1.0" };

function rolling(pods: readonly WrittenPod[], status = "{}"): RolloutReading {
  return workload("Deployment", "9.1.0", { pods, status });
}

function kibana(more: string): RolloutReading {
  return elastic("Kibana.kibana.k8s.elastic.co/n/kb", "9.1.0", { version: "8.19.2", more });
}

function condition(members: string): RolloutReading {
  return rolling([OLD], `{conditions: [{type: Progressing, ${members}}]}`);
}

describe("O16: assessProgress", () => {
  const replaced = rolling([OLD, NEW]);
  const renamed = {
    ...replaced,
    pods: replaced.pods.map((pod) => ({ ...pod, status: { phase: "Running", restarts: 7 } })),
  };
  test.each<[string, RolloutReading, RolloutReading, "moves" | "stays"]>([
    ["one more new pod", rolling([OLD, OLD]), rolling([OLD, NEW]), "moves"],
    [
      "an old pod begins to terminate",
      rolling([OLD]),
      rolling([{ ...OLD, isTerminating: true }]),
      "moves",
    ],
    ["the old pod is gone", rolling([OLD, NEW]), rolling([NEW]), "moves"],
    [
      "one more is available",
      rolling([NEW], "{availableReplicas: 1}"),
      rolling([NEW], "{availableReplicas: 2}"),
      "moves",
    ],
    ["observed", kibana("{observedGeneration: 1}"), kibana("{observedGeneration: 2}"), "moves"],
    ["health", kibana("{health: red}"), kibana("{health: green}"), "moves"],
    ["a condition turns", condition(`status: "True"`), condition(`status: "False"`), "moves"],
    [
      "a condition's time and message",
      condition(`status: "True", lastUpdateTime: a, message: a`),
      condition(`status: "True", lastUpdateTime: b, message: b`),
      "stays",
    ],
    ["restarts of a pod", replaced, renamed, "stays"],
    ["retries", kibana("{failed: 1}"), kibana("{failed: 2}"), "stays"],
  ])("%s", (_name, ...[before, after, expected]) => {
    const options = { paths: new Map(), trust: "status" } as const;
    const isSame = assessProgress(before, options) === assessProgress(after, options);
    expect(isSame ? "stays" : "moves").toBe(expected);
  });
});
