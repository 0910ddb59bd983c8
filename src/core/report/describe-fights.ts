import type { FightRules, ObjectFights } from "../drift/fight.ts";
import { type LeftPlaces, type ListedFight, listFights } from "../drift/list-fights.ts";
import { compareText } from "../ownership/compare-text.ts";
import { showPath } from "./show-path.ts";
import { showText } from "./show-text.ts";
import type { FightStatus } from "./status-document.ts";

/** Fights that are told; the oldest of those that are over give way first. */
const FIGHTS_MAX = 100;

/** What may be shown of the fights of a stack, by object key: contested ones first, then the newest. */
export function describeFights(
  fights: ReadonlyMap<string, ObjectFights>,
  at: {
    readonly rules: FightRules;
    readonly nowMs: number;
    /** What nobody takes back any more, by object key. */
    readonly left: ReadonlyMap<string, LeftPlaces>;
    /** Epoch milliseconds as RFC 3339. */
    readonly timeText: (ms: number) => string;
  },
): readonly FightStatus[] {
  return [...fights]
    .flatMap(([id, each]) => listFight(id, each, at).map((row) => ({ id, row })))
    .toSorted(
      (a, b) =>
        Number(b.row.isContested) - Number(a.row.isContested) ||
        b.row.lastMs - a.row.lastMs ||
        compareText(a.id, b.id) ||
        compareText(a.row.path, b.row.path),
    )
    .slice(0, FIGHTS_MAX)
    .map(({ id, row }) => describeFight(id, row, at.timeText));
}

function listFight(
  id: string,
  fights: ObjectFights,
  at: Pick<Parameters<typeof describeFights>[1], "rules" | "nowMs" | "left">,
): readonly ListedFight[] {
  const left = at.left.get(id);
  return listFights(fights, { ...at, left: left ?? NOTHING_LEFT });
}

const NOTHING_LEFT: LeftPlaces = new Map();

function describeFight(
  id: string,
  fight: ListedFight,
  timeText: (ms: number) => string,
): FightStatus {
  const { path, managers, count, firstMs, lastMs, left, isStopped, nextRevertMs } = fight;
  return {
    id,
    path: showPath(path),
    managers: managers.map(showText),
    count,
    first: timeText(firstMs),
    last: timeText(lastMs),
    contested: fight.isContested,
    state: fight.state,
    ...(left === undefined ? {} : { left: showText(left) }),
    ...(nextRevertMs === undefined ? {} : { nextRevertAt: timeText(nextRevertMs) }),
    ...(isStopped ? { stopped: true } : {}),
  };
}
