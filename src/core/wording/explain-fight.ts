import { readablePath } from "../report/readable-path.ts";
import type { FightStatus } from "../report/status-document.ts";
import { countText } from "./count-text.ts";

/** Who took what, how often, and how it goes on: `k9s and kubectl took spec.replicas 7 times: reverts go on, more slowly`. */
export function explainFight(
  fight: Pick<FightStatus, "path" | "managers" | "count" | "contested" | "stopped">,
): string {
  const who = fight.managers.join(" and ") || "somebody";
  const what = fight.path === "" ? "the whole object" : readablePath(fight.path);
  return `${who} took ${what} ${countText(fight.count, "time")}: ${explainPace(fight)}`;
}

/** How reverts of it go on. */
export function explainPace({
  contested,
  stopped,
}: Pick<FightStatus, "contested" | "stopped">): string {
  if (stopped === true) return "its reverts are stopped until it is left alone";
  return contested ? "reverts go on, more slowly" : "it is over";
}
