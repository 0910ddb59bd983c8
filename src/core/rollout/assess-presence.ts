import { isTerminating } from "../object/live-object.ts";
import type { Verdict } from "./blocker.ts";
import type { Party } from "./party.ts";
import { OK, waiting } from "./verdict.ts";

/** Whether a target is there and stays there. One that this pass has just created counts as there. */
export function assessPresence(party: Party): Verdict {
  switch (party.sighting) {
    case "unreadable":
      return waiting("Unreadable", "it could not be read");
    case "not-served":
      return waiting("NotServed", "the cluster does not serve this kind yet");
    case "absent":
      return assessAbsence(party);
    case "present":
      return assessStay(party);
  }
}

function assessStay({ isLeaving, reading }: Party): Verdict {
  if (isLeaving === true) {
    return waiting("TargetTerminating", "it is about to be deleted and made anew");
  }
  return reading !== undefined && isTerminating(reading.object)
    ? waiting("TargetTerminating", "it is being deleted")
    : OK;
}

function assessAbsence(party: Party): Verdict {
  if (party.change === "sent" || party.isDone === true) return OK;
  return party.intent === undefined
    ? waiting("TargetNotFound", "it is neither in the cluster nor in Git")
    : waiting("TargetNotApplied", "it is in Git and not in the cluster yet");
}
