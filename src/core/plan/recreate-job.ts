import { CONTROL_KEYS } from "../control-keys.ts";
import { annotationOf } from "../object/live-object.ts";
import { kindKey } from "../object/object-id.ts";
import type { Intent } from "./build-intent.ts";
import type { ObjectCase } from "./describe-case.ts";
import type { IntendedWrite } from "./intended-write.ts";
import { type ProbeAnswer, RECREATION, type WriteRefusal } from "./look.ts";
import { probeBody } from "./probe-body.ts";
import { JOB } from "./remember-end.ts";
import { ask, type World } from "./world.ts";

/**
 * Whether Git lets a Job be deleted and made anew because the server does not let it be changed. Only for what Git changed: a
 * revert deletes nothing.
 */
export function mayRecreate(
  { manifest, live }: ObjectCase,
  write: IntendedWrite,
  refusal: WriteRefusal,
): boolean {
  return (
    write.kind === "change" &&
    kindKey(manifest.id) === JOB &&
    live !== undefined &&
    refusal.code === "immutable" &&
    annotationOf(manifest.body, CONTROL_KEYS.recreate) === "allowed"
  );
}

/** A dry-run create of the new one beside the old one, of this very pass: a delete rests on nothing older. */
export function probeRecreation(
  { key, ref }: ObjectCase,
  { body, hash }: Intent,
  world: World,
): ProbeAnswer | undefined {
  const question = [RECREATION, key, hash].join("\n");
  const answer = world.look.probes.get(question);
  if (answer === undefined) ask(world, { ask: "probe", ref, key: question, body: probeBody(body) });
  return answer;
}

/** The old one stays, because the new one would not be let in. */
export function explainKeptJob(
  refusal: WriteRefusal,
  { message, retry }: Extract<ProbeAnswer, { kind: "impossible" }>,
): WriteRefusal {
  const kept = `it is not deleted to be made anew, because a new one is refused: ${message}`;
  return { ...refusal, retry, message: `${refusal.message}; ${kept}` };
}

/** The refusal of a Job that cannot be changed says what would help. */
export function explainImmutableJob({ manifest }: ObjectCase, refusal: WriteRefusal): WriteRefusal {
  if (kindKey(manifest.id) !== JOB || refusal.code !== "immutable") return refusal;
  const help = `a Job cannot be changed; with ${CONTROL_KEYS.recreate}: "allowed" in Git it is deleted and made anew`;
  return refusal.message.includes(help)
    ? refusal
    : { ...refusal, message: `${refusal.message}; ${help}` };
}
