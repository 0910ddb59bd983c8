import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
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

interface Row {
  readonly title: string;
  readonly id?: string;
  /** Of the spec, before and after. */
  readonly more?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  /** Of the live object alone. */
  readonly live?: JsonObject;
  readonly code?: string;
  /** Action, phase, and the code of the refusal; `says`: a part of what it says. */
  readonly is: string;
  readonly says?: string;
}

const HELP =
  'a Service cannot be changed there; with lockstep.dev/recreate: "allowed" in Git it is';
const NEVER = "it is never deleted to be made anew: ";

/** What a row leaves out. */
const SERVICE = { id: "Service/shop/x", annotations: {}, more: "", code: "immutable", live: {} };

/** What is planned for the row's object, whose spec Git changed, and whose preflight is refused. */
function refusedChange(row: Row): { readonly brief: string; readonly says: string } {
  const { id, annotations, more, code, live: edit } = { ...SERVICE, ...row };
  const old = manifest(id, { annotations, spec: `{tag: '1'${more}}` });
  const next = manifest(id, { annotations, spec: `{tag: '2'${more}}` });
  const live = editObject(appliedAt(old, OLD), "kubectl-edit", edit);
  const rules = { isPreflighted: true };
  const look = lookOf({ git: [next], before: [old], live: [live], rules });
  const [object] = decide(look, { refuse: { [`ask preflight ${id}`]: code } }).plan.objects;
  const parts = [object?.action, object?.phase, object?.refusal?.code];
  const brief = parts.filter((part) => part !== undefined).join(" ");
  return { brief, says: object?.cause?.message ?? "" };
}

describe("a change that the server refuses", () => {
  test.each<Row>([
    { title: "with leave", annotations: RECREATE, is: "recreate ApplyingChanges" },
    { title: "without leave", is: "hold Stalled immutable", says: HELP },
    {
      title: "with another word than allowed",
      annotations: { "lockstep.dev/recreate": "true" },
      is: "hold Stalled refused-component",
      says: 'metadata.annotations["lockstep.dev/recreate"] is "true"; expected allowed, or none',
    },
    {
      title: "for another reason",
      annotations: RECREATE,
      code: "invalid",
      is: "hold Stalled invalid",
    },
    {
      title: "with leave, by right",
      annotations: RECREATE,
      code: "forbidden",
      is: "hold Stalled forbidden",
    },
    ...["PersistentVolumeClaim/shop/x", "PersistentVolume/x", "Namespace/x"].map((id) => ({
      title: `with leave, of ${id}`,
      id,
      annotations: RECREATE,
      is: "hold Stalled immutable",
      says: `${NEVER}a ${id.split("/")[0]} takes more with it than itself`,
    })),
    {
      title: "with leave, of a CRD",
      id: "CustomResourceDefinition.apiextensions.k8s.io/things.example.com",
      annotations: RECREATE,
      is: "hold Stalled immutable",
      says: `${NEVER}a CustomResourceDefinition takes more with it than itself`,
    },
    {
      title: "with leave, of what Git says stays",
      annotations: { ...RECREATE, "lockstep.dev/prune": "disabled" },
      is: "hold Stalled immutable",
      says: `${NEVER}its annotation lockstep.dev/prune says that it stays`,
    },
    {
      title: "with leave, of what says itself that it stays",
      annotations: RECREATE,
      live: { metadata: { annotations: { "lockstep.dev/prune": "disabled" } } },
      is: "hold Stalled immutable",
      says: `${NEVER}its annotation lockstep.dev/prune says that it stays`,
    },
    {
      title: "with leave, of a StatefulSet whose claims go with it",
      id: "StatefulSet.apps/shop/x",
      annotations: RECREATE,
      more: ", persistentVolumeClaimRetentionPolicy: {whenDeleted: Delete}",
      is: "hold Stalled immutable",
      says: `${NEVER}its claims would go with it`,
    },
    {
      title: "with leave, of an Elasticsearch whose claims go with it unless it says otherwise",
      id: "Elasticsearch/shop/x",
      annotations: RECREATE,
      is: "hold Stalled immutable",
      says: `${NEVER}its claims would go with it (spec.volumeClaimDeletePolicy is not DeleteOnScaledownOnly)`,
    },
    {
      title: "with leave, of an Elasticsearch whose claims stay",
      id: "Elasticsearch/shop/x",
      annotations: RECREATE,
      more: ", volumeClaimDeletePolicy: DeleteOnScaledownOnly",
      is: "recreate ApplyingChanges",
    },
    {
      title: "with leave, of a StatefulSet whose claims stay",
      id: "StatefulSet.apps/shop/x",
      annotations: RECREATE,
      more: ", persistentVolumeClaimRetentionPolicy: {whenDeleted: Retain}",
      is: "recreate ApplyingChanges",
    },
  ])("B18: $title: $is", (row) => {
    const { brief, says } = refusedChange(row);
    expect(brief).toBe(row.is);
    expect(says).toContain(row.says ?? "");
  });

  test("B18: of what is not there yet is a fault of the manifest", () => {
    const next = manifest("Service/shop/x", { annotations: RECREATE, spec: "{tag: '2'}" });
    const look = lookOf({
      git: [next],
      absent: ["Service/shop/x"],
      rules: { isPreflighted: true },
    });
    const { plan } = decide(look, { refuse: { "ask preflight Service/shop/x": "immutable" } });
    expect(plan.objects[0]?.refusal?.code).toBe("invalid");
  });

  test("B18: the server is asked before each delete, also where nothing else is dry-run", () => {
    const look = lookOf({ git: [after], before: [before], live: [appliedAt(before, OLD)] });
    const { asked } = decide(look, { refuse: { [PREFLIGHT]: "immutable" } });
    expect(asked).toContain(PREFLIGHT);
    const { plan } = decide(look);
    expect(plan.objects[0]?.step?.why).toBe("change");
  });

  test("B18: what was refused before is no reason to delete what the server takes by now", () => {
    const refusal = { code: "immutable", message: "is immutable", retry: "after-change" } as const;
    const { plan: first } = change();
    const intentHash = first.objects[0]?.step?.intentHash ?? "";
    const refused = { intentHash, refusal, attempts: 1, retryAtMs: Number.MAX_SAFE_INTEGER };
    const memory = memoryOf({ [ID]: { refused, preflight: { intentHash, outcome: refusal } } });
    const live = [appliedAt(before, OLD)];
    const { plan } = decide(lookOf({ git: [after], before: [before], live, memory }));
    expect(plan.objects[0]?.step?.why).toBe("change");
  });

  test("B18: a held one tells what it waits for, and asks the server once", () => {
    const target = manifest("Deployment.apps/shop/db");
    const annotations = { ...RECREATE, "lockstep.dev/after": "Deployment.apps/db@ready" };
    const held = manifest(ID, { annotations, spec: "{tag: '2'}" });
    const live = [appliedAt(before, OLD), appliedAt(target, NEW)];
    const rules = { isPreflighted: true };
    const look = lookOf({ git: [held, target], before: [before], live, rules });
    const { plan, asked } = decide(look, { refuse: { [PREFLIGHT]: "immutable" } });
    const object = plan.objects.find(({ ref }) => ref.id.kind === "Job");
    expect([object?.phase, object?.refusal, object?.step]).toEqual([
      "DelayingChanges",
      undefined,
      undefined,
    ]);
    expect(asked).toContain(PREFLIGHT);
    const memory = memoryOf({ [ID]: object?.learned ?? {} });
    expect(decide({ ...look, memory }).asked).not.toContain(PREFLIGHT);
  });
});
