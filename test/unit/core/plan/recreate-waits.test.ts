import { describe, expect, test } from "vitest";
import type { ObjectKey } from "../../../../src/core/object/object-id.ts";
import { learnOutcomes } from "../../../../src/core/plan/learn-outcomes.ts";
import type { Look, ObjectMemory, ProbeAnswer } from "../../../../src/core/plan/look.ts";
import { type Decided, decide } from "../../../support/decide.ts";
import { manifest } from "../../../support/graph-builders.ts";
import {
  appliedAt,
  keyFrom,
  lookOf,
  NEW,
  NOW_MS,
  OLD,
  runningAt,
} from "../../../support/look-builder.ts";
import { withStatus } from "../../../support/server-side-apply.ts";

const RECREATE = { "lockstep.dev/recreate": "allowed" };
const SERVICE = "Service/shop/web";
const REFUSES = { [`ask preflight ${SERVICE}`]: "immutable" };

function service(tag: string): ReturnType<typeof manifest> {
  return manifest(SERVICE, { annotations: RECREATE, spec: `{tag: '${tag}'}` });
}

describe("what waits for an object that is made anew", () => {
  const before = [service("1"), manifest("ConfigMap/shop/user", { after: `${SERVICE}@exists` })];
  const after = [
    service("2"),
    manifest("ConfigMap/shop/user", { after: `${SERVICE}@exists`, rest: "data: {x: '2'}" }),
  ];
  const live = before.map((each) => appliedAt(each, OLD));

  test("B3: a plan lists no write of a dependent: this pass only deletes its target", () => {
    const { lines } = decide(lookOf({ git: after, before, live }), { refuse: REFUSES });
    expect(lines).toEqual([
      `apply ${SERVICE} recreate [ApplyingChanges]`,
      `hold ConfigMap/shop/user: ${SERVICE} TargetTerminating it is about to be deleted and made anew<exists [DelayingChanges]`,
    ]);
  });

  test("O1: where the target is changed, its dependent goes after it in the same pass", () => {
    const { lines } = decide(lookOf({ git: after, before, live }));
    expect(lines.at(-1)).toBe(
      `apply ConfigMap/shop/user change after ${SERVICE} [ApplyingChanges]`,
    );
  });
});

/** The changed Service alone. */
function look(memory?: ReadonlyMap<ObjectKey, ObjectMemory>, nowMs = NOW_MS): Look {
  return lookOf({
    git: [service("2")],
    before: [service("1")],
    live: [appliedAt(service("1"), OLD)],
    nowMs,
    ...(memory && { memory }),
  });
}

/** A pass at the time at which it is asked about again. */
function next(memory?: ReadonlyMap<ObjectKey, ObjectMemory>, probe?: ProbeAnswer): Decided {
  const nowMs = memory?.get(keyFrom(SERVICE))?.refused?.retryAtMs ?? NOW_MS;
  return decide(look(memory, nowMs), { refuse: REFUSES, ...(probe && { probe }) });
}

describe("an object that cannot be made anew now", () => {
  const REFUSED = { kind: "impossible", retry: "after-change", message: "no, policy" } as const;

  test("B18: asks the server nothing before its time, and says the same", () => {
    const first = next(undefined, REFUSED);
    const memory = learnOutcomes(first.plan, new Map(), first.look);
    const again = decide(look(memory, NOW_MS + 1), { refuse: REFUSES });
    expect(again.asked.filter((line) => /preflight|probe/.test(line))).toEqual([]);
    expect(again.plan.objects[0]?.refusal).toEqual(first.plan.objects[0]?.refusal);
    expect(again.plan.objects[0]?.phase).toBe("Stalled");
  });

  test("B18: is asked about again after its time, and goes once the new one is let in", () => {
    const first = next(undefined, REFUSED);
    const memory = learnOutcomes(first.plan, new Map(), first.look);
    expect(next(memory).plan.objects[0]?.step?.why).toBe("recreate");
  });

  test("B2: held until it could come back, it asks the server once", () => {
    const target = manifest("Elasticsearch/shop/es", { spec: "version: 9.1.0" });
    const [old, lower] = ["9.0.0", "8.19.2"].map((version) =>
      manifest("Kibana/shop/kb", {
        annotations: RECREATE,
        spec: `{version: ${version}, elasticsearchRef: {name: es}}`,
      }),
    );
    if (old === undefined || lower === undefined) throw new Error("two are written");
    const hanging = withStatus(appliedAt(target, NEW), {
      observedGeneration: 1,
      health: "red",
      version: "9.0.0",
    });
    const git = {
      git: [target, lower],
      before: [old],
      live: [hanging, runningAt(old, OLD, "9.0.0")],
    };
    const answers = { refuse: { "ask preflight Kibana/shop/kb": "immutable" } };
    const first = decide(lookOf(git), answers);
    const memory = learnOutcomes(first.plan, new Map(), first.look);
    const again = decide(lookOf({ ...git, memory }), answers);
    const asked = [first, again].map((each) =>
      each.asked.filter((line) => line.includes("preflight")),
    );
    expect(asked).toEqual([["ask preflight Kibana/shop/kb"], []]);
    const held = again.plan.objects.find(({ ref }) => ref.id.kind === "Kibana");
    expect([held?.action, held?.phase]).toEqual(["hold", "DelayingChanges"]);
  });
});
