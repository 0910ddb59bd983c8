import { resourceVersionOf, uidOf } from "../core/object/live-object.ts";
import { isAtRest } from "../core/plan/is-at-rest.ts";
import type { Stack } from "./stack.ts";

/**
 * After a pass: other stacks may wait for what this one uses. Only what changed is news, or two that wait for each other would ring
 * for ever.
 */
export function tellSiblings(stack: Stack): void {
  stack.hasPassed = true;
  stack.looks.ring();
  const { config, family } = stack.setup;
  const waiting = [...family.values()].filter(({ awaited }) => awaited.has(config.name));
  if (waiting.length === 0) return;
  const news = describeNews(stack);
  for (const other of waiting) {
    if (other.lastNews.get(config.name) === news) continue;
    other.lastNews.set(config.name, news);
    other.wakeUp.ring();
  }
}

function describeNews({ tip, status, readings, waiting }: Stack): string {
  const live = [...(readings ?? [])].map(
    ([key, { object }]) => `${key} ${uidOf(object)} ${resourceVersionOf(object)}`,
  );
  return [tip, status.revision, String(isAtRest(status)), ...live, ...[...waiting].flat(2)].join(
    "\n",
  );
}
