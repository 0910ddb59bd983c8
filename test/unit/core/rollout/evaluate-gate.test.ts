import { describe, expect, test } from "vitest";
import type { Edge } from "../../../../src/core/graph/edge.ts";
import { parseGate } from "../../../../src/core/graph/gate-text.ts";
import { evaluateGate } from "../../../../src/core/rollout/evaluate-gate.ts";
import type { ExternalAnswer } from "../../../../src/core/rollout/external-answer.ts";
import type { Party } from "../../../../src/core/rollout/party.ts";
import {
  absentParty,
  briefFinding,
  edgeBetween,
  elastic,
  liveObject,
  partyOf,
  readingOf,
  workload,
} from "../../../support/rollout-builders.ts";

const CONFIG = "ConfigMap/n/c";
const config = partyOf(readingOf(liveObject(CONFIG)));
const dependent = absentParty("Deployment.apps/n/web");

interface Asked {
  readonly choices?: Partial<Edge>;
  readonly external?: ExternalAnswer;
}

function brief(gateText: string, target: Party, asked: Asked = {}): string {
  const gate = parseGate(gateText) ?? { kind: "exists" };
  const edge = edgeBetween({ dependent, target, gate }, asked.choices);
  return briefFinding(evaluateGate({ edge, party: target, external: asked.external }, new Map()));
}

function es(version: string | undefined): Party {
  return partyOf(elastic("Elasticsearch.elasticsearch.k8s.elastic.co/n/es", "9.1.0", { version }));
}

const rolling = partyOf(
  workload("Deployment", "9.1.0", {
    pods: [{ version: "9.1.0" }, { version: "9.1.0" }, { version: "8.19.2", revision: "old" }],
  }),
);

/** Its status names the lowest version that runs. */
const moving = partyOf(
  elastic("Elasticsearch.elasticsearch.k8s.elastic.co/n/es", "9.1.0", {
    version: "9.1.0",
    more: "{observedGeneration: 2, phase: ApplyingChanges}",
  }),
);

const heldBelow: Party = { ...es("9.1.0"), change: "pending", isHeldBelow: true };

