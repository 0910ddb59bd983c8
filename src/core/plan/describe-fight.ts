import { type LeftPlaces, type ListedFight, listFights } from "../drift/list-fights.ts";
import { showPath } from "../report/show-path.ts";
import { showText } from "../report/show-text.ts";
import type { ConditionStatus } from "../report/status-document.ts";
import { explainFight } from "../wording/explain-fight.ts";
import type { Decision } from "./decision.ts";
import type { ObjectCase } from "./describe-case.ts";
import { findLeftPlaces } from "./find-left-places.ts";
import { LOST_RACES_MAX, type Look, type ObjectMemory } from "./look.ts";

/** What the fights for one object mean for its plan. */
export interface FightDescription {
  readonly conditions: readonly Pick<ConditionStatus, "type" | "message">[];
  /** When time alone changes something. */
  readonly lookAgainAtMs: number | undefined;
  readonly learned: ObjectMemory["fights"];
  /** What of it nobody takes back any more. */
  readonly left: LeftPlaces;
}

/**
 * Whether somebody fights for the object. Once a budget is spent the warning stays until it was quiet for a window: it does not
 * matter whether this very look finds the place taken.
 */
export function describeFight(item: ObjectCase, decision: Decision, look: Look): FightDescription {
  const { memory } = item;
  const { rules, nowMs } = look;
  const learned = decision.fight?.fights ?? memory.fights;
  const left = findLeftPlaces(item, learned, look);
  const listed = listFights(learned, { rules: rules.fights, nowMs, left });
  const contested = listed.filter((each) => each.isContested);
  const isWaiting = decision.step === undefined && decision.fight?.isHeldOff === true;
  const times = [
    ...(isWaiting ? [decision.fight.time.atMs] : []),
    ...contested.map(({ endsMs }) => endsMs),
  ].flatMap((each) => each ?? []);
  return {
    conditions: conditionOf([...fightMessage(contested), ...raceMessage(memory)]),
    lookAgainAtMs: times.length === 0 ? undefined : Math.min(...times),
    learned,
    left,
  };
}

function conditionOf(messages: readonly string[]): FightDescription["conditions"] {
  return messages.length === 0 ? [] : [{ type: "Contested", message: messages.join("; ") }];
}

function fightMessage(contested: readonly ListedFight[]): readonly string[] {
  const [first, ...others] = contested;
  if (first === undefined) return [];
  const { path, managers, count, isContested, isStopped, state } = first;
  const told = explainFight({
    path: showPath(path),
    managers: managers.map(showText),
    count,
    contested: isContested,
    stopped: isStopped,
    state,
  });
  return [others.length === 0 ? told : `${told}; and ${others.length} more places`];
}

/** Nothing that is done helps, because somebody always writes between our look and our write. */
function raceMessage({ lostRaces }: ObjectMemory): readonly string[] {
  if (lostRaces < LOST_RACES_MAX) return [];
  return [
    "somebody writes it faster than their changes can be taken back; it is tried again and again",
  ];
}
