import type { ObjectFights } from "../core/drift/fight.ts";
import { readFights, renderFights } from "../core/inventory/fight-text.ts";
import type { ObjectKey } from "../core/object/object-id.ts";
import { NO_MEMORY, type ObjectMemory } from "../core/plan/look.ts";
import type { Stack } from "./stack.ts";
import { readStackParent } from "./write-parent.ts";

/**
 * Takes over what the parent says of fights when another process, or an earlier run, wrote it. Of one object what is newer
 * counts.
 *
 * @throws {ClusterError} when the parent cannot be read.
 */
export async function takeFights(stack: Stack): Promise<void> {
  const { content } = await readStackParent(stack);
  if (content.fights === stack.fightsTold) return;
  stack.fightsTold = content.fights;
  const memory = new Map(stack.memory);
  for (const [text, fights] of readFights(content.fights)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by objectKey in an earlier run; a key that is none is never looked up
    const key = text as ObjectKey;
    const known: ObjectMemory = memory.get(key) ?? NO_MEMORY;
    if (lastOf(fights) > lastOf(known.fights)) memory.set(key, { ...known, fights });
  }
  stack.memory = memory;
}

/** What the parent is to keep. */
export function fightsText({ memory }: Pick<Stack, "memory">): string {
  return renderFights(findFights(memory));
}

/** The fights of the objects that have any. */
export function findFights(memory: Stack["memory"]): ReadonlyMap<ObjectKey, ObjectFights> {
  return new Map(
    [...memory].flatMap(([key, { fights }]) =>
      fights.whole === undefined ? [] : [[key, fights] as const],
    ),
  );
}

function lastOf({ whole }: ObjectFights): number {
  return whole?.lastMs ?? -1;
}
