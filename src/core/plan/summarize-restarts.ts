import { groupBy } from "../graph/group-by.ts";
import { type ObjectKey, objectKey } from "../object/object-id.ts";
import type { RestartStatus, StackStatus } from "../report/status-document.ts";
import type { Plan } from "./plan.ts";
import type { StepResult } from "./summarize-pass.ts";

/** Restarts that a status remembers. */
const RESTARTS_MAX = 20;

/** What this pass restarted, by source, and what was restarted before. */
export function summarizeRestarts(
  plan: Plan,
  results: ReadonlyMap<ObjectKey, StepResult>,
  { previous, now }: { readonly previous: StackStatus; readonly now: string },
): Pick<StackStatus, "restarts"> {
  const written = plan.objects.flatMap(({ ref, step }) => {
    const consumer = objectKey(ref.id);
    if (step === undefined || results.get(consumer)?.kind !== "written") return [];
    return step.restartsFor.map((source) => ({ source, consumer }));
  });
  const fresh = [...groupBy(written, ({ source }) => source)].map(
    ([source, group]): RestartStatus => ({
      source,
      consumers: group.map(({ consumer }) => consumer),
      at: now,
    }),
  );
  const all = [...fresh, ...(previous.restarts ?? [])].slice(0, RESTARTS_MAX);
  return all.length === 0 ? {} : { restarts: all };
}
