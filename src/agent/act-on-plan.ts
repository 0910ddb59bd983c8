import { type JsonObject, textAt } from "../core/object/json.ts";
import { idOf } from "../core/object/live-object.ts";
import { type ObjectKey, objectKey } from "../core/object/object-id.ts";
import type { Desired } from "../core/plan/look.ts";
import type { Plan, WriteStep } from "../core/plan/plan.ts";
import type { StepResult } from "../core/plan/summarize-pass.ts";
import { executeAnswers } from "./execute-answers.ts";
import { executeDeletes } from "./execute-deletes.ts";
import { executePlan, type StepOutcome } from "./execute-plan.ts";
import { mayWrite } from "./may-write.ts";
import { warnOfRewrite } from "./refresh-source.ts";
import type { Stack } from "./stack.ts";
import { rememberDeleted, rememberWritten } from "./stack-view.ts";
import { extendParent, readStackParent } from "./write-parent.ts";

/** What became of a plan's steps. */
export interface Acted {
  readonly writes: readonly StepOutcome[];
  readonly deletes: ReadonlyMap<ObjectKey, StepResult>;
  /** Of requests on live objects. */
  readonly answers: ReadonlyMap<ObjectKey, Learned>;
}

export const NOT_ACTED: Acted = { writes: [], deletes: new Map(), answers: new Map() };

/** A step that was begun. */
export interface PassStep {
  readonly id: string;
  readonly why: WriteStep["why"] | "prune" | "answer";
  readonly kind: "written" | "conflict" | "refused";
}

/** What became of one step, with the object as it was written. */
export type Learned = StepResult & { readonly object?: JsonObject };

/** Executes the steps of a plan. The parent names every kind and namespace, and the commit, before anything is written. */
export async function actOnPlan(stack: Stack, plan: Plan, desired: Desired): Promise<Acted> {
  await warnOfRewrite(stack);
  await readStackParent(stack);
  if (!mayWrite(stack)) return NOT_ACTED;
  const { concurrency, ports } = stack.setup;
  const hasWrites = plan.objects.some(({ step }) => step !== undefined);
  if (!hasWrites && !hasOthers(plan)) return NOT_ACTED;
  if (hasWrites) {
    const ids = [...desired.manifests, ...plan.orphans.map(({ ref }) => ref)].map(({ id }) => id);
    await extendParent(stack, { ids, revision: plan.revision });
  }
  const options = {
    cluster: ports.cluster,
    concurrency,
    mayWrite: () => mayWrite(stack) && isCurrent(stack, plan),
  };
  const writes = await executePlan(plan, options);
  const answers = await executeAnswers(plan, writes, options);
  const acted = { writes, answers, deletes: await executeDeletes(plan, options) };
  noteWrites(stack, acted);
  return acted;
}

function hasOthers({ objects, orphans }: Plan): boolean {
  return (
    orphans.some(({ step }) => step !== undefined) ||
    objects.some(({ answer }) => answer !== undefined)
  );
}

function noteWrites(stack: Stack, { writes, deletes, answers }: Acted): void {
  const { config, ports } = stack.setup;
  for (const outcome of writes) {
    if (outcome.kind === "deleted") rememberDeleted(stack.view, objectKey(outcome.step.ref.id));
    if (isHalfDone(outcome)) {
      ports.metrics.written({ stack: config.name, verb: "transfer", count: 1 });
    }
    if (outcome.kind !== "written") continue;
    rememberWritten(stack.view, outcome.step.ref, outcome.object);
    const verb = outcome.writes > 1 ? "transfer" : "apply";
    ports.metrics.written({ stack: config.name, verb, count: outcome.writes });
  }
  noteAnswers(stack, answers);
  for (const [key, { kind }] of deletes) if (kind === "deleted") rememberDeleted(stack.view, key);
  const remade = writes.filter(({ kind }) => kind === "deleted").length;
  const count = countPruned(deletes) + remade;
  if (count > 0) ports.metrics.written({ stack: config.name, verb: "delete", count });
}

