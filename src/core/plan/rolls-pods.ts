import type { Drift } from "../drift/drift.ts";
import { type JsonObject, textAt } from "../object/json.ts";
import { kindKey } from "../object/object-id.ts";

/** Kinds whose controller replaces the pods when their template changes. */
export const ROLLING_KINDS: ReadonlySet<string> = new Set([
  "DaemonSet.apps",
  "Deployment.apps",
  "StatefulSet.apps",
]);

/** Whether taking a drift back replaces pods: people who see pods restart shall find here why. */
export function rollsPods({ id, path }: Drift, live: JsonObject | undefined): boolean {
  const isOfTemplate = path === "/spec/template" || path.startsWith("/spec/template/");
  const isByHand = textAt(live, "spec", "updateStrategy", "type") === "OnDelete";
  return isOfTemplate && ROLLING_KINDS.has(kindKey(id)) && !isByHand;
}
