import { listAt, objectAt, valueAt } from "../object/json.ts";
import { isBuiltInKind, isElasticKind } from "./kind-family.ts";
import type { RolloutReading } from "./rollout-reading.ts";

/**
 * Whether a custom resource has a status that nobody has ever used to say how it is: neither conditions, nor an observed
 * generation, nor a version. Such an object opens no gate; for its own phase it is `HealthUnknown` after a while.
 */
export function hasNeverWrittenStatus({ object, facts }: RolloutReading): boolean {
  if (!facts.hasStatusSubresource || isBuiltInKind(object)) return false;
  const status = objectAt(object, "status") ?? {};
  if (isElasticKind(object)) return Object.keys(status).length === 0;
  return (
    listAt(status, "conditions").length === 0 &&
    valueAt(status, "observedGeneration") === undefined &&
    valueAt(status, "version") === undefined
  );
}
