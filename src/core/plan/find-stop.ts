import { listAt } from "../object/json.ts";
import { isTerminating } from "../object/live-object.ts";
import type { Blocker } from "../rollout/blocker.ts";
import type { Decision } from "./decision.ts";
import type { ObjectCase } from "./describe-case.ts";
import type { World } from "./world.ts";

/** What forbids any write of an object, whatever its gates say; `undefined`: nothing does. */
export function findStop(item: ObjectCase, world: World): Partial<Decision> | undefined {
  if (world.look.rules.mode === "off") return { isSkipped: true };
  const refused = world.look.desired.graph.refused.get(item.key);
  if (refused !== undefined) {
    const message = refused.map(({ where, what }) => `${where}: ${what}`).join("; ");
    return { refusal: { code: "refused-component", message, retry: "after-change" } };
  }
  const blocker = findObstacle(item);
  return blocker === undefined ? undefined : { blockers: [blocker] };
}

/** What stands in the way is the object itself. */
function findObstacle(item: ObjectCase): Blocker | undefined {
  const self = { to: item.manifest.id, gate: "exists", origin: "structure:object" };
  const { sighting } = item;
  if (sighting?.kind === "unreadable") {
    return { ...self, reason: "Unreadable", want: "readable", have: sighting.reason };
  }
  if (sighting?.kind === "not-served") {
    const have =
      "the cluster does not serve this kind; install its CRD, or add it to the repository";
    return { ...self, reason: "NotServed", want: item.ref.apiVersion, have };
  }
  if (item.isOwnedByOther && item.owner.kind === "other") {
    const want = `lockstep.dev/take-over: ${item.owner.name} in Git, or its removal there`;
    return { ...self, reason: "OwnedByOther", want, have: item.owner.name };
  }
  if (item.live !== undefined && isTerminating(item.live)) {
    const finalizers = listAt(item.live, "metadata", "finalizers").map(String).join(", ");
    const have =
      finalizers === "" ? "it is being deleted" : `it waits for finalizers: ${finalizers}`;
    return { ...self, reason: "TargetTerminating", want: "gone", have };
  }
  return undefined;
}
