import type { Expense } from "./bench-task.ts";
import { median } from "./median.ts";

/** Each figure's own median; requests must not hide a pass that sent some, so there it is the most. */
export function medianExpense(expenses: readonly Expense[]): Expense {
  return {
    wallMs: median(expenses.map((each) => each.wallMs)),
    cpuMs: median(expenses.map((each) => each.cpuMs)),
    requests: Math.max(...expenses.map((each) => each.requests)),
    heapBytes: median(expenses.map((each) => each.heapBytes)),
    rssBytes: median(expenses.map((each) => each.rssBytes)),
  };
}
