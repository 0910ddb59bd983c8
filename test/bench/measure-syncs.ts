import type { BenchBed } from "./bench-bed.ts";
import type { Expense, StackPlace } from "./bench-task.ts";
import { medianExpense } from "./median-expense.ts";

/** The connections of `agent.concurrency`'s default. */
const CONNECTIONS = 16;

/** Passes over a converged stack that are measured; the first ones warm up. */
const PASSES = 7;

/** The same objects written in several ways, the median of all rounds each. */
export interface SyncExpenses {
  readonly plain: Expense;
  readonly withoutPreflight: Expense;
  readonly withPreflight: Expense;
  /** One pass over the stack in sync. */
  readonly converged: Expense;
  /** A new process finds the stack in sync. */
  readonly restart: Expense;
  /** What comes before each first sync and restart, and is not in them: the repository is read. */
  readonly checkOut: Expense;
}

/** Each round measures every way once, each in a process of its own, beginning with another one. */
export async function measureSyncs(bed: BenchBed): Promise<SyncExpenses> {
  const repository = await bed.makeRepository(bed.options.objects);
  const taken = {
    plain: [] as Expense[],
    withoutPreflight: [] as Expense[],
    withPreflight: [] as Expense[],
    converged: [] as Expense[],
    restart: [] as Expense[],
    checkOut: [] as Expense[],
  };
  const ways = [
    async () => taken.plain.push(await applyPlainly(bed)),
    async () => {
      const { checkOut, sync } = await syncOnce(bed, repository, false);
      taken.checkOut.push(checkOut);
      taken.withoutPreflight.push(sync);
    },
    async () => {
      const { checkOut, sync, converged, restart } = await syncOnce(bed, repository, true);
      taken.checkOut.push(checkOut);
      taken.withPreflight.push(sync);
      taken.converged.push(converged);
      taken.restart.push(restart);
    },
  ];
  for (let turn = 0; turn < bed.options.rounds * ways.length; turn += 1) {
    const round = Math.floor(turn / ways.length);
    // oxlint-disable-next-line no-await-in-loop -- what is measured must be alone
    await ways[(turn + round) % ways.length]?.();
  }
  return {
    plain: medianExpense(taken.plain),
    withoutPreflight: medianExpense(taken.withoutPreflight),
    withPreflight: medianExpense(taken.withPreflight),
    converged: medianExpense(taken.converged),
    restart: medianExpense(taken.restart),
    checkOut: medianExpense(taken.checkOut),
  };
}

async function applyPlainly(bed: BenchBed): Promise<Expense> {
  const namespace = await bed.freshNamespace();
  const { url, ca, token } = bed.address;
  const child = bed.startProcess();
  const expense = await child.ask({
    do: "apply-plainly",
    address: { url, ca, token },
    namespace,
    count: bed.options.objects,
    connections: CONNECTIONS,
  });
  await child.end();
  await bed.emptyNamespace(namespace);
  return expense;
}

async function syncOnce(
  bed: BenchBed,
  repository: string,
  preflight: boolean,
): Promise<Pick<SyncExpenses, "checkOut" | "converged" | "restart"> & { readonly sync: Expense }> {
  const config = [`apply: { preflight: ${preflight} }`];
  const place = await bed.makePlace({ repository, config });
  const child = bed.startProcess();
  await child.ask({ do: "open", place });
  const checkOut = await child.ask({ do: "check-out" });
  const sync = await child.ask({ do: "sync" });
  const passes: Expense[] = [];
  for (let count = 0; count < PASSES; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one pass after the other
    passes.push(await child.ask({ do: "pass" }));
  }
  await child.end();
  const restart = await restartOnce(bed, place);
  await bed.emptyNamespace(place.namespace);
  return { checkOut, sync, converged: medianExpense(passes), restart };
}

async function restartOnce(bed: BenchBed, place: StackPlace): Promise<Expense> {
  const child = bed.startProcess();
  await child.ask({ do: "open", place });
  await child.ask({ do: "check-out" });
  const restart = await child.ask({ do: "sync" });
  await child.end();
  return restart;
}
