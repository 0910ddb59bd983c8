import { describe, expect, test } from "vitest";
import { learnOutcomes } from "../../../../src/core/plan/learn-outcomes.ts";
import { planPass } from "../../../../src/core/plan/plan-pass.ts";
import { type Answers, decide } from "../../../support/decide.ts";
import { manifest, yaml } from "../../../support/graph-builders.ts";
import {
  appliedAt,
  lookOf,
  memoryOf,
  NEW,
  OLD,
  runningAt,
  type WrittenLook,
} from "../../../support/look-builder.ts";
import { planLines } from "../../../support/plan-lines.ts";
import { applyObject, editObject, patchOwners } from "../../../support/server-side-apply.ts";

const a = manifest("ConfigMap/shop/a", { rest: "data: {x: '1'}" });
const a2 = manifest("ConfigMap/shop/a", { rest: "data: {x: '2'}" });
const live = appliedAt(a, NEW);
const old = appliedAt(a, OLD);

function byKubectl(object = live, patch = "data: {x: '9'}"): typeof live {
  return editObject(object, "kubectl-edit", yaml(patch));
}

interface Row {
  readonly title: string;
  readonly look: WrittenLook;
  readonly answers?: Answers;
  readonly asked: readonly string[];
  readonly lines: readonly string[];
}

const dryRun = ["ask dry-run ConfigMap/shop/a"];
const dryRunAndProbe = [...dryRun, "ask probe ConfigMap/shop/a"];

describe("planPass, drift of one object", () => {
  test.each<Row>([
    {
      title: "what carries the intent is kept, after one dry run",
      look: { git: [a], live: [live] },
      asked: dryRun,
      lines: ["keep ConfigMap/shop/a [Ready]"],
    },
    {
      title: "a changed value is reverted by the plain apply",
      look: { git: [a], live: [byKubectl()] },
      asked: dryRun,
      lines: ["revert ConfigMap/shop/a: changed /data/x by kubectl-edit reverted [Ready]"],
    },
    {
      title: "an added value is transferred first",
      look: { git: [a], live: [byKubectl(live, "data: {y: '2'}")] },
      asked: dryRunAndProbe,
      lines: [
        "revert ConfigMap/shop/a with transfer: added /data/y by kubectl-edit reverted [Ready]",
      ],
    },
    {
      title: "an added value that a clean object has, too, is a default",
      look: { git: [a], live: [byKubectl(live, "data: {y: '2'}")] },
      answers: { probe: { kind: "clean", object: yaml("data: {x: '1', y: '2'}") } },
      asked: dryRunAndProbe,
      lines: ["keep ConfigMap/shop/a [Ready]"],
    },
    {
      title: "a removed value comes back, and nobody is blamed",
      look: { git: [a], live: [byKubectl(live, "{data: {x: null, y: '2'}}")] },
      asked: dryRunAndProbe,
      lines: [
        "revert ConfigMap/shop/a with transfer: removed /data/x reverted + added /data/y by kubectl-edit reverted [Ready]",
      ],
    },
    {
      title: "a removed revision annotation comes back; what was applied is known from memory",
      look: {
        git: [a],
        live: [byKubectl(live, "metadata: {annotations: {lockstep.dev/revision: null}}")],
        memory: memoryOf({ "ConfigMap/shop/a": { appliedRevision: NEW } }),
      },
      asked: dryRun,
      lines: ["revert ConfigMap/shop/a: removed /metadata/annotations reverted [Ready]"],
    },
    {
      title:
        "somebody wrote while the dry run was asked, and again after a fresh look: nothing is known",
      look: { git: [a], live: [byKubectl()] },
      answers: { live: [byKubectl()], refuse: { "ask dry-run ConfigMap/shop/a": "conflict" } },
      asked: [...dryRun, "ask object ConfigMap/shop/a", ...dryRun],
      lines: ["keep ConfigMap/shop/a, unsettled [Ready]"],
    },
    {
      title: "where the dry run is refused, what another entry holds of ours is a change",
      look: { git: [a], live: [byKubectl()] },
      answers: { refuse: { "ask dry-run ConfigMap/shop/a": "invalid" } },
      asked: dryRun,
      lines: ["revert ConfigMap/shop/a: changed /data/x by kubectl-edit reverted [Ready]"],
    },
    {
      title: "when Git moves on, one apply makes the change and reverts the drift",
      look: { git: [a2], before: [a], live: [byKubectl(old, "data: {x: '9', y: '2'}")] },
      asked: dryRunAndProbe,
      lines: [
        "apply ConfigMap/shop/a change with transfer: changed /data/x by kubectl-edit reverted + added /data/y by kubectl-edit reverted [ApplyingChanges]",
      ],
    },
    {
      title: "a commit that leaves the intent alone writes nothing",
      look: { git: [a], before: [a], live: [old] },
      asked: dryRun,
      lines: ["keep ConfigMap/shop/a [Ready]"],
    },
    {
      title:
        "the server no longer takes what was applied: that is the object's refusal, not silence",
      look: { git: [a], live: [live] },
      answers: { refuse: { "ask dry-run ConfigMap/shop/a": "invalid" } },
      asked: dryRun,
      lines: ["hold ConfigMap/shop/a: refused invalid [Stalled]"],
    },
    {
      title: "while the repository that knows the commit is silent nothing is written over it",
      look: { git: [a], before: "unreachable", live: [byKubectl(old)] },
      asked: [],
      lines: [
        "hold ConfigMap/shop/a: ConfigMap/shop/a Unreadable it was written at commit 1111111111, and the repository that knows it does not answer<a known commit [DelayingChanges]",
      ],
    },
    {
      title: "a commit that cannot be had makes the object pending; what foreigners hold is told",
      look: { git: [a], before: "lost", live: [byKubectl(old)] },
      asked: [],
      lines: [
        "apply ConfigMap/shop/a change: changed /data/x by kubectl-edit reverted [ApplyingChanges]",
      ],
    },
    {
      title: "what could not be read is not gone",
      look: {
        git: [a],
        seen: { "ConfigMap/shop/a": { kind: "unreadable", reason: "no list" } },
        memory: memoryOf({ "ConfigMap/shop/a": { appliedRevision: NEW, uid: "before" } }),
      },
      asked: [],
      lines: [
        "hold ConfigMap/shop/a: ConfigMap/shop/a Unreadable no list<readable [DelayingChanges]",
      ],
    },
    {
      title: "an addition that cannot be moved to us is told, and no write is planned for it",
      look: { git: [a], live: [editObject(live, "ancient-changes", yaml("data: {y: '2'}"))] },
      asked: dryRunAndProbe,
      lines: ["keep ConfigMap/shop/a: added /data/y by ancient-changes observed [Ready]"],
    },
    {
      title: "an object that is gone is created again from what was last applied",
      look: {
        git: [a],
        absent: ["ConfigMap/shop/a"],
        memory: memoryOf({ "ConfigMap/shop/a": { appliedRevision: NEW, uid: "before" } }),
      },
      asked: [],
      lines: ["apply ConfigMap/shop/a create: missing reverted [Pending]"],
    },
  ])("$title", ({ look, answers, asked, lines }) => {
    const decided = decide(lookOf(look), answers);
    expect({ asked: decided.asked, lines: decided.lines }).toEqual({
      asked: asked.toSorted(),
      lines,
    });
  });

  test("an earlier commit that was not asked for yet is asked for, once for each object", () => {
    expect(planLines(planPass(lookOf({ git: [a2], live: [old] })))).toEqual([
      "ask manifest-at ConfigMap/shop/a 1111111",
    ]);
  });
});

