import type { DisownDocument, StackDisown } from "../core/report/disown-document.ts";
import { WAVE_FINALIZER } from "../core/restart/plan-disown.ts";
import type { Line } from "./line.ts";
import { paintLines } from "./paint-line.ts";
import type { Palette } from "./palette.ts";

/** Which workloads own a Secret or ConfigMap no more, stack by stack, and what is left to do. */
export function renderDisown({ stacks }: DisownDocument, palette: Palette): string {
  return stacks.map((stack) => paintLines([...linesOf(stack)], palette)).join("\n");
}

function linesOf(stack: StackDisown): readonly Line[] {
  const { disowned, finalizers, id, kept, name } = stack;
  return [
    [`${name}: `, { text: id, tone: "strong" }, summaryOf(stack)],
    ...disowned.map((each): Line => [{ text: `  ${each}`, tone: "good" }]),
    ...finalizers.map(
      (each): Line => [
        {
          text: `  ${each} has the finalizer ${WAVE_FINALIZER}: without Wave it never goes`,
          tone: "wait",
        },
      ],
    ),
    ...kept.map(
      (each): Line => [
        { text: `  ${each} still owns it: it is no workload of this stack`, tone: "faint" },
      ],
    ),
  ];
}

function summaryOf({ disowned, dryRun, source }: StackDisown): string {
  if (source === "absent") return " is not in the cluster";
  if (disowned.length === 0) return " has no owner that Wave gave it for this stack";
  return dryRun ? " would no longer be owned by" : " is no longer owned by";
}
