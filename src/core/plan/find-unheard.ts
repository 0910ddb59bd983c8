import { type ObjectRef, objectKey } from "../object/object-id.ts";
import type { Hearing, Look, Sibling } from "./look.ts";
import { ask, type World } from "./world.ts";

/** How long the repositories of other stacks are left alone when one of them cannot be known, in milliseconds. */
const UNKNOWN_MS = 30_000;

/** Why an orphan that is free to go otherwise may be another stack's by now. */
export interface Unheard {
  readonly reason: string;
  /** The stack of which nobody knows what it has. */
  readonly behind: readonly string[];
  readonly lookAgainAtMs: number | undefined;
}

/**
 * Whether the other stacks may have the orphan by now; `undefined`: they were asked for this very decision and do not. One commit
 * may move an object from here to there, and they may not have looked since.
 */
export function findUnheard(ref: ObjectRef, world: World): Unheard | undefined {
  const { siblings, heard } = world.look;
  if (siblings.length === 0) return undefined;
  const hearing = heard.get(objectKey(ref.id));
  const stranger = siblings.find((each) => !isKnown(each));
  if (hearing === undefined || !counts(hearing, stranger, world.look)) {
    ask(world, { ask: "siblings", ref });
    return { reason: "the other stacks are asked for it", behind: [], lookAgainAtMs: undefined };
  }
  if (stranger === undefined) return undefined;
  return {
    reason: explainStranger(stranger),
    behind: [stranger.name],
    lookAgainAtMs: hearing.atMs + UNKNOWN_MS,
  };
}

/** Before the brake counts an orphan it has to be known once whether it only moves. */
export function askOnce(ref: ObjectRef, world: World): void {
  const { siblings, heard } = world.look;
  if (siblings.length === 0 || heard.has(objectKey(ref.id))) return;
  ask(world, { ask: "siblings", ref });
}

function isKnown({ keys, readings }: Sibling): boolean {
  return keys !== undefined && readings !== undefined;
}

function explainStranger({ name, keys }: Sibling): string {
  return keys === undefined
    ? `nobody knows yet whether it moves to the stack ${name}, which is not looked at`
    : `nobody knows yet whether the stack ${name} uses it, which has not looked at the cluster`;
}

/** What was heard before is good for holding. */
function counts(hearing: Hearing, stranger: Sibling | undefined, { nowMs }: Look): boolean {
  return hearing.isNow || (stranger !== undefined && nowMs - hearing.atMs < UNKNOWN_MS);
}
