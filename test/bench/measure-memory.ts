import type { BenchBed } from "./bench-bed.ts";
import type { Expense } from "./bench-task.ts";

/** The agent with one managed object and with many; garbage collected, all code loaded in both. */
export interface MemoryExpenses {
  readonly one: Expense;
  readonly many: Expense;
}

export async function measureMemory(bed: BenchBed): Promise<MemoryExpenses> {
  const repository = await bed.makeRepository(1);
  const place = await bed.makePlace({ repository, config: [] });
  const child = bed.startProcess();
  await child.ask({ do: "open", place });
  await child.ask({ do: "sync" });
  const one = await child.ask({ do: "collect" });
  await bed.commit(repository, bed.options.objects);
  await child.ask({ do: "sync" });
  await child.ask({ do: "pass" });
  const many = await child.ask({ do: "collect" });
  await child.end();
  await bed.emptyNamespace(place.namespace);
  return { one, many };
}
