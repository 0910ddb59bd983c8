import type { PlannedWrite } from "../report/status-document.ts";
import type { DeleteStep } from "./orphan-plan.ts";
import type { WriteStep } from "./plan.ts";

/** The requests of a step, in their order. What is deleted to be made anew is created by a later pass. */
export function listWrites(step: WriteStep | DeleteStep): readonly PlannedWrite[] {
  if (!("why" in step)) return ["delete"];
  if (step.live === undefined) return ["create"];
  if (step.why === "recreate") return ["delete"];
  if (step.why === "release") return ["transfer"];
  return step.transfer.length > 0 ? ["transfer", "apply"] : ["apply"];
}
