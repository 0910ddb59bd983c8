import { describe, expect, test } from "vitest";
import { type JsonObject, objectAt } from "../../../../src/core/object/json.ts";
import { type StepResult, summarizePass } from "../../../../src/core/plan/summarize-pass.ts";
import { type Answers, type Decided, decide } from "../../../support/decide.ts";
import { manifest, yaml } from "../../../support/graph-builders.ts";
import { appliedAt, lookOf, memoryOf, OLD } from "../../../support/look-builder.ts";
import { passRecord, resultsOf } from "../../../support/plan-builder.ts";
import { editObject } from "../../../support/server-side-apply.ts";

const ID = "Service/shop/x";
const ALLOWED = { "lockstep.dev/recreate": "allowed" };
const PREFLIGHT = `ask preflight ${ID}`;
const DRY_RUN = `ask dry-run ${ID}`;

/** Git changes the tag, which the server does not let be changed; somebody labelled the live object, or wrote it anew. */
function change(annotations: Readonly<Record<string, string>>, answers: Answers): Decided {
  const before = manifest(ID, { annotations, spec: "{tag: '1'}" });
  const after = manifest(ID, { annotations, spec: "{tag: '2'}" });
  const live = editObject(appliedAt(before, OLD), "evil", yaml("metadata: {labels: {evil: x}}"));
  const rules = { isPreflighted: true };
  return decide(lookOf({ git: [after], before: [before], live: [live], rules }), answers);
}

function briefly({ plan }: Decided): readonly (string | undefined)[] {
  const [object] = plan.objects;
  return [object?.step?.why, object?.phase, object?.refusal?.code];
}

describe("what Git may not change, and somebody else changed", () => {
  test("B18: without leave the foreign change goes back, and no write is sent that the server refuses", () => {
    const decided = change({}, { refuse: { [PREFLIGHT]: "immutable" } });
    expect(briefly(decided)).toEqual(["revert", "Stalled", "immutable"]);
  });

  test("B18: with leave, too, before anything is deleted", () => {
    const decided = change(ALLOWED, { refuse: { [PREFLIGHT]: "immutable" } });
    expect(briefly(decided)).toEqual(["revert", "Pending", undefined]);
    expect(decided.asked).not.toContain(`ask probe recreation ${ID}`);
  });

  test("B18: with leave it is made anew at once where the foreign change cannot go back", () => {
    const refuse = { [PREFLIGHT]: "immutable", [DRY_RUN]: "immutable" };
    expect(briefly(change(ALLOWED, { refuse }))).toEqual([
      "recreate",
      "ApplyingChanges",
      undefined,
    ]);
  });
});

describe("an object that has the name, and that this stack never applied", () => {
  const git = [manifest(ID, { annotations: ALLOWED, spec: "{tag: '2'}" })];
  const refuse = { [PREFLIGHT]: "immutable" };
  const bare = manifest(ID, { spec: "{tag: '1'}" });
  const ours = appliedAt(manifest(ID, { annotations: ALLOWED, spec: "{tag: '1'}" }), OLD);

  test.each<{ readonly what: string; readonly live: JsonObject }>([
    { what: "somebody made it", live: editObject(bare.body, "anna", yaml("spec: {tag: '1'}")) },
    {
      what: "somebody made it as a copy of ours, with all labels and annotations",
      live: { ...ours, metadata: { ...objectAt(ours, "metadata"), managedFields: [] } },
    },
  ])("B18: is never deleted, whatever Git allows: $what", ({ live }) => {
    const rules = { isPreflighted: true };
    const before = [manifest(ID, { annotations: ALLOWED, spec: "{tag: '1'}" })];
    const { plan, asked } = decide(lookOf({ git, before, live: [live], rules }), { refuse });
    const [object] = plan.objects;
    expect(object?.step?.why).not.toBe("recreate");
    expect(object?.refusal?.message).toContain(
      "it is never deleted to be made anew: nothing shows that this stack ever applied it",
    );
    expect(asked).not.toContain(`ask probe recreation ${ID}`);
  });
});

describe("an object that we deleted to make it anew", () => {
  const before = manifest(ID, { annotations: ALLOWED, spec: "{tag: '1'}" });
  const after = manifest(ID, { annotations: ALLOWED, spec: "{tag: '2'}" });
  const git = { git: [after], before: [before] };

  /** As its delete left it, with a finalizer. */
  function going(): JsonObject {
    const live = appliedAt(before, OLD);
    const deletionTimestamp = "2026-01-01T00:00:00Z";
    return { ...live, metadata: { ...objectAt(live, "metadata"), deletionTimestamp } };
  }

  test("B18: was deleted by nobody else: once it is gone it is not missing", () => {
    const { plan } = decide(lookOf({ ...git, live: [going()] }));
    const [object] = plan.objects;
    expect([object?.appliedRevision, object?.learned.uid]).toEqual(["", ""]);
    const memory = memoryOf({ [ID]: object?.learned ?? {} });
    const gone = decide(lookOf({ ...git, absent: [ID], memory }));
    expect(gone.plan.objects[0]?.drifts).toEqual([]);
    expect(gone.plan.objects[0]?.step?.why).toBe("create");
  });

  test("what somebody else deleted is missing once it is gone", () => {
    const remembered = memoryOf({ [ID]: { appliedRevision: OLD, uid: "u" } });
    const { plan } = decide(lookOf({ ...git, live: [going()], memory: remembered }));
    const memory = memoryOf({ [ID]: plan.objects[0]?.learned ?? {} });
    const gone = decide(lookOf({ ...git, absent: [ID], memory }));
    expect(gone.plan.objects[0]?.drifts.map(({ drift }) => drift.class)).toEqual(["missing"]);
  });

  test("B18: its status names no commit as applied, and what was foreign on it counts as reverted", () => {
    const refuse = { [PREFLIGHT]: "immutable", [DRY_RUN]: "immutable" };
    const { plan } = change(ALLOWED, { refuse });
    const deleted: StepResult = { kind: "deleted" };
    const results = resultsOf({ [ID]: deleted });
    const { status, drift } = summarizePass(passRecord(plan, { results }));
    expect(status.objects[0]?.appliedRevision).toBe("");
    expect(drift.map(({ action }) => action)).toEqual(["reverted"]);
  });
});
