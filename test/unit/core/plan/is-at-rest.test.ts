import { describe, expect, test } from "vitest";
import { isAtRest } from "../../../../src/core/plan/is-at-rest.ts";
import type {
  ObjectStatus,
  Phase,
  StackStatus,
} from "../../../../src/core/report/status-document.ts";
import {
  blockerStatus,
  driftStatus,
  objectStatus,
  stackStatus,
} from "../../../support/status-builder.ts";

const PHASES: readonly Phase[] = [
  "Pending",
  "DelayingChanges",
  "ApplyingChanges",
  "Ready",
  "Stalled",
  "Done",
  "Skipped",
];

const DUE = { type: "RestartDue", since: "", message: "" } as const;
const DEADLOCK = { type: "Deadlock", since: "", message: "" } as const;
const SLOWED = { type: "RestartsSlowed", since: "", message: "" } as const;

/** Object `name` in a phase, with `observe:` before it when it is only observed, held behind others: `a Ready`, `b DelayingChanges behind a NotReady`. */
function objectFrom(text: string): ObjectStatus {
  const [id = "", word = "", , ...behind] = text.split(" ");
  const name = id.replace("observe:", "");
  const mode = id === name ? {} : ({ mode: "observe", modeFrom: "kind" } as const);
  const phase = PHASES.find((each) => each === word);
  if (phase === undefined) throw new Error(`no phase: ${word}`);
  const blockers = behind.flatMap((to, index) =>
    index % 2 === 0 ? [blockerStatus(to, { reason: behind[index + 1] ?? "" })] : [],
  );
  return objectStatus(name, { phase, blockers, ...mode });
}

describe("isAtRest", () => {
  test.each<{
    readonly objects: readonly string[];
    readonly isResting: boolean;
    readonly more?: Partial<StackStatus>;
  }>([
    { objects: [], isResting: true },
    { objects: ["a Ready", "b Done", "c Stalled", "d Skipped"], isResting: true },
    { objects: ["a Ready", "b ApplyingChanges"], isResting: false },
    { objects: ["a Pending"], isResting: false },
    // Its pods restart once changes that come together are over: a sync that ended before that would never restart them.
    {
      objects: [],
      more: { objects: [objectStatus("a", { conditions: [DUE] })] },
      isResting: false,
    },
    // A source that never stops changing.
    {
      objects: [],
      more: { objects: [objectStatus("a", { conditions: [DUE, SLOWED] })] },
      isResting: true,
    },
    {
      objects: [],
      more: { objects: [objectStatus("a", { conditions: [DUE], mode: "create-only" })] },
      isResting: true,
    },
    { objects: ["observe:a Pending", "b DelayingChanges behind a NotReady"], isResting: true },
    { objects: ["observe:a DelayingChanges behind b NotReady", "b Ready"], isResting: true },
    { objects: ["observe:a ApplyingChanges"], isResting: false },
    {
      objects: ["a Pending"],
      more: { refusals: [{ id: "a", code: "invalid", message: "" }] },
      isResting: true,
    },
    {
      objects: ["a Stalled"],
      more: {
        objects: [objectStatus("a", { phase: "Stalled", appliedRevision: "" })],
        drift: [driftStatus("a", { action: "open" })],
        refusals: [{ id: "a", code: "immutable", message: "" }],
      },
      isResting: true,
    },
    {
      objects: ["a Stalled"],
      more: {
        objects: [objectStatus("a", { phase: "Stalled", appliedRevision: "1" })],
        drift: [driftStatus("a", { action: "open" })],
        refusals: [{ id: "a", code: "immutable", message: "" }],
      },
      isResting: false,
    },
    { objects: ["a Stalled", "b DelayingChanges behind a NotReady"], isResting: true },
    {
      objects: [
        "a Stalled",
        "b DelayingChanges behind a NotReady",
        "c DelayingChanges behind b TargetNotApplied",
      ],
      isResting: true,
    },
    {
      objects: [
        "c DelayingChanges behind b TargetNotApplied",
        "b DelayingChanges behind a NotReady",
        "a Stalled",
      ],
      isResting: true,
    },
    { objects: ["a ApplyingChanges", "b DelayingChanges behind a RollingOut"], isResting: false },
    {
      objects: [
        "a ApplyingChanges",
        "b DelayingChanges behind a RollingOut c NotReady",
        "c Stalled",
      ],
      isResting: false,
    },
    { objects: ["a Ready", "b DelayingChanges behind a VersionUnsatisfiable"], isResting: true },
    { objects: ["a DelayingChanges behind a OwnedByOther"], isResting: true },
    {
      objects: [],
      more: {
        objects: [
          objectStatus("a", { phase: "DelayingChanges", conditions: [DEADLOCK] }),
          objectStatus("b", { phase: "DelayingChanges", blockers: [blockerStatus("a")] }),
        ],
      },
      isResting: true,
    },
    { objects: ["a DelayingChanges behind a NotServed"], isResting: true },
    { objects: ["a DelayingChanges behind outside TargetNotFound"], isResting: false },
    { objects: ["a DelayingChanges behind a Unreadable"], isResting: false },
    {
      objects: ["a Ready"],
      more: { drift: [driftStatus("a", { action: "open" })] },
      isResting: false,
    },
    {
      objects: ["a Ready"],
      more: { drift: [driftStatus("a", { action: "reverted" })] },
      isResting: true,
    },
    {
      objects: ["a Ready"],
      more: { drift: [driftStatus("a", { action: "observed" })] },
      isResting: true,
    },
  ])("$objects $more → $isResting", ({ objects, isResting, more }) => {
    expect(isAtRest(stackStatus({ objects: objects.map(objectFrom), ...more }))).toBe(isResting);
  });

  test("an object of a kind that the server is about to serve is waited for", () => {
    const crd = "CustomResourceDefinition.apiextensions.k8s.io/boats";
    const objects = [`${crd} Ready`, `b DelayingChanges behind ${crd} NotServed`];
    expect(isAtRest(stackStatus({ objects: objects.map(objectFrom) }))).toBe(false);
  });

  test("one whose CRD does not get established is not", () => {
    const crd = "CustomResourceDefinition.apiextensions.k8s.io/boats";
    const objects = [`${crd} Stalled`, `b DelayingChanges behind ${crd} NotServed`];
    expect(isAtRest(stackStatus({ objects: objects.map(objectFrom) }))).toBe(true);
  });
});
