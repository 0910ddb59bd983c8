import { formatTime } from "../object/format-time.ts";
import type { ConditionStatus } from "../report/status-document.ts";
import {
  listSlowed,
  noteChanged,
  paceRules,
  type RestartPace,
  type SlowedSource,
} from "../restart/restart-pace.ts";
import { countText } from "../wording/count-text.ts";
import type { ObjectCase } from "./describe-case.ts";
import type { Look } from "./look.ts";

/** What it means for a workload's plan that its sources change too often. */
export interface PaceDescription {
  readonly conditions: readonly Pick<ConditionStatus, "type" | "message">[];
  /** When time alone changes something. */
  readonly lookAgainAtMs: number | undefined;
  readonly learned: RestartPace;
}

/** Whether a source restarts the workload too often: told until it was quiet for a window. */
export function describePace(
  { memory, restart }: Pick<ObjectCase, "memory" | "restart">,
  { rules, nowMs }: Look,
): PaceDescription {
  const at = { rules: paceRules(rules.restarts, rules.fights), nowMs };
  const learned = noteChanged(memory.restarts, restart.changed, at);
  const slowed = listSlowed(learned, at);
  const ends = slowed.flatMap(({ endsMs }) => endsMs ?? []);
  return {
    conditions: conditionOf(slowed),
    lookAgainAtMs: ends.length === 0 ? undefined : Math.min(...ends),
    learned,
  };
}

function conditionOf([first, ...others]: readonly SlowedSource[]): PaceDescription["conditions"] {
  if (first === undefined) return [];
  const { source, count, firstMs } = first;
  const who = source === "" ? "its Secrets and ConfigMaps" : source;
  const more = others.length === 0 ? "" : `; and ${countText(others.length, "other")}`;
  const message = `${who} restarted its pods ${countText(count, "time")} since ${formatTime(firstMs)}: restarts go on, more slowly${more}`;
  return [{ type: "RestartsSlowed", message }];
}
