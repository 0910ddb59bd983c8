import { type JsonObject, listAt, textAt, valueAt } from "../object/json.ts";
import { isTerminating } from "../object/live-object.ts";
import { objectKey } from "../object/object-id.ts";
import { type Blocker, OWN_ORIGIN } from "../rollout/blocker.ts";
import { describeProblem } from "../wording/describe-problem.ts";
import type { Decision } from "./decision.ts";
import type { ObjectCase } from "./describe-case.ts";
import type { World } from "./world.ts";

/** What forbids any write of an object, whatever its gates say; `undefined`: nothing does. */
export function findStop(item: ObjectCase, world: World): Partial<Decision> | undefined {
  if (item.mode.mode === "off") return { isSkipped: true };
  const refused = world.look.desired.graph.refused.get(item.key);
  if (refused !== undefined) {
    const message = refused.map(describeProblem).join("; ");
    return { refusal: { code: "refused-component", message, retry: "after-change" } };
  }
  const blocker =
    item.sighting?.kind === "not-served" ? notServed(item, world) : findObstacle(item);
  return blocker === undefined ? undefined : { blockers: [blocker] };
}

/** A kind whose CRD is in Git comes when the server has taken the CRD in; for any other kind somebody has to do something. */
function notServed(item: ObjectCase, world: World): Blocker {
  const want = item.ref.apiVersion;
  const edge = (world.edgesFrom.get(item.key) ?? []).find(({ origin }) => origin === CRD_ORIGIN);
  const crd = edge === undefined ? undefined : world.cases.get(objectKey(edge.target));
  if (crd !== undefined && servesVersion(crd.manifest.body, want)) {
    const have = "the cluster does not serve this kind yet";
    const { id } = crd.manifest;
    return { to: id, gate: "exists", origin: CRD_ORIGIN, reason: "NotServed", want, have };
  }
  const have =
    crd === undefined
      ? "the cluster does not serve this kind; install its CRD, or add it to the repository"
      : `the CRD in Git does not serve ${want}`;
  return {
    to: item.manifest.id,
    gate: "exists",
    origin: OWN_ORIGIN,
    reason: "NotServed",
    want,
    have,
  };
}

const CRD_ORIGIN = "structure:CustomResourceDefinition";

function servesVersion(crd: JsonObject, apiVersion: string): boolean {
  return listAt(crd, "spec", "versions").some(
    (version) =>
      apiVersion.endsWith(`/${textAt(version, "name") ?? ""}`) &&
      valueAt(version, "served") === true,
  );
}

/** What stands in the way is the object itself. */
function findObstacle(item: ObjectCase): Blocker | undefined {
  const self = { to: item.manifest.id, gate: "exists", origin: OWN_ORIGIN };
  const { sighting } = item;
  if (sighting?.kind === "unreadable") {
    return { ...self, reason: "Unreadable", want: "readable", have: sighting.reason };
  }
  if (item.lastApplied.kind === "unreachable") {
    const have = `it was written at commit ${item.lastApplied.revision.slice(0, 10)}, and the repository that knows it does not answer`;
    return { ...self, reason: "Unreadable", want: "a known commit", have };
  }
  if (item.isOwnedByOther && item.owner.kind === "other") {
    const { name } = item.owner;
    const want =
      item.takeOver.kind === "done"
        ? `its removal from ${name}: what lockstep.dev/take-over asked for was done once, and ${name} has it again`
        : `lockstep.dev/take-over: ${name} in Git, or its removal there`;
    return { ...self, reason: "OwnedByOther", want, have: name };
  }
  if (item.live !== undefined && isTerminating(item.live)) {
    const finalizers = listAt(item.live, "metadata", "finalizers").map(String).join(", ");
    const have =
      finalizers === "" ? "it is being deleted" : `it waits for finalizers: ${finalizers}`;
    return { ...self, reason: "TargetTerminating", want: "gone", have };
  }
  return undefined;
}
