import type { DriftStatus } from "../report/status-document.ts";

/**
 * How certain the name of a drift is, in words. `managedFields` is evidence and no proof: whoever may write an object may write
 * what its entries say.
 *
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#managers
 */
export function explainCertainty(drift: DriftStatus): string {
  switch (drift.attribution) {
    case "recorded":
      return `recorded: ${recordOf(drift)}`;
    case "shared":
      return "shared: each of them owns it, and nobody knows whose value it was first";
    default:
      return `unknown: ${ignoranceOf(drift)}`;
  }
}

function recordOf({ class: kind, operation }: DriftStatus): string {
  if (kind === "coowned" || kind === "legacy") {
    return "its entry in managedFields owns it; who wrote the value is another question";
  }
  if (kind === "removed") {
    return "the agent saw the one write that took it away, and it was this manager's; names can be forged";
  }
  return operation === "Apply"
    ? "the agent saw the one write that put this value there, and it was this manager's; names can be forged"
    : "its entry in managedFields owns the value, which only the one that changed it last gets; names can be forged";
}

function ignoranceOf({ class: kind, manager, operation }: DriftStatus): string {
  if (manager !== "" && operation === "Apply") {
    return `${manager} applies this value; somebody may have written the same before and let go of it since`;
  }
  if (manager !== "") return `the server merged the entries of several managers into ${manager}`;
  if (kind === "missing") return "the cluster does not record who deletes an object";
  if (kind === "removed") return "who takes a field away leaves no entry";
  if (kind === "legacy") return "who resets or strips managedFields leaves no entry";
  return "nobody but us owns it: it was rewritten on the way in (by a webhook, or a default), or ownership was reset";
}
