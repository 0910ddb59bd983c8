import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { learnOutcomes } from "../../../../src/core/plan/learn-outcomes.ts";
import type { ObjectPlan } from "../../../../src/core/plan/plan.ts";
import { decide } from "../../../support/decide.ts";
import { manifest, yaml } from "../../../support/graph-builders.ts";
import {
  appliedAt,
  keyFrom,
  lookOf,
  NEW,
  OLD,
  type WrittenLook,
} from "../../../support/look-builder.ts";
import { resultsOf } from "../../../support/plan-builder.ts";
import { editObject } from "../../../support/server-side-apply.ts";

const ID = "ConfigMap/shop/a";
const written = manifest(ID, { rest: "data: {x: '1', y: '1', z: '1'}" });
const changed = manifest(ID, { rest: "data: {x: '2', y: '1', z: '1'}" });

function edit(object: JsonObject, manager: string, data: string): JsonObject {
  return editObject(object, manager, yaml(`data: ${data}`));
}

/** Two people changed and added something, one removed something. */
const edited = edit(
  edit(edit(appliedAt(written, NEW), "anna", "{x: '8', a: '8'}"), "ben", "{y: '9', b: '9'}"),
  "carl",
  "{z: null}",
);

function asking(live: JsonObject, what: string): JsonObject {
  const annotations = { "lockstep.dev/revert": what };
  return editObject(live, "kubectl-annotate", { metadata: { annotations } });
}

/** The step, the answer, what the apply says, and what becomes of each drift. */
function brief(plan: ObjectPlan | undefined): string {
  if (plan === undefined) return "no object";
  const { step, answer, drifts, conditions } = plan;
  const data =
    step === undefined ? "no step" : `${step.why} ${JSON.stringify(step.intent["data"])}`;
  const asked = conditions.find(({ type }) => type === "RevertRequested");
  const misread = conditions.find(({ type }) => type === "NotUnderstood");
  const reason = asked?.message ?? misread?.message ?? "no request";
  const actions = drifts.map(({ drift, action }) => `${drift.path} ${action}`);
  return [data, answer === undefined ? "stays" : "answered", reason, ...actions].join(" | ");
}

function briefLook(look: WrittenLook): string {
  return brief(decide(lookOf(look)).plan.objects[0]);
}

