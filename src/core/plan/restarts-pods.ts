import { isJsonEqual } from "../object/json.ts";
import { podTemplateOf } from "../object/live-object.ts";
import type { ObjectCase } from "./describe-case.ts";
import { type Look, preflightKey } from "./look.ts";
import type { PlannedDrift, WriteStep } from "./plan.ts";
import { replacesPods } from "./replaces-pods.ts";

/**
 * Whether a step changes the pod template of a workload, so that its controller replaces the pods: by the dry run that was made
 * of it, and by what is taken back. `undefined`: it runs no pods, is new, or was not dry-run in this pass.
 */
export function restartsPods(
  { key, live, ref }: Pick<ObjectCase, "key" | "live" | "ref">,
  step: WriteStep | undefined,
  seen: { readonly look: Pick<Look, "dryRuns">; readonly drifts: readonly PlannedDrift[] },
): boolean | undefined {
  if (step === undefined || live === undefined) return undefined;
  const takenBack = seen.drifts.flatMap(({ drift, action }) =>
    action === "reverted" ? [drift.path] : [],
  );
  const isReplacing = replacesPods(ref.id, { live, intent: step.intent, takenBack });
  if (isReplacing === undefined) return undefined;
  const answer = seen.look.dryRuns.get(preflightKey(key, step.intentHash));
  if (answer?.kind !== "accepted") return undefined;
  const isTakenBack = takenBack.some((path) => path.startsWith("/spec/template"));
  const [now, then] = [podTemplateOf(live) ?? null, podTemplateOf(answer.object) ?? null];
  return isReplacing && (isTakenBack || !isJsonEqual(now, then));
}
