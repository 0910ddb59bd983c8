import { objectKey } from "../object/object-id.ts";
import { isOfSibling } from "./is-of-sibling.ts";
import type { Look } from "./look.ts";
import type { Plan } from "./plan.ts";

/** The other stacks of the config for which something here waits: an orphan that they use, or a target of their live dependents. */
export function findAwaited(plan: Plan, { siblings }: Look): ReadonlySet<string> {
  const blocking = plan.objects.flatMap(({ blockers }) => blockers.map(({ to }) => objectKey(to)));
  const above = siblings.filter((sibling) =>
    blocking.some((key) => {
      const reading = sibling.readings?.get(key);
      return reading !== undefined && isOfSibling(reading.object, sibling);
    }),
  );
  return new Set([
    ...plan.orphans.flatMap(({ behind }) => behind),
    ...above.map(({ name }) => name),
  ]);
}
