import pLimit from "p-limit";
import { ClusterError } from "../core/cluster-error.ts";
import { CONTROL_KEYS } from "../core/control-keys.ts";
import type { JsonObject } from "../core/object/json.ts";
import { annotationOf, resourceVersionOf } from "../core/object/live-object.ts";
import { type ObjectKey, objectKey } from "../core/object/object-id.ts";
import type { AnswerStep, Plan } from "../core/plan/plan.ts";
import type { JsonPatchOperation } from "../ports/cluster-port.ts";
import type { Learned } from "./act-on-plan.ts";
import type { ExecuteOptions, StepOutcome } from "./execute-plan.ts";

/**
 * Takes the annotation of each answered request off its object, after the object's own step: whoever dies in between reverts once
 * more, and loses nothing.
 */
export async function executeAnswers(
  plan: Plan,
  writes: readonly StepOutcome[],
  options: ExecuteOptions,
): Promise<ReadonlyMap<ObjectKey, Learned>> {
  const limit = pLimit(options.concurrency);
  const outcomes = new Map(writes.map((each) => [objectKey(each.step.ref.id), each] as const));
  const done = await Promise.all(
    plan.objects.map(async ({ answer, ref, step }) => {
      const key = objectKey(ref.id);
      const live = step === undefined ? answer?.live : writtenIn(outcomes.get(key));
      if (answer === undefined || live === undefined) return [];
      return [[key, await limit(async () => executeAnswer(answer, live, options))] as const];
    }),
  );
  return new Map(done.flat());
}

function writtenIn(outcome: StepOutcome | undefined): JsonObject | undefined {
  return outcome?.kind === "written" ? outcome.object : undefined;
}

async function executeAnswer(
  { ref }: AnswerStep,
  live: JsonObject,
  { cluster, mayWrite }: ExecuteOptions,
): Promise<Learned> {
  if (!mayWrite() || annotationOf(live, CONTROL_KEYS.revert) === undefined) {
    return { kind: "skipped" };
  }
  try {
    return { kind: "written", object: await cluster.patchOwnership({ ref, patch: patchOf(live) }) };
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    if (error.code === "conflict") return { kind: "conflict" };
    const { code, message, retry } = error;
    return { kind: "refused", refusal: { code, message, retry } };
  }
}

/** Touches nothing else, and only the very version of the object that was reverted or found as it should be. */
function patchOf(live: JsonObject): readonly JsonPatchOperation[] {
  const key = CONTROL_KEYS.revert.replaceAll("/", "~1");
  return [
    { op: "remove", path: `/metadata/annotations/${key}` },
    { op: "replace", path: "/metadata/resourceVersion", value: resourceVersionOf(live) },
  ];
}
