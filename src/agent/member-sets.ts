import { CONTROL_KEYS } from "../core/control-keys.ts";
import type { Stack } from "./stack.ts";

/**
 * The ApplySets whose objects are members of the stack: its own and, until all of the stack carries its present name, those of
 * its earlier ones. What Git dropped before the stack was renamed carries nothing else.
 */
export function memberSets({ hasForgotten, setup }: Stack): readonly string[] {
  const { applySetId, earlierSets } = setup.rules;
  return hasForgotten ? [applySetId] : [applySetId, ...earlierSets];
}

/** Selects the members of one of them. */
export function memberLabel(set: string): string {
  return `${CONTROL_KEYS.partOf}=${set}`;
}

/** Whether a label selector is one of members. */
export function isMemberSelector(labelSelector: string): boolean {
  return labelSelector.startsWith(`${CONTROL_KEYS.partOf}=`);
}

/** Selects the members of all of them. */
export function memberLabels(stack: Stack): string {
  const [set = "", ...earlier] = memberSets(stack);
  return earlier.length === 0
    ? memberLabel(set)
    : `${CONTROL_KEYS.partOf} in (${[set, ...earlier].join(",")})`;
}
