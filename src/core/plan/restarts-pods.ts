import { isJsonEqual } from "../object/json.ts";
import { podTemplateOf } from "../object/live-object.ts";
import { kindKey } from "../object/object-id.ts";
import type { ObjectCase } from "./describe-case.ts";
import type { Look } from "./look.ts";
import type { PlannedDrift, WriteStep } from "./plan.ts";
import { ROLLING_KINDS } from "./rolls-pods.ts";

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
  if (!ROLLING_KINDS.has(kindKey(ref.id))) return undefined;
  const answer = seen.look.dryRuns.get(["preflight", key, step.intentHash].join("\n"));
  if (answer?.kind !== "accepted") return undefined;
  const isTakenBack = seen.drifts.some(
    ({ drift, action }) => action === "reverted" && drift.path.startsWith("/spec/template"),
  );
  const [now, then] = [podTemplateOf(live) ?? null, podTemplateOf(answer.object) ?? null];
  return isTakenBack || !isJsonEqual(now, then);
}
