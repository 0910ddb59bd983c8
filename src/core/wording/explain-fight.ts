import { readablePath } from "../report/readable-path.ts";
import type { FightStatus } from "../report/status-document.ts";
import { countText } from "./count-text.ts";

/** Who took what, how often, and how it goes on: `k9s and kubectl took spec.replicas 7 times: reverts go on, more slowly`. */
export function explainFight(
  fight: Pick<
    FightStatus,
    "path" | "managers" | "count" | "contested" | "stopped" | "state" | "left"
  >,
): string {
  const who = fight.managers.join(" and ") || "somebody";
  const what = fight.path === "" ? "the whole object" : readablePath(fight.path);
  return `${who} took ${what} ${countText(fight.count, "time")}: ${explainPace(fight)}`;
}

/** How reverts of it go on. */
export function explainPace(
  fight: Pick<FightStatus, "contested" | "stopped" | "state" | "left">,
): string {
  switch (fight.state ?? stateOf(fight)) {
    case "in-budget":
      return "reverted each time, within the budget";
    case "contested":
      return "reverts go on, more slowly";
    case "stopped":
      return "its reverts are stopped until it is left alone";
    case "quiet":
      return "contested earlier, quiet since";
    case "again":
      return "contested earlier, since then reverted within the budget";
    case "left":
      return `no longer reverted: ${fight.left ?? "it is left as it is"}`;
    case "calm":
      return "not contested now";
  }
}

/** Of what an earlier version wrote. */
function stateOf({
  contested,
  stopped,
}: Pick<FightStatus, "contested" | "stopped">): "calm" | "contested" | "stopped" {
  if (stopped === true) return "stopped";
  return contested ? "contested" : "calm";
}
