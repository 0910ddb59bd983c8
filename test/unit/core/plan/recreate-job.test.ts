import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { uidOf } from "../../../../src/core/object/live-object.ts";
import type { ProbeAnswer } from "../../../../src/core/plan/look.ts";
import { planPass } from "../../../../src/core/plan/plan-pass.ts";
import { type Decided, decide } from "../../../support/decide.ts";
import { manifest, yaml } from "../../../support/graph-builders.ts";
import { appliedAt, lookOf, memoryOf, NEW, OLD } from "../../../support/look-builder.ts";
import { editObject } from "../../../support/server-side-apply.ts";

const ID = "Job.batch/shop/migrate";
const RECREATE = { "lockstep.dev/recreate": "allowed" };
const before = manifest(ID, { annotations: RECREATE, spec: "{tag: '1'}" });
const after = manifest(ID, { annotations: RECREATE, spec: "{tag: '2'}" });
const PREFLIGHT = `ask preflight ${ID}`;

/** The changed Job, whose update is refused as immutable. */
function change(probe?: ProbeAnswer): Decided {
  const look = lookOf({
    git: [after],
    before: [before],
    live: [appliedAt(before, OLD)],
    rules: { isPreflighted: true },
  });
  const answers = { refuse: { [PREFLIGHT]: "immutable" } };
  return decide(look, probe === undefined ? answers : { ...answers, probe });
}

describe("a Job that may be made anew", () => {
  test("B18: goes once the server would take the new one", () => {
    const { asked, plan } = change();
    expect(asked).toEqual([`ask dry-run ${ID}`, `ask preflight ${ID}`, `ask probe ${ID}`]);
    expect(plan.objects[0]?.step?.why).toBe("recreate");
  });

  test("B18: stays when the new one would be refused, and says so", () => {
    const { plan } = change({ kind: "impossible", retry: "after-change", message: "no, policy" });
    const [object] = plan.objects;
    expect([object?.step, object?.refusal?.code]).toEqual([undefined, "immutable"]);
    expect(object?.refusal?.message).toContain("because a new one is refused: no, policy");
  });

  test("B18: nothing is deleted on an answer about something else: each of its probes is its own question", () => {
    const { look } = change();
    const [key = ""] = look.probes.keys();
    expect(key).toMatch(/^recreation\n/);
    const plan = planPass({
      ...look,
      probes: new Map([[key.replace("recreation\n", ""), { kind: "clean", object: {} }]]),
    });
    expect([plan.questions.map(({ ask }) => ask), plan.objects[0]?.step]).toEqual([
      ["probe"],
      undefined,
    ]);
  });

  test("B18: a revert deletes nothing, whatever the server says of it", () => {
    const live = editObject(appliedAt(before, NEW), "kubectl-edit", yaml("spec: {tag: '9'}"));
    const first = decide(lookOf({ git: [before], live: [live] }));
    const intentHash = first.plan.objects[0]?.step?.intentHash ?? "";
    const refusal = { code: "immutable", message: "is immutable", retry: "never" } as const;
    const refused = { intentHash, refusal, attempts: 1, retryAtMs: Number.MAX_SAFE_INTEGER };
    const memory = memoryOf({ [ID]: { refused } });
    const { plan, asked } = decide(lookOf({ git: [before], live: [live], memory }));
    expect([first.plan.objects[0]?.step?.why, plan.objects[0]?.step]).toEqual([
      "revert",
      undefined,
    ]);
    expect(asked).not.toContain(`ask probe ${ID}`);
  });
});

describe("a Job that went before any look saw its end", () => {
  const job = manifest(ID, { spec: "{tag: '1'}" });
  const live = appliedAt(job, NEW);
  const memory = memoryOf({ [ID]: { uid: uidOf(live), appliedRevision: NEW } });

  function ended(type: string): JsonObject {
    return { ...live, status: { conditions: [{ type, status: "True" }] } };
  }

  test.each([
    { title: "complete", gone: [ended("Complete")], step: undefined, is: "complete" },
    { title: "failed", gone: [ended("Failed")], step: undefined, is: "failed" },
    { title: "running: somebody deleted it", gone: [live], step: "create", is: undefined },
    { title: "nobody saw how", gone: [], step: "create", is: undefined },
    {
      title: "another one of that name",
      gone: [{ ...ended("Complete"), metadata: { name: "migrate", uid: "other" } }],
      step: "create",
      is: undefined,
    },
  ])("B18: $title", ({ gone, step, is }) => {
    const { plan } = decide(lookOf({ git: [job], absent: [ID], gone, memory }));
    const [object] = plan.objects;
    expect([object?.step?.why, object?.learned.ended?.outcome]).toEqual([step, is]);
  });

  test("B18: of another text in Git it says nothing", () => {
    const changed = manifest(ID, { spec: "{tag: '2'}" });
    const { plan } = decide(
      lookOf({
        git: [changed],
        before: [job],
        absent: [ID],
        gone: [ended("Complete")],
        memory: memoryOf({ [ID]: { uid: uidOf(live), appliedRevision: OLD } }),
      }),
    );
    expect(plan.objects[0]?.step?.why).toBe("create");
  });
});