test("a transfer without its apply (a crash, a lost race): the next pass takes the field away", () => {
  const edited = byKubectl(live, "data: {y: '2'}");
  const [first] = decide(lookOf({ git: [a], live: [edited] })).plan.objects;
  const moved = patchOwners(edited, first?.step?.transfer ?? []);
  const { lines, plan } = decide(lookOf({ git: [a], live: [moved] }));
  expect(lines).toEqual(["revert ConfigMap/shop/a: added /data/y reverted [Ready]"]);
  const intent = plan.objects[0]?.step?.intent ?? {};
  expect(applyObject(moved, intent)["data"]).toEqual({ x: "1" });
});

describe("planPass, a converged stack", () => {
  const es = manifest("Elasticsearch/shop/es", { spec: "{version: 9.1.0}" });
  const kb = manifest("Kibana/shop/kb", {
    spec: "{version: 9.1.0, elasticsearchRef: {name: es}}",
  });
  const written: WrittenLook = {
    git: [a, es, kb],
    live: [live, runningAt(es, NEW, "9.1.0"), runningAt(kb, NEW, "9.1.0")],
  };

  test("the second look asks nothing and keeps everything", () => {
    const first = decide(lookOf(written));
    const memory = learnOutcomes(first.plan, new Map(), first.look);
    expect(planLines(planPass(lookOf({ ...written, memory })))).toEqual([
      "keep ConfigMap/shop/a [Ready]",
      "keep Elasticsearch/shop/es [Ready]",
      "keep Kibana/shop/kb [Ready]",
    ]);
  });

  test("a foreign edit of a value that we own makes it ask about that object alone", () => {
    const first = decide(lookOf(written));
    const memory = learnOutcomes(first.plan, new Map(), first.look);
    const [, ...others] = written.live ?? [];
    const edited = lookOf({ ...written, live: [byKubectl(), ...others], memory });
    expect(planLines(planPass(edited))).toEqual(dryRun);
  });
});