describe("planPass, a revert on demand", () => {
  test.each<{ readonly title: string; readonly look: WrittenLook; readonly is: string }>([
    {
      title: "observe, all",
      look: { git: [written], live: [asking(edited, "all")], rules: { mode: "observe" } },
      is: 'revert {"x":"1","y":"1","z":"1"} | answered | kubectl-annotate asks to revert everything: it is reverted now | /data/a reverted | /data/b reverted | /data/x reverted | /data/y reverted | /data/z reverted',
    },
    {
      title: "observe, one manager: what others did stays, also what nobody is recorded for",
      look: { git: [written], live: [asking(edited, "anna")], rules: { mode: "observe" } },
      is: 'revert {"x":"1"} | answered | kubectl-annotate asks to revert what anna changed: it is reverted now | /data/a reverted | /data/b observed | /data/x reverted | /data/y observed | /data/z observed',
    },
    {
      title: "observe, somebody who did nothing",
      look: { git: [written], live: [asking(edited, "zoe")], rules: { mode: "observe" } },
      is: 'no step | stays | annotation lockstep.dev/revert is "zoe", which owns nothing of it; expected "all" or who owns something of the object: anna, ben, kubectl-annotate | /data/a observed | /data/b observed | /data/x observed | /data/y observed | /data/z observed',
    },
    {
      title: "observe, somebody who wrote it and changed nothing of Git",
      look: {
        git: [written],
        live: [asking(appliedAt(written, NEW), "kubectl-annotate")],
        rules: { mode: "observe" },
      },
      is: "no step | answered | kubectl-annotate asks to revert what kubectl-annotate changed: nothing differs",
    },
    {
      title: "enforce, somebody who did nothing: what differs is taken back anyway",
      look: { git: [written], live: [asking(appliedAt(written, NEW), "zoe")] },
      is: "no step | answered | kubectl-annotate asks to revert what zoe changed: nothing differs",
    },
    {
      title: "observe, with a change of Git that stays where it is",
      look: {
        git: [changed],
        before: [written],
        live: [asking(edit(appliedAt(written, OLD), "anna", "{y: '8'}"), "all")],
        rules: { mode: "observe" },
      },
      is: 'revert {"x":"1","y":"1","z":"1"} | answered | kubectl-annotate asks to revert everything: it is reverted now | /data/y reverted',
    },
    {
      title: "create-only goes back to how it was made",
      look: {
        git: [changed],
        before: [written],
        live: [asking(edit(appliedAt(written, OLD), "anna", "{x: '8'}"), "all")],
        rules: { mode: "create-only" },
      },
      is: 'revert {"x":"1","y":"1","z":"1"} | answered | kubectl-annotate asks to revert everything: it is reverted now | /data/x reverted',
    },
    {
      title: "enforce reverts all anyway, whoever is named",
      look: { git: [written], live: [asking(edited, "anna")] },
      is: 'revert {"x":"1","y":"1","z":"1"} | answered | kubectl-annotate asks to revert what anna changed: it is reverted now | /data/a reverted | /data/b reverted | /data/x reverted | /data/y reverted | /data/z reverted',
    },
    {
      title: "enforce with nothing to revert",
      look: { git: [written], live: [asking(appliedAt(written, NEW), "all")] },
      is: "no step | answered | kubectl-annotate asks to revert everything: nothing differs",
    },
    {
      title: "off is not looked at",
      look: { git: [written], live: [asking(edited, "all")], rules: { mode: "off" } },
      is: "no step | stays | no request",
    },
    {
      title: "skipped is not written",
      look: {
        git: [written],
        live: [
          editObject(asking(appliedAt(written, NEW), "all"), "x", {
            metadata: { labels: { "lockstep.dev/skip-reconciliation": "true" } },
          }),
        ],
        rules: { mode: "observe" },
      },
      is: "no step | stays | kubectl-annotate asks to revert everything: not while it is skipped",
    },
    {
      title: "without words",
      look: { git: [written], live: [asking(edited, "")], rules: { mode: "observe" } },
      is: 'no step | stays | annotation lockstep.dev/revert is empty; expected "all" or who owns something of the object: anna, ben, kubectl-annotate | /data/a observed | /data/b observed | /data/x observed | /data/y observed | /data/z observed',
    },
    {
      title: "observe, when nobody knows what was applied",
      look: {
        git: [written],
        before: "lost",
        live: [asking(appliedAt(written, OLD), "all")],
        rules: { mode: "observe" },
      },
      is: "no step | stays | kubectl-annotate asks to revert everything: it is not known what was last applied, so there is nothing to go back to",
    },
  ])("$title", ({ look, is }) => {
    expect(briefLook(look)).toBe(is);
  });

  test("a request that was heard is answered although its manager owns nothing any more: the answer lost a race after the revert", () => {
    const rules = { mode: "observe" } as const;
    const first = decide(lookOf({ git: [written], live: [asking(edited, "anna")], rules }));
    const memory = learnOutcomes(first.plan, new Map(), first.look);
    const taken = asking(edit(appliedAt(written, NEW), "ben", "{y: '9'}"), "anna");
    const next = { ...lookOf({ git: [written], live: [taken], rules }), memory };
    expect(brief(decide(next).plan.objects[0])).toBe(
      "no step | answered | kubectl-annotate asks to revert what anna changed: nothing differs | /data/y observed",
    );
  });

  test("after the revert of one manager's changes the others' are still looked for", () => {
    const look = {
      git: [written],
      live: [asking(edited, "anna")],
      rules: { mode: "observe" },
    } as const;
    const decided = decide(lookOf(look));
    const results = resultsOf({ [ID]: { kind: "written" as const, object: edited } });
    const learned = learnOutcomes(decided.plan, results, decided.look).get(keyFrom(ID));
    expect(learned?.verified).toBeUndefined();
  });
});
