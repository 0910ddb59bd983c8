import type { StatusDocument } from "../core/report/status-document.ts";
import { listFaults } from "./list-faults.ts";
import { listRemarks } from "./list-remarks.ts";
import { listTiers } from "./list-tiers.ts";
import { listWatch, watchAge } from "./list-watch.ts";
import { paintLines } from "./paint-line.ts";
import { summarizeStack } from "./summarize-stack.ts";
import { tellOnce } from "./tell-once.ts";
import type { View } from "./view.ts";

/** The state of each stack for people: a sentence, what is wrong, the objects by tier, drift, orphans and lints. */
export function renderStatus({ stacks }: StatusDocument, { nowMs, palette }: View): string {
  return stacks
    .map(tellOnce)
    .map((stack) =>
      paintLines(
        [
          [...summarizeStack(stack), watchAge(stack, nowMs)],
          ...listWatch(stack),
          ...listFaults(stack),
          ...listTiers(stack, nowMs),
          ...listRemarks(stack, { nowMs, tense: "done" }),
        ],
        palette,
      ),
    )
    .join("\n");
}
