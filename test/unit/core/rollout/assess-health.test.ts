import { describe, expect, test } from "vitest";
import { assessHealth } from "../../../../src/core/rollout/assess-health.ts";
import { hasNeverWrittenStatus } from "../../../../src/core/rollout/has-never-written-status.ts";
import type { KindFacts, RolloutReading } from "../../../../src/core/rollout/rollout-reading.ts";
import { briefVerdict, liveObject, readingOf } from "../../../support/rollout-builders.ts";

function healthOf(reading: RolloutReading): string {
  return briefVerdict(assessHealth(reading));
}

function written(id: string, members: string, facts: Partial<KindFacts> = {}): RolloutReading {
  const all = { hasStatusSubresource: true, declaresObservedGeneration: false, ...facts };
  return readingOf(liveObject(id, members), { facts: all });
}

describe("O5: observedGeneration of the same read, by what the kind serves", () => {
  const ready = `conditions: [{type: Ready, status: "True"}]`;
  const declares = { hasStatusSubresource: true, declaresObservedGeneration: true };
  const lenient = { hasStatusSubresource: true, declaresObservedGeneration: false };
  const none = { hasStatusSubresource: false, declaresObservedGeneration: true };
  test.each([
    [
      "declared and absent means not observed",
      declares,
      `{status: {${ready}}}`,
      "NotObserved: generation 2 of the Thing, observed none",
    ],
    ["declared and current", declares, `{status: {observedGeneration: 2, ${ready}}}`, "ok"],
    [
      "declared and ahead of a read from the cache",
      declares,
      `{status: {observedGeneration: 3, ${ready}}}`,
      "ok",
    ],
    [
      "written as text, as Argo's Rollout does",
      declares,
      `{status: {observedGeneration: "2", ${ready}}}`,
      "ok",
    ],
    [
      "written as text and behind",
      lenient,
      `{status: {observedGeneration: "1", ${ready}}}`,
      "NotObserved: generation 2 of the Thing, observed 1",
    ],
    [
      "text that is no number",
      declares,
      `{status: {observedGeneration: 5cbd8b5f6d, ${ready}}}`,
      "NotObserved: generation 2 of the Thing, observed none",
    ],
    [
      "a condition's own, written as text and behind",
      lenient,
      `{status: {conditions: [{type: Ready, status: "True", observedGeneration: "1"}]}}`,
      "NotObserved: generation 2 of the Thing, observed none",
    ],
    ["not declared and absent", lenient, `{status: {${ready}}}`, "ok"],
    [
      "not declared and behind",
      lenient,
      `{status: {observedGeneration: 1, ${ready}}}`,
      "NotObserved: generation 2 of the Thing, observed 1",
    ],
    [
      "without a status subresource it says nothing",
      none,
      `{status: {observedGeneration: 1, ${ready}}}`,
      "ok",
    ],
  ])("%s", (_name, ...[facts, members, expected]) => {
    expect(healthOf(written("Thing.example.com/n/x", members, facts))).toBe(expected);
  });

  test("an autoscaler's schema declares it and its controller never writes it", () => {
    const status = `{status: {conditions: [{type: AbleToScale, status: "True"}]}}`;
    expect(healthOf(written("HorizontalPodAutoscaler.autoscaling/n/x", status, declares))).toBe(
      "ok",
    );
  });
});

describe("hasNeverWrittenStatus", () => {
  test.each([
    ["Thing.example.com/n/x", "{}", true, true],
    ["Thing.example.com/n/x", "{}", false, false],
    ["Thing.example.com/n/x", "{status: {conditions: []}}", true, true],
    ["Thing.example.com/n/x", "{status: {observedGeneration: 1}}", true, false],
    ["NetworkPolicy.networking.k8s.io/n/x", "{}", true, false],
  ])("%s %s, status subresource %s: %s", (id, ...[members, hasStatusSubresource, expected]) => {
    expect(hasNeverWrittenStatus(written(id, members, { hasStatusSubresource }))).toBe(expected);
  });
});
