import { canonicalText } from "../object/json.ts";
import type { DriftStatus } from "./status-document.ts";

/** Which drift: (object, path, manager, live value) as text, fit for a map key. Of a Secret the value is not told apart. */
export function driftIdentity(
  drift: Pick<DriftStatus, "id" | "path" | "manager" | "live">,
): string {
  return JSON.stringify([drift.id, drift.path, drift.manager, canonicalText(drift.live)]);
}

/** Orders by identity, so that a report does not depend on the order in which objects were looked at. */
export function compareDrift(a: DriftStatus, b: DriftStatus): number {
  const [left, right] = [driftIdentity(a), driftIdentity(b)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
