import type { JobEnd } from "../object/job-end.ts";
import type { JsonObject } from "../object/json.ts";
import { uidOf } from "../object/live-object.ts";
import { kindKey } from "../object/object-id.ts";
import { conditionStatus } from "../rollout/condition.ts";
import type { ObjectCase } from "./describe-case.ts";
import type { ObjectMemory } from "./look.ts";

/** Enough of an intent's hash to tell intents of one Job apart. */
const HASH_LENGTH = 16;

const JOB = "Job.batch";

/**
 * How the Job that is gone ended at the intent that Git wants now. Such a Job is not run again, whoever took it away: its TTL, or
 * a person who tidied up.
 */
export function endOfGoneJob(
  intentHash: string,
  seen: { readonly isGone: boolean; readonly memory: ObjectMemory },
): JobEnd["outcome"] | undefined {
  const { ended } = seen.memory;
  const isSame = ended?.intentHash === intentHash.slice(0, HASH_LENGTH);
  return seen.isGone && isSame ? ended.outcome : undefined;
}

/**
 * With the end of a Job that went before any look saw it: of the very one that was last applied, at the intent that Git wants.
 *
 * @param seen `isSame`: it was last applied as Git wants it now; `last`: how it was when it was deleted.
 */
export function rememberGoneJob(
  memory: ObjectMemory,
  seen: {
    readonly isGone: boolean;
    readonly isSame: boolean;
    readonly last: JsonObject | undefined;
  },
  intentHash: string,
): ObjectMemory {
  const { isGone, isSame, last } = seen;
  if (!isGone || !isSame || last === undefined || uidOf(last) !== memory.uid) return memory;
  const outcome = outcomeOf(last);
  return outcome === undefined
    ? memory
    : { ...memory, ended: { intentHash: intentHash.slice(0, HASH_LENGTH), outcome } };
}

/**
 * What is to be remembered of a live Job that carries Git's intent.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/job/#terminal-job-conditions
 */
export function rememberEnd({
  manifest,
  live,
  isPending,
  wanted,
  memory,
}: ObjectCase): JobEnd | undefined {
  if (kindKey(manifest.id) !== JOB) return undefined;
  const outcome = live === undefined || isPending ? undefined : outcomeOf(live);
  return outcome === undefined
    ? memory.ended
    : { intentHash: wanted.createdHash.slice(0, HASH_LENGTH), outcome };
}

function outcomeOf(job: JsonObject): JobEnd["outcome"] | undefined {
  if (conditionStatus(job, "Complete") === "True") return "complete";
  return conditionStatus(job, "Failed") === "True" ? "failed" : undefined;
}
