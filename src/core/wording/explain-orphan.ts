import type { OrphanStatus } from "../report/status-document.ts";

/** What becomes of a member that Git no longer has, after its name: `no longer in Git, stays: pruning is off`. */
export function explainOrphan(
  { action, reason }: Pick<OrphanStatus, "action" | "reason">,
  tense: "done" | "planned" = "done",
): string {
  switch (action) {
    case "prune":
      if (reason.startsWith("it is being deleted")) return `no longer in Git, ${reason}`;
      return tense === "done" ? "no longer in Git, deleted" : "no longer in Git, would be deleted";
    case "hold":
      return `no longer in Git, not deleted yet: ${reason}`;
    default:
      return `no longer in Git, stays: ${reason}`;
  }
}
