import { describe, expect, test } from "vitest";
import type { Expression } from "../../../../src/core/expression/expression.ts";
import { parseExpression } from "../../../../src/core/expression/parse-expression.ts";
import { objectAt } from "../../../../src/core/object/json.ts";
import { assessHealth } from "../../../../src/core/rollout/assess-health.ts";
import { assessProgress } from "../../../../src/core/rollout/assess-progress.ts";
import { hasNeverWrittenStatus } from "../../../../src/core/rollout/has-never-written-status.ts";
import type { RolloutReading } from "../../../../src/core/rollout/rollout-reading.ts";
import {
  briefVerdict,
  liveObject,
  readingOf,
  workload,
} from "../../../support/rollout-builders.ts";

const READY = `status.phase == "Ready"`;
const FAILED = `status.phase == "Broken"`;

function conditionOf(text: string | undefined): Expression | undefined {
  if (text === undefined) return undefined;
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(parsed.what);
  return parsed.value;
}

function ruled(
  reading: RolloutReading,
  rule: { readonly ready?: string; readonly failed?: string },
): RolloutReading {
  return {
    ...reading,
    rule: { ready: conditionOf(rule.ready), failed: conditionOf(rule.failed) },
  };
}

function thing(members: string): RolloutReading {
  return readingOf(liveObject("Thing.example.com/n/x", members));
}

describe("a rule for a kind that the agent does not know", () => {
  test.each([
    ["{status: {phase: Ready}}", "ok"],
    [
      "{status: {phase: Busy}}",
      `NotReady: the health rule does not say ready: status.phase is "Busy"`,
    ],
    ["{}", "NotReady: the health rule does not say ready: status.phase is missing"],
    ["{status: {phase: 3}}", "NotReady: the health rule does not say ready: status.phase is 3"],
    ["{status: {phase: Broken}}", `failed: the health rule says failed: status.phase is "Broken"`],
    // In place of what the conditions say.
    [`{status: {phase: Ready, conditions: [{type: Ready, status: "False"}]}}`, "ok"],
    [
      `{status: {phase: Busy, conditions: [{type: Ready, status: "True"}]}}`,
      `NotReady: the health rule does not say ready: status.phase is "Busy"`,
    ],
    // What holds for all kinds holds here.
    [
      "{metadata: {deletionTimestamp: t}, status: {phase: Ready}}",
      "TargetTerminating: it is being deleted",
    ],
    [
      "{status: {phase: Ready, observedGeneration: 1}}",
      "NotObserved: generation 2 of the Thing, observed 1",
    ],
    [
      "{status: {phase: Broken, observedGeneration: 1}}",
      "NotObserved: generation 2 of the Thing, observed 1",
    ],
    [
      `{status: {phase: Ready, conditions: [{type: Stalled, status: "True"}]}}`,
      "failed: Stalled is True",
    ],
  ])("%s: %s", (members, expected) => {
    const reading = ruled(thing(members), { ready: READY, failed: FAILED });
    expect(briefVerdict(assessHealth(reading))).toBe(expected);
  });

  test("failed alone leaves readiness to the conditions, and to a status that is written", () => {
    const rule = { failed: FAILED };
    const ready = `{status: {conditions: [{type: Ready, status: "True"}]}}`;
    expect(briefVerdict(assessHealth(ruled(thing(ready), rule)))).toBe("ok");
    expect(briefVerdict(assessHealth(ruled(thing("{status: {phase: Up}}"), rule)))).toBe(
      "NotReady: it has never written status",
    );
  });

  test("its own conditions being unused does not make its health unknown", () => {
    const object = thing("{status: {phase: Ready}}");
    expect(hasNeverWrittenStatus(object)).toBe(true);
    expect(hasNeverWrittenStatus(ruled(object, { ready: READY }))).toBe(false);
    expect(hasNeverWrittenStatus(ruled(object, { failed: FAILED }))).toBe(true);
  });

  test("a value that the rule looks at is progress when it moves", () => {
    const options = { paths: new Map(), trust: "status" } as const;
    function fingerprint(members: string, ready: string): string {
      return assessProgress(ruled(thing(members), { ready }), options);
    }
    const rule = "status.copied >= 100";
    const [before, after] = ["{status: {copied: 1}}", "{status: {copied: 2}}"];
    expect(fingerprint(before, rule)).not.toBe(fingerprint(after, rule));
    expect(fingerprint(before, READY)).toBe(fingerprint(after, READY));
  });
});

describe("a rule for a kind that the agent knows stands beside its own", () => {
  const pods = [{ version: "1.0.0" }, { version: "1.0.0" }, { version: "1.0.0" }];
  test.each([
    ["both ready", "{}", `metadata.annotations["warm"] == "yes"`, "ok"],
    [
      "only the rule",
      "{availableReplicas: 1}",
      `metadata.annotations["warm"] == "yes"`,
      "NotReady: 1 of 3 pods available",
    ],
    [
      "only the kind",
      "{}",
      `metadata.annotations["cold"] == "yes"`,
      `NotReady: the health rule does not say ready: metadata.annotations["cold"] is missing`,
    ],
  ])("%s", (_name, status, ...[ready, expected]) => {
    const reading = workload("Deployment", "1.0.0", { pods, status });
    const metadata = { ...objectAt(reading.object, "metadata"), annotations: { warm: "yes" } };
    const object = { ...reading.object, metadata };
    expect(briefVerdict(assessHealth(ruled({ ...reading, object }, { ready })))).toBe(expected);
  });

  test("an Ingress can be made to wait for its address", () => {
    const rule = { ready: "exists(status.loadBalancer.ingress[0])" };
    const id = "Ingress.networking.k8s.io/n/x";
    const bare = readingOf(liveObject(id, "{status: {loadBalancer: {}}}"));
    const served = readingOf(
      liveObject(id, "{status: {loadBalancer: {ingress: [{ip: 192.0.2.1}]}}}"),
    );
    expect(briefVerdict(assessHealth(ruled(bare, rule)))).toBe(
      "NotReady: the health rule does not say ready: status.loadBalancer.ingress[0] is missing",
    );
    expect(briefVerdict(assessHealth(ruled(served, rule)))).toBe("ok");
  });
});
