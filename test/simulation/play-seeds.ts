import { compileLater } from "./compile-later.ts";
import { Story } from "./story.ts";

compileLater();

/** Seeds `from` to `to`, the last one left out. */
export interface SeedRange {
  readonly from: number;
  readonly to: number;
}

/** So many stories are played in all, unless `SIM_SEEDS` says another number. */
const SEEDS = 10_000;

/** The files that share them, each in a worker of its own. */
const PARTS = 4;

/** Stories in one test: enough that a test costs nothing, and few enough that one says where it is. */
const CHUNK = 250;

/** The chunks of one of the parts. With `SIM_SEED` only that seed, in the first part. */
export function chunksOf(part: number): readonly SeedRange[] {
  const only = numberFrom("SIM_SEED");
  if (only !== undefined) return [{ from: only, to: part === 0 ? only + 1 : only }];
  const size = Math.ceil((numberFrom("SIM_SEEDS") ?? SEEDS) / PARTS);
  const [first, end] = [part * size, (part + 1) * size];
  const count = Math.ceil(size / CHUNK);
  return Array.from({ length: count }, (_, index) => ({
    from: first + index * CHUNK,
    to: Math.min(first + (index + 1) * CHUNK, end),
  }));
}

/**
 * Plays the stories of these seeds.
 *
 * @returns What went wrong, by seed; of the first seed also the trace. `SIM_SEED=17 npx vitest run --project laws`
 * plays one story and prints its trace.
 */
export async function playSeeds({ from, to }: SeedRange): Promise<readonly string[]> {
  const faults: string[] = [];
  for (let seed = from; seed < to; seed += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one story after the other: each has the time of its own
    const end = await new Story(seed, { isTraced: false }).play();
    for (const fault of end.faults) faults.push(`seed ${seed}: ${fault}`);
    // oxlint-disable-next-line no-await-in-loop -- see above
    if (end.faults.length > 0) faults.push(...(await traceOnce(seed, faults.length)));
  }
  if (numberFrom("SIM_SEED") !== undefined && from < to) await print(from);
  return faults;
}

async function traceOnce(seed: number, faults: number): Promise<readonly string[]> {
  if (faults > 1) return [];
  const { trace } = await new Story(seed, { isTraced: true }).play();
  return trace.slice(0, TRACE_LINES_MAX);
}

const TRACE_LINES_MAX = 400;

async function print(seed: number): Promise<void> {
  const { trace } = await new Story(seed, { isTraced: true }).play();
  process.stdout.write(`${trace.join("\n")}\n`);
}

function numberFrom(name: "SIM_SEED" | "SIM_SEEDS"): number | undefined {
  // oxlint-disable-next-line node/no-process-env -- nothing but the environment comes from `npx vitest` to a test
  const text = process.env[name];
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0) throw new Error(`${name} is no number`);
  return number;
}
