import pLimit from "p-limit";
import { ClusterError } from "../core/cluster-error.ts";
import { type ObjectKey, objectKey } from "../core/object/object-id.ts";
import type { DeleteStep } from "../core/plan/orphan-plan.ts";
import type { Plan } from "../core/plan/plan.ts";
import type { StepResult } from "../core/plan/summarize-pass.ts";
import type { ExecuteOptions } from "./execute-plan.ts";

/**
 * Deletes what the plan lets go. Which comes first was decided by looks: one waits for another over passes, not here, but for those
 * that can only go together.
 */
export async function executeDeletes(
  plan: Plan,
  options: ExecuteOptions,
): Promise<ReadonlyMap<ObjectKey, StepResult>> {
  const limit = pLimit(options.concurrency);
  const steps = plan.orphans.flatMap(({ step }) => step ?? []);
  const results = new Map<ObjectKey, Promise<StepResult>>();
  async function runStep(step: DeleteStep): Promise<StepResult> {
    const before = await Promise.all(step.after.map(async (key) => results.get(key)));
    const isFree = before.every((each) => each?.kind === "deleted");
    return isFree ? limit(async () => executeDelete(step, options)) : { kind: "skipped" };
  }
  // Those that a step comes after stand before it.
  for (const step of steps) results.set(objectKey(step.ref.id), runStep(step));
  const all = [...results].map(async ([key, result]) => [key, await result] as const);
  return new Map(await Promise.all(all));
}

async function executeDelete(step: DeleteStep, options: ExecuteOptions): Promise<StepResult> {
  if (!options.mayWrite()) return { kind: "skipped" };
  try {
    await options.cluster.delete(step);
    return { kind: "deleted" };
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    if (error.code === "conflict") return { kind: "conflict" };
    const { code, message, retry } = error;
    return { kind: "refused", refusal: { code, message, retry } };
  }
}
