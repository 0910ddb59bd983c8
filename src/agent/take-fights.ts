import type { ObjectFights } from "../core/drift/fight.ts";
import { readFights, renderFights } from "../core/inventory/fight-text.ts";
import type { StackParent } from "../core/inventory/stack-parent.ts";
import type { ObjectKey } from "../core/object/object-id.ts";
import { NO_MEMORY, type ObjectMemory } from "../core/plan/look.ts";
import type { Stack } from "./stack.ts";
import { readStackParent } from "./write-parent.ts";

/** What the parent keeps of fights, and in the same form of restarts for a source's sake. */
export type FightTexts = Pick<StackParent, "fights" | "restarts">;

/**
 * Takes over what the parent says of fights and restarts when another process, or an earlier run, wrote it. Of one object what is
 * newer counts.
 *
 * @throws {ClusterError} when the parent cannot be read.
 */
export async function takeFights(stack: Stack): Promise<void> {
  const { content } = await readStackParent(stack);
  takeText(stack, content, "fights");
  takeText(stack, content, "restarts");
}

function takeText(stack: Stack, content: FightTexts, part: keyof FightTexts): void {
  if (content[part] === stack.told[part]) return;
  stack.told = { ...stack.told, [part]: content[part] };
  const memory = new Map(stack.memory);
  for (const [text, fights] of readFights(content[part])) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by objectKey in an earlier run; a key that is none is never looked up
    const key = text as ObjectKey;
    const known: ObjectMemory = memory.get(key) ?? NO_MEMORY;
    if (lastOf(fights) > lastOf(known[part])) memory.set(key, { ...known, [part]: fights });
  }
  stack.memory = memory;
}

/** What the parent is to keep. A workload that restarted once is no news. */
export function fightTexts({ memory }: Pick<Stack, "memory">): FightTexts {
  const restarts = [...memory].flatMap(([key, { restarts: each }]) =>
    (each.whole?.count ?? 0) > 1 ? [[key, each] as const] : [],
  );
  return { fights: renderFights(findFights(memory)), restarts: renderFights(new Map(restarts)) };
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
