/** Several sequences share one stack, and stacks are played side by side. */
const GROUP = 5;
/** A hundred, with those that found a fault once. */
const DEFAULT_RANGE = "30-129";

/** The seeds to play, by the stack that they share: with `RESTART_SEED=17` only that one, with `RESTART_SEEDS=400-499` those. */
export function storySeeds(): readonly (readonly [group: number, seeds: readonly number[]])[] {
  // oxlint-disable-next-line node/no-process-env -- nothing but the environment comes from `npx vitest` to a test
  const { RESTART_SEED: one, RESTART_SEEDS: range } = process.env;
  const [from = "0", to = from] = (one ?? range ?? DEFAULT_RANGE).split("-");
  const groups = new Map<number, number[]>();
  for (let seed = Number(from); seed <= Number(to); seed += 1) {
    const group = Math.floor(seed / GROUP);
    groups.set(group, [...(groups.get(group) ?? []), seed]);
  }
  return [...groups];
}
