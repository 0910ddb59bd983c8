import type { Intent } from "./build-intent.ts";
import type { ObjectCase } from "./describe-case.ts";
import { type ProbeAnswer, RECREATION } from "./look.ts";
import { probeBody } from "./probe-body.ts";
import { withoutHeld } from "./without-held.ts";
import { ask, type World } from "./world.ts";

/** A dry-run create of the new one beside the old one, of this very pass: a delete rests on nothing older. */
export function probeRecreation(
  { key, ref, live }: ObjectCase,
  { created, hash }: Intent,
  world: World,
): ProbeAnswer | undefined {
  const question = [RECREATION, key, hash].join("\n");
  const answer = world.look.probes.get(question);
  if (answer === undefined) {
    const free = live === undefined ? created : withoutHeld(created, live);
    ask(world, { ask: "probe", ref, key: question, body: probeBody(free) });
  }
  return answer;
}
