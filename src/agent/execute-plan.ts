import pLimit from "p-limit";
import { ClusterError } from "../core/cluster-error.ts";
import type { JsonObject } from "../core/object/json.ts";
import { resourceVersionOf, uidOf } from "../core/object/live-object.ts";
import { type ObjectKey, objectKey } from "../core/object/object-id.ts";
import { asOfCreate } from "../core/plan/explain-immutable.ts";
import { guardBody } from "../core/plan/guard-body.ts";
import type { WriteRefusal } from "../core/plan/look.ts";
import type { Plan, WriteStep } from "../core/plan/plan.ts";
import type { ClusterPort } from "../ports/cluster-port.ts";

/** What became of one step. */
export type StepOutcome =
  | {
      readonly kind: "written";
      readonly step: WriteStep;
      readonly object: JsonObject;
      /** Requests that changed something: the transfer counts for itself. */
      readonly writes: number;
    }
  /** It was deleted to be made anew. */
  | { readonly kind: "deleted"; readonly step: WriteStep }
  /** Somebody wrote between our look and our write, or between our transfer and our apply (`isHalfDone`): look again. */
  | { readonly kind: "conflict"; readonly step: WriteStep; readonly isHalfDone: boolean }
  | {
      readonly kind: "refused";
      readonly step: WriteStep;
      readonly refusal: WriteRefusal;
      /** Not the transfer before the apply, which was written. */
      readonly isHalfDone: boolean;
    }
  /** Not begun: a step before it failed, or the pass may not write any more. */
  | { readonly kind: "skipped"; readonly step: WriteStep };

export interface ExecuteOptions {
  readonly cluster: ClusterPort;
  readonly concurrency: number;
  /** Asked before each write: false once a newer commit was chosen or the Lease is lost. */
  readonly mayWrite: () => boolean;
}

/** Executes the plan's steps: the only place that writes objects of the stack. Never throws `ClusterError`. */
export async function executePlan(
  plan: Plan,
  options: ExecuteOptions,
): Promise<readonly StepOutcome[]> {
  const limit = pLimit(options.concurrency);
  const running = new Map<ObjectKey, Promise<StepOutcome>>();
  for (const { ref, step } of plan.objects) {
    if (step === undefined) continue;
    const before: Promise<StepOutcome>[] = [];
    for (const key of step.after) {
      const earlier = running.get(key);
      if (earlier !== undefined) before.push(earlier);
    }
    running.set(
      objectKey(ref.id),
      startStep(step, before, async () => limit(async () => executeStep(step, options))),
    );
  }
  return Promise.all(running.values());
}

async function startStep(
  step: WriteStep,
  before: readonly Promise<StepOutcome>[],
  execute: () => Promise<StepOutcome>,
): Promise<StepOutcome> {
  const outcomes = await Promise.all(before);
  const areAllWritten = outcomes.every((outcome) => outcome.kind === "written");
  return areAllWritten ? execute() : { kind: "skipped", step };
}

async function executeStep(step: WriteStep, options: ExecuteOptions): Promise<StepOutcome> {
  if (!options.mayWrite()) return { kind: "skipped", step };
  try {
    return await writeStep(step, options.cluster);
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    return failed(step, error, { isHalfDone: false });
  }
}

function failed(
  step: WriteStep,
  error: ClusterError,
  { isHalfDone }: { readonly isHalfDone: boolean },
): StepOutcome {
  if (error.code === "conflict") return { kind: "conflict", step, isHalfDone };
  const { code, message, retry } = error;
  const refusal = { code, message, retry };
  return { kind: "refused", step, refusal: step.live ? refusal : asOfCreate(refusal), isHalfDone };
}

async function writeStep(step: WriteStep, cluster: ClusterPort): Promise<StepOutcome> {
  if (step.why === "recreate" && step.live !== undefined) {
    const { ref, live } = step;
    await cluster.delete({ ref, uid: uidOf(live), resourceVersion: resourceVersionOf(live) });
    return { kind: "deleted", step };
  }
  if (step.why === "release") {
    const object = await cluster.patchOwnership({ ref: step.ref, patch: step.transfer });
    return { kind: "written", step, object, writes: 1 };
  }
  return applyStep(step, cluster);
}

async function applyStep(step: WriteStep, cluster: ClusterPort): Promise<StepOutcome> {
  const hasTransfer = step.transfer.length > 0;
  const base = hasTransfer
    ? await cluster.patchOwnership({ ref: step.ref, patch: step.transfer })
    : step.live;
  try {
    const { object } = await cluster.apply({
      ref: step.ref,
      body: base === undefined ? step.intent : guardBody(step.intent, base),
      isDryRun: false,
    });
    return { kind: "written", step, object, writes: hasTransfer ? 2 : 1 };
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    return failed(step, error, { isHalfDone: hasTransfer });
  }
}
