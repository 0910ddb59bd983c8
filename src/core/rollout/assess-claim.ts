import { type JsonObject, objectAt, textAt } from "../object/json.ts";
import type { Verdict } from "./blocker.ts";
import { conditionStatus, conditionText } from "./condition.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { failed, firstShut, OK, waiting } from "./verdict.ts";

/** Conditions under which the volume is not of the size or class that the claim asks for. */
const CHANGING: readonly string[] = [
  "ControllerResizeError",
  "NodeResizeError",
  "ModifyVolumeError",
  "Resizing",
  "FileSystemResizePending",
  "ModifyingVolume",
];

/**
 * A PersistentVolumeClaim is ready when it is bound and its volume is of the size that it asks for. One whose volume is
 * gone has failed.
 *
 * @see https://kubernetes.io/docs/concepts/storage/persistent-volumes/#expanding-persistent-volumes-claims
 */
export function assessClaim({ object }: RolloutReading): Verdict {
  const phase = textAt(object, "status", "phase");
  if (phase === "Lost") return failed("phase Lost: its volume is gone");
  if (phase !== "Bound") return waiting("NotReady", `phase ${phase ?? "unknown"}, not Bound`);
  return firstShut([
    assessResize(object),
    ...CHANGING.map((type) =>
      conditionStatus(object, type) === "True"
        ? waiting("RollingOut", conditionText(object, type))
        : OK,
    ),
  ]);
}

/** What the storage says of a resize by resource: `NodeResizeInfeasible` and the like are final. */
function assessResize(body: JsonObject): Verdict {
  const states = objectAt(body, "status", "allocatedResourceStatuses") ?? {};
  const infeasible = Object.values(states).find(
    (state) => typeof state === "string" && state.endsWith("Infeasible"),
  );
  return typeof infeasible === "string" ? failed(`it cannot be resized: ${infeasible}`) : OK;
}
