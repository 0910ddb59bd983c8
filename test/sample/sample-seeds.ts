/** Enough that each kind of commit, edit and kill comes several times. */
const SEEDS = 20;

/** The seeds to play: all of the sample, or with `SAMPLE_SEED` only that one. `SAMPLE_SEEDS` takes more of them. */
export function sampleSeeds(): readonly number[] {
  const only = numberFrom("SAMPLE_SEED");
  if (only !== undefined) return [only];
  return Array.from({ length: numberFrom("SAMPLE_SEEDS") ?? SEEDS }, (_, seed) => seed);
}

function numberFrom(name: "SAMPLE_SEED" | "SAMPLE_SEEDS"): number | undefined {
  // oxlint-disable-next-line node/no-process-env -- nothing but the environment comes from `npx vitest` to a test
  const text = process.env[name];
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0) throw new Error(`${name} is no number`);
  return number;
}
