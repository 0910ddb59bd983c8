import type { Edge } from "../graph/edge.ts";
import type { JsonObject } from "../object/json.ts";
import { uidOf } from "../object/live-object.ts";
import { type ObjectKey, objectKey } from "../object/object-id.ts";
import { ownedDigest } from "./decide-drift.ts";
import type { Look, ObjectMemory } from "./look.ts";
import type { ObjectPlan, Plan } from "./plan.ts";
import type { StepResult } from "./summarize-pass.ts";

/** First and longest wait before a refused write is tried again, in milliseconds; doubled at each refusal. */
const BACK_OFF = {
  "after-wait": { firstMs: 1_000, longestMs: 60_000 },
  "after-change": { firstMs: 30_000, longestMs: 600_000 },
  never: { firstMs: 600_000, longestMs: 600_000 },
} as const;

/** What a pass remembers for the next one: what it learned by looking, and what became of its writes. */
export function learnOutcomes(
  plan: Plan,
  outcomes: ReadonlyMap<ObjectKey, StepResult & { readonly object?: JsonObject }>,
  look: Look,
): ReadonlyMap<ObjectKey, ObjectMemory> {
  const written = new Set(
    [...outcomes].flatMap(([key, outcome]) => (outcome.kind === "written" ? [key] : [])),
  );
  const unblocked = dependentsOf(look.desired.graph.edges, written);
  return new Map(
    plan.objects.map((each) => {
      const key = objectKey(each.ref.id);
      const memory = learnOutcome(each, outcomes.get(key), look);
      return [key, unblocked.has(key) ? withoutBackOff(memory) : memory] as const;
    }),
  );
}

function learnOutcome(
  plan: ObjectPlan,
  outcome: (StepResult & { readonly object?: JsonObject }) | undefined,
  look: Look,
): ObjectMemory {
  const { learned, step } = plan;
  if (step === undefined || outcome === undefined) return learned;
  if (outcome.kind === "refused") {
    const { refusal } = outcome;
    const isSame = learned.refused?.intentHash === step.intentHash;
    const attempts = isSame ? (learned.refused?.attempts ?? 0) + 1 : 1;
    const { firstMs, longestMs } = BACK_OFF[refusal.retry];
    const waitMs = Math.min(firstMs * 2 ** (attempts - 1), longestMs);
    const retryAtMs = look.nowMs + waitMs;
    return { ...learned, refused: { intentHash: step.intentHash, refusal, attempts, retryAtMs } };
  }
  if (outcome.kind !== "written" || outcome.object === undefined) return learned;
  return {
    ...learned,
    verified: { intentHash: step.intentHash, ownedDigest: ownedDigest(outcome.object, look) },
    uid: uidOf(outcome.object),
    appliedRevision: step.revision,
    refused: undefined,
    progress: undefined,
  };
}

/** A refusal may have had its cause in what was written now: it is tried again at once. */
function withoutBackOff(memory: ObjectMemory): ObjectMemory {
  const { refused } = memory;
  return refused === undefined ? memory : { ...memory, refused: { ...refused, retryAtMs: 0 } };
}

function dependentsOf(
  edges: readonly Edge[],
  targets: ReadonlySet<ObjectKey>,
): ReadonlySet<ObjectKey> {
  const reached = edges.filter((edge) => targets.has(objectKey(edge.target)));
  return new Set(reached.map((edge) => objectKey(edge.dependent)));
}
