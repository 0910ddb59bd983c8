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
  const reason = conditions.find(({ type }) => type === "RevertRequested")?.message ?? "no request";
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
      is: "no step | answered | kubectl-annotate asks to revert what zoe changed: nothing differs | /data/a observed | /data/b observed | /data/x observed | /data/y observed | /data/z observed",
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
      is: 'no step | stays | kubectl-annotate asks for a revert of nothing: the annotation wants "all" or the name of a field manager | /data/a observed | /data/b observed | /data/x observed | /data/y observed | /data/z observed',
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
