import { ClusterError } from "../core/cluster-error.ts";
import { CONTROL_KEYS } from "../core/control-keys.ts";
import type { JsonObject } from "../core/object/json.ts";
import { labelOf } from "../core/object/live-object.ts";
import { type ObjectRef, objectKey } from "../core/object/object-id.ts";
import { planLetGo } from "../core/ownership/plan-let-go.ts";
import type { ReleasedObject } from "../core/report/release-document.ts";
import type { ClockPort } from "../ports/clock-port.ts";
import type { ClusterPort } from "../ports/cluster-port.ts";
import { explainRefusedRelease } from "./explain-refused-release.ts";

/** How often one object is tried again after somebody else wrote it. */
const CONFLICTS_MAX = 5;

export interface LetGoOptions {
  readonly cluster: ClusterPort;
  readonly clock: ClockPort;
  /** Our field manager, and its earlier names. */
  readonly managers: readonly string[];
  readonly isDryRun: boolean;
  /** Whether the object may be let go as it is seen now. */
  readonly isOurs: (live: JsonObject) => boolean;
}

/**
 * Lets one object go by one guarded patch: values stay, our entry and our marks leave it. One that is gone, or nothing of ours,
 * is fine as it is. Never throws `ClusterError`.
 */
export async function letGo(ref: ObjectRef, options: LetGoOptions): Promise<ReleasedObject> {
  const id = objectKey(ref.id);
  let refused: ClusterError | undefined;
  for (let tries = 0; tries < CONFLICTS_MAX; tries += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- each try begins with what is there now
      return { id, ...(await letGoOnce(ref, options)) };
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error;
      refused = error;
      if (!mayBeOver(error)) break;
    }
  }
  const message = refused === undefined ? "" : explainRefusedRelease(refused);
  return { id, outcome: "refused", message };
}

type Outcome = Omit<ReleasedObject, "id">;

async function letGoOnce(ref: ObjectRef, options: LetGoOptions): Promise<Outcome> {
  const { cluster, clock, managers, isDryRun } = options;
  const seen = await cluster.read(ref);
  if (seen.kind === "unreadable") throw new ClusterError("forbidden", seen.reason);
  if (seen.kind !== "present") return { outcome: "gone", message: "it is not there" };
  const time = `${new Date(clock.now()).toISOString().slice(0, 19)}Z`;
  if (!options.isOurs(seen.object)) return { outcome: "not-ours", message: ownerOf(seen.object) };
  const patch = planLetGo({ live: seen.object, managers, time });
  if (patch.length === 0) return { outcome: "not-ours", message: "nothing of it is Lockstep's" };
  if (isDryRun) return RELEASED;
  const after = await cluster.patchOwnership({ ref, patch });
  // What was stored is not always what was sent: a webhook may write in the same request.
  const isGone = planLetGo({ live: after, managers, time }).length === 0;
  return isGone ? RELEASED : PUT_BACK;
}

const RELEASED: Outcome = { outcome: "released", message: "" };

const PUT_BACK: Outcome = {
  outcome: "refused",
  message:
    "its labels were taken off and put back in the same request, as an admission webhook does it; take that one away, then repeat this",
};

/** By its labels, which is what decides about others. */
function ownerOf(live: JsonObject): string {
  const owner = labelOf(live, CONTROL_KEYS.stack) ?? labelOf(live, CONTROL_KEYS.partOf) ?? "";
  return `it is of ${owner} by now, which somebody else syncs`;
}

/** A label that somebody else took off meanwhile does not fit the patch, and the server says that before it compares. */
function mayBeOver({ code }: ClusterError): boolean {
  return code === "conflict" || code === "invalid";
}