describe("evaluateGate", () => {
  test.each<[string, string, Party, string]>([
    ["there", "exists", config, "open"],
    ["applied by this pass", "exists", { ...config, change: "sent" }, "open"],
    ["created by this pass", "exists", absentParty(CONFIG, { change: "sent" }), "open"],
    [
      "not there and not in Git",
      "exists",
      absentParty(CONFIG),
      "TargetNotFound, wants exists, has it is neither in the cluster nor in Git",
    ],
    [
      "S13: its own change comes first",
      "exists",
      { ...config, change: "pending" },
      "TargetNotApplied, wants exists, has its own change is not applied yet",
    ],
    [
      "terminating",
      "exists",
      partyOf(readingOf(liveObject(CONFIG, "{metadata: {deletionTimestamp: t}}"))),
      "TargetTerminating, wants exists, has it is being deleted",
    ],
    [
      "refused",
      "exists",
      { ...config, refusal: "denied by policy" },
      "Refused, wants applied, has denied by policy",
    ],
    [
      "no such kind",
      "ready",
      absentParty(CONFIG, { sighting: "not-served" }),
      "NotServed, wants ready, has the cluster does not serve this kind yet",
    ],
    ["ready", "ready", es("8.19.2"), "open"],
    [
      "rolling",
      "ready",
      rolling,
      "RollingOut, wants ready, has 2 of 3 pods updated, 1 old pod still there",
    ],
    [
      "B1: rolling",
      "rolled-out",
      rolling,
      "RollingOut, wants 9.1.0, has 2 of 3 pods updated, 1 old pod still there",
    ],
    ["rolled out", "rolled-out", es("9.1.0"), "open"],
    ["O6: old version", "rolled-out", es("8.19.2"), "VersionBehind, wants 9.1.0, has 8.19.2"],
    [
      "O16: its stall is shown, with the version",
      "rolled-out",
      { ...es("8.19.2"), stall: "pod es-0: ErrImagePull" },
      "Stalled, wants 9.1.0, has 8.19.2; pod es-0: ErrImagePull",
    ],
    [
      "a stall that is over holds nobody",
      "rolled-out",
      { ...es("9.1.0"), stall: "pod es-0: ErrImagePull" },
      "open",
    ],
    [
      "failed for good",
      "ready",
      partyOf(readingOf(liveObject("Pod/n/x", "{status: {phase: Failed}}"))),
      "Stalled, wants ready, has phase Failed: no reason given",
    ],
    ["in range, running and spec", ">=8 <10", rolling, "open"],
    ["an old pod out of range", ">=9", rolling, "VersionOutOfRange, wants >=9, has 8.19.2"],
    ["the spec out of range", "<9", es("8.19.2"), "VersionOutOfRange, wants <9, has 9.1.0"],
    [
      "the lowest is in range, and what runs above it nobody knows yet",
      ">=8 <10",
      moving,
      "RollingOut, wants >=8 <10, has not rolled out, so its highest version is not known",
    ],
    ["the lowest is in a range without an end", ">=8", moving, "open"],
    ["its own change waits for a dependent to go down", "exists", heldBelow, "open"],
    ["its own change waits for a dependent to go down", "ready", heldBelow, "open"],
    ["its own change waits for a dependent to go down", "rolled-out", heldBelow, "open"],
    [
      "what it runs is out of range, whatever its change waits for",
      ">=8 <9",
      heldBelow,
      "VersionOutOfRange, wants >=8 <9, has 9.1.0",
    ],
    [
      "gone, and so waiting for nobody",
      "exists",
      absentParty(CONFIG, { change: "pending", isHeldBelow: true }),
      "TargetNotFound, wants exists, has it is neither in the cluster nor in Git",
    ],
    [
      "O8: no version to compare",
      ">=8",
      es(undefined),
      "VersionUnknown, wants >=8, has status reports no version",
    ],
    [
      "no declared version to compare",
      ">=8",
      config,
      "VersionUnknown, wants >=8, has it declares no version",
    ],
    ["lockstep is the skew rule's", "lockstep", absentParty(CONFIG), "open"],
  ])("%s (%s)", (_name, ...[gate, target, expected]) => {
    expect(brief(gate, target)).toBe(expected);
  });

  test("what this pass has sent counts for a range", () => {
    const planned = elastic("Elasticsearch.elasticsearch.k8s.elastic.co/n/es", "10.0.0").object;
    expect(brief(">=8 <10", { ...es("9.1.0"), change: "sent", planned })).toBe(
      "VersionOutOfRange, wants >=8 <10, has 10.0.0",
    );
  });

  test.each([
    ["rolled-out", es(undefined), "allowed: status reports no version"],
    [">=8", es(undefined), "allowed: status reports no version"],
    [">=8", config, "allowed: it declares no version"],
    ["rolled-out", es("8.19.2"), "VersionBehind, wants 9.1.0, has 8.19.2"],
  ])("O8: unknownVersion allow on %s opens only what is unknown", (gate, target, expected) => {
    expect(brief(gate, target, { choices: { unknownVersion: "allow" } })).toBe(expected);
  });

  test("an informational edge is never waited for", () => {
    expect(brief("exists", absentParty(CONFIG), { choices: { informational: true } })).toBe("open");
  });
});

describe("O12: a target outside the cluster", () => {
  const secret = partyOf(readingOf(liveObject("Secret/n/s")));
  const absent = absentParty("Secret/n/s");
  test.each<[string, string, Party, ExternalAnswer | undefined, string]>([
    [
      "not asked",
      "ready",
      secret,
      undefined,
      "ExternalUnreachable, wants reachable, has not asked yet",
    ],
    [
      "may not be asked",
      "ready",
      secret,
      { kind: "unpolled" },
      "ExternalUnreachable, wants reachable, has not asked yet",
    ],
    [
      "no answer",
      "ready",
      secret,
      { kind: "unreachable", fault: "unauthorized" },
      "ExternalUnreachable, wants reachable, has it refuses the credentials of its Secret (401)",
    ],
    [
      "no Secret to ask with",
      "ready",
      absent,
      undefined,
      "TargetNotFound, wants reachable, has it is neither in the cluster nor in Git",
    ],
    ["answered", "ready", secret, { kind: "version", version: "9.1.0" }, "open"],
    ["answered, in range", ">=9", secret, { kind: "version", version: "9.1.0" }, "open"],
    [
      "answered, out of range",
      ">=9",
      secret,
      { kind: "version", version: "8.19.2" },
      "VersionOutOfRange, wants >=9, has 8.19.2",
    ],
    [
      "serverless",
      ">=9",
      secret,
      { kind: "version", version: "serverless" },
      "VersionUnknown, wants >=9, has serverless is no version",
    ],
  ])("%s (%s)", (_name, ...[gate, target, external, expected]) => {
    const asked = {
      choices: { external: "Elasticsearch.elasticsearch.k8s.elastic.co" },
      ...(external === undefined ? {} : { external }),
    };
    expect(brief(gate, target, asked)).toBe(expected);
  });
});