function noteAnswers({ setup, view }: Stack, answers: Acted["answers"]): void {
  const { config, ports } = setup;
  for (const [id, answer] of answers) {
    if (answer.kind === "refused") {
      const { code, message } = answer.refusal;
      ports.log.warn(`a request for a revert cannot be answered: ${message}`, { id, code });
    }
    if (answer.kind !== "written" || answer.object === undefined) continue;
    const { object } = answer;
    const ref = { id: idOf(object), apiVersion: textAt(object, "apiVersion") ?? "" };
    rememberWritten(view, ref, object);
    ports.metrics.written({ stack: config.name, verb: "answer", count: 1 });
  }
}

/** A newer tip that was found good supersedes; one with problems leaves the revision in force. */
function isCurrent(stack: Stack, plan: Plan): boolean {
  // At a change of hands what was in force is forgotten.
  if (stack.desired?.revision !== plan.revision) return false;
  return (
    stack.tip === "" ||
    stack.tip === plan.revision ||
    stack.tip === stack.refusedTip ||
    stack.refusals.has("source")
  );
}

/** What became of each step; one that was not even begun, as while another process holds the stack, was skipped. */
export function resultsOf(plan: Plan, { writes, deletes }: Acted): ReadonlyMap<ObjectKey, Learned> {
  const planned = [...plan.objects, ...plan.orphans];
  const skipped = planned.flatMap(({ ref, step }): readonly [ObjectKey, Learned][] =>
    step === undefined ? [] : [[objectKey(ref.id), { kind: "skipped" }]],
  );
  const written = writes.map((each) => [objectKey(each.step.ref.id), resultOf(each)] as const);
  return new Map([...skipped, ...written, ...deletes]);
}

function resultOf(outcome: StepOutcome): Learned {
  switch (outcome.kind) {
    case "written":
      return { kind: "written", object: outcome.object };
    case "refused":
      return { kind: "refused", refusal: outcome.refusal, isHalfDone: outcome.isHalfDone };
    case "conflict":
      return { kind: "conflict", isHalfDone: outcome.isHalfDone };
    case "deleted":
    case "skipped":
      return { kind: outcome.kind };
  }
}

/** The steps that were begun. */
export function listSteps({ writes, deletes, answers }: Acted): readonly PassStep[] {
  const written = writes.flatMap(({ kind, step }) =>
    passStep({ id: objectKey(step.ref.id), why: step.why, kind }),
  );
  const deleted = [...deletes].flatMap(([id, { kind }]) => passStep({ id, why: "prune", kind }));
  const answered = [...answers].flatMap(([id, { kind }]) => passStep({ id, why: "answer", kind }));
  return [...written, ...answered, ...deleted];
}

function passStep(
  step: Pick<PassStep, "id" | "why"> & { readonly kind: StepResult["kind"] },
): readonly PassStep[] {
  const { kind } = step;
  if (kind === "skipped") return [];
  return [{ ...step, kind: kind === "deleted" ? "written" : kind }];
}

function countPruned(deletes: Acted["deletes"]): number {
  return [...deletes.values()].filter(({ kind }) => kind === "deleted").length;
}

/** Ownership was transferred, and the apply did not come to pass. */
function isHalfDone(outcome: StepOutcome): boolean {
  return (outcome.kind === "conflict" || outcome.kind === "refused") && outcome.isHalfDone;
}

function writesOf(outcome: StepOutcome): number {
  if (outcome.kind === "written") return outcome.writes;
  return outcome.kind === "deleted" || isHalfDone(outcome) ? 1 : 0;
}

/** Requests that changed something. */
export function countWrites({ writes, deletes, answers }: Acted): number {
  const written = writes.reduce((sum, each) => sum + writesOf(each), 0);
  const answered = [...answers.values()].filter(({ kind }) => kind === "written").length;
  return written + answered + countPruned(deletes);
}

/** Something was written, lost a race, or could not be judged. */
export function isMoving(plan: Plan, { writes, deletes, answers }: Acted): boolean {
  return (
    writes.some((each) => each.kind !== "refused") ||
    [...answers.values(), ...deletes.values()].some((each) => each.kind !== "refused") ||
    plan.objects.some((each) => each.isUnsettled)
  );
}
