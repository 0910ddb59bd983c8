/** Several objects share one stack, and stacks are played side by side. */
const SEEDS = 320;
export const GROUP = 40;

/** The seeds to play, in groups; with `TRANSFER_SEED=17` only that one, with `TRANSFER_SEEDS=400-799` those. */
export function groupSeeds(): readonly (readonly number[])[] {
  const { from, to } = seedRange();
  const seeds = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const count = Math.ceil(seeds.length / GROUP);
  return Array.from({ length: count }, (_, index) =>
    seeds.slice(index * GROUP, (index + 1) * GROUP),
  );
}

function seedRange(): { readonly from: number; readonly to: number } {
  // oxlint-disable-next-line node/no-process-env -- nothing but the environment comes from `npx vitest` to a test
  const { TRANSFER_SEED: one, TRANSFER_SEEDS: range } = process.env;
  const [from = "0", to = from] = (one ?? range ?? `0-${SEEDS - 1}`).split("-");
  return { from: Number(from), to: Number(to) };
}
