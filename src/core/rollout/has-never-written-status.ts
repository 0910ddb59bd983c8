import { listAt, objectAt, valueAt } from "../object/json.ts";
import { isBuiltInKind, isElasticKind } from "./kind-family.ts";
import type { RolloutReading } from "./rollout-reading.ts";

/**
 * Whether a custom resource has a status that nobody has ever used to say how it is: neither conditions, nor an observed
 * generation, nor a version. Such an object opens no gate; for its own phase it is `HealthUnknown` after a while. Where
 * the user's rule says by what it is ready, that rule decides.
 */
export function hasNeverWrittenStatus({ object, facts, rule }: RolloutReading): boolean {
  if (rule?.ready !== undefined) return false;
  if (!facts.hasStatusSubresource || isBuiltInKind(object)) return false;
  const status = objectAt(object, "status") ?? {};
  if (isElasticKind(object)) return Object.keys(status).length === 0;
  return (
    listAt(status, "conditions").length === 0 &&
    valueAt(status, "observedGeneration") === undefined &&
    valueAt(status, "version") === undefined
  );
}
