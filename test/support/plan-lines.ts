import { objectKey } from "../../src/core/object/object-id.ts";
import type { ObjectPlan, Plan, Question } from "../../src/core/plan/plan.ts";
import { short } from "./graph-builders.ts";

/** A whole plan, a line for each question, or for each object and orphan once nothing is asked any more. */
export function planLines(plan: Plan): readonly string[] {
  if (plan.questions.length > 0) return plan.questions.map(briefQuestion);
  const orphans = plan.orphans.map(
    ({ ref, action, reason, step }) =>
      `${step === undefined ? action : "delete"} orphan ${short(objectKey(ref.id))}: ${short(reason)}`,
  );
  return [...plan.objects.map(briefObject), ...orphans];
}

/** `ask dry-run ConfigMap/shop/a`; the preflight of a change is told apart from a dry run of drift. */
export function briefQuestion(question: Question): string {
  const id = short(objectKey(question.ref.id));
  const isPreflight = question.ask === "dry-run" && question.key.startsWith("preflight");
  const commit = question.ask === "manifest-at" ? ` ${question.commit.slice(0, 7)}` : "";
  return `ask ${isPreflight ? "preflight" : question.ask} ${id}${commit}`;
}

/**
 * `apply ConfigMap/shop/a change [ApplyingChanges]`, `hold Kibana/shop/kb: Elasticsearch/shop/es VersionBehind
 * 8.19.2<9.1.0 [DelayingChanges]`; drifts as `changed /data/x by kubectl reverted`.
 */
function briefObject(plan: ObjectPlan): string {
  const reasons = [
    ...plan.blockers.map(
      ({ to, reason, have, want }) => `${short(objectKey(to))} ${reason} ${have}<${want}`,
    ),
    ...(plan.refusal === undefined ? [] : [`refused ${plan.refusal.code}`]),
    ...plan.conditions.map(({ type }) => type).filter((type) => type !== "Drifted"),
    ...plan.drifts.map(({ drift, action }) =>
      [drift.class, drift.path, drift.manager && `by ${drift.manager}`, action]
        .filter((part) => part !== "")
        .join(" "),
    ),
    ...(plan.takesOver.length === 0 ? [] : [`takes over from ${plan.takesOver.join(", ")}`]),
  ];
  const action = plan.isUnsettled ? `${briefAction(plan)}, unsettled` : briefAction(plan);
  const head = reasons.length === 0 ? action : `${action}: `;
  return `${head}${reasons.join(" + ")} [${plan.phase}]`;
}

function briefAction({ ref, action, step }: ObjectPlan): string {
  const id = short(objectKey(ref.id));
  if (step === undefined) {
    const isWriting = action === "apply" || action === "revert";
    return isWriting ? `would ${action} ${id}` : `${action} ${id}`;
  }
  const after = step.after.length === 0 ? "" : ` after ${step.after.map(short).join(", ")}`;
  const transfer = step.transfer.length === 0 ? "" : " with transfer";
  return action === "revert"
    ? `revert ${id}${transfer}${after}`
    : `apply ${id} ${step.why}${transfer}${after}`;
}
