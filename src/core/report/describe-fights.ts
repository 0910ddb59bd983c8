import type { FightRules, ObjectFights } from "../drift/fight.ts";
import { type ListedFight, listFights } from "../drift/list-fights.ts";
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
    /** Epoch milliseconds as RFC 3339. */
    readonly timeText: (ms: number) => string;
  },
): readonly FightStatus[] {
  return [...fights]
    .flatMap(([id, each]) => listFights(each, at).map((row) => ({ id, row })))
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

function describeFight(
  id: string,
  { path, managers, count, firstMs, lastMs, isContested, isStopped, nextRevertMs }: ListedFight,
  timeText: (ms: number) => string,
): FightStatus {
  return {
    id,
    path: showPath(path),
    managers: managers.map(showText),
    count,
    first: timeText(firstMs),
    last: timeText(lastMs),
    contested: isContested,
    ...(nextRevertMs === undefined ? {} : { nextRevertAt: timeText(nextRevertMs) }),
    ...(isStopped ? { stopped: true } : {}),
  };
}
