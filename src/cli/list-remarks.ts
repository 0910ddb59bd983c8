import type {
  DeclinedStatus,
  FightStatus,
  RestartStatus,
  StackStatus,
} from "../core/report/status-document.ts";
import { countText } from "../core/wording/count-text.ts";
import { durationText } from "../core/wording/duration-text.ts";
import { explainFight } from "../core/wording/explain-fight.ts";
import { explainDeclined, explainPullRequest } from "../core/wording/explain-pull-request.ts";
import { explainRestart } from "../core/wording/explain-restart.ts";
import { type Naming, nameObjects } from "../core/wording/name-objects.ts";
import { ageText } from "./age-text.ts";
import { describeChange } from "./describe-change.ts";
import { findingLine } from "./finding-line.ts";
import { groupOrphans, type OrphanGroup } from "./group-orphans.ts";
import type { Line, Tone } from "./line.ts";

/** Differences that are told: what is there, then what was reverted last. */
const DRIFTS_MAX = 10;

/** Fights that are told: contested ones, then the newest of the past. */
const FIGHTS_MAX = 10;

/** Declined offers that are told. */
const DECLINED_MAX = 10;

/** Restarts that are told, the newest. */
const RESTARTS_MAX = 5;

type Tense = "done" | "planned";

/** Drift, fights, the pull request, orphans and lints, one line each. */
export function listRemarks(
  stack: StackStatus,
  view: { readonly nowMs: number; readonly tense: Tense },
): readonly Line[] {
  const name = nameObjects(stack);
  return [
    ...stack.drift
      .slice(0, DRIFTS_MAX)
      .map((each) => findingLine("drift", describeChange(each, { ...view, name }), "wait")),
    ...moreText(stack.drift.length - DRIFTS_MAX).map((text) => findingLine("drift", text, "wait")),
    ...stack.fights
      .slice(0, FIGHTS_MAX)
      .map((each) => findingLine("fight", describeFight(each, { ...view, name }), fightTone(each))),
    ...(stack.restarts ?? [])
      .slice(0, RESTARTS_MAX)
      .map((each) => findingLine("restart", describeRestart(each, { ...view, name }), "faint")),
    ...(stack.pullRequest === undefined
      ? []
      : [findingLine("offer", explainPullRequest(stack.pullRequest), "wait")]),
    ...listDeclined(stack.declined ?? [], name),
    ...groupOrphans(stack.orphans, view.tense).flatMap((each) => listGroup(each, name)),
    ...stack.lints.map(({ where, what }) => findingLine("lint", `${where}: ${what}`, "faint")),
  ];
}

function listDeclined(declined: readonly DeclinedStatus[], name: Naming): readonly Line[] {
  const shown = declined.slice(0, DECLINED_MAX).map((each) => explainDeclined(each, name));
  return [...shown, ...moreText(declined.length - DECLINED_MAX)].map((text) =>
    findingLine("declined", text, "faint"),
  );
}

/** One orphan stands beside its text, several below it. */
function listGroup([text, ids]: OrphanGroup, name: Naming): readonly Line[] {
  const [first, ...more] = ids;
  if (more.length === 0) return [findingLine("orphan", `${name(first)}: ${text}`, "wait")];
  const head = `${countText(ids.length, "object")}: ${text}`;
  return [findingLine("orphan", head, "wait"), ...ids.map((id) => [`    ${name(id)}`])];
}

function describeFight(
  fight: FightStatus,
  { name, nowMs }: { readonly name: Naming; readonly nowMs: number },
): string {
  const last = `last ${ageText(fight.last, nowMs)} ago`;
  return `${name(fight.id)}: ${explainFight(fight)}, ${last}${nextText(fight, nowMs)}`;
}

/** When it is taken back again, where that is put off. */
function nextText({ nextRevertAt = "" }: FightStatus, nowMs: number): string {
  const nextMs = Date.parse(nextRevertAt);
  if (Number.isNaN(nextMs)) return "";
  return nextMs > nowMs ? `, next revert in ${durationText(nextMs - nowMs)}` : ", next revert now";
}

function describeRestart(
  restart: RestartStatus,
  { name, nowMs }: { readonly name: Naming; readonly nowMs: number },
): string {
  const consumers = restart.consumers.map((id) => name(id)).join(", ");
  return `${explainRestart(restart)} ${ageText(restart.at, nowMs)} ago: ${consumers}`;
}

function fightTone({ contested }: FightStatus): Tone {
  return contested ? "bad" : "faint";
}

function moreText(count: number): readonly string[] {
  return count <= 0 ? [] : [`and ${count} more (--output json has all)`];
}
