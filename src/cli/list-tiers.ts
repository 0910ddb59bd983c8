import type { ObjectStatus, Phase, StackStatus } from "../core/report/status-document.ts";
import { describeVersion } from "../core/wording/describe-version.ts";
import { groupByTier } from "../core/wording/group-by-tier.ts";
import { isSettled } from "../core/wording/is-settled.ts";
import { nameObjects } from "../core/wording/name-objects.ts";
import { describeBlocker } from "./describe-blocker.ts";
import { describeNotes } from "./describe-notes.ts";
import type { Line, Tone } from "./line.ts";
import { printable } from "./printable.ts";
import { textWidth } from "./text-width.ts";

/** Objects at rest that are listed one by one; with more of them in the stack, each tier only counts them. */
const SETTLED_MAX = 20;
/** Columns up to which names are padded. */
const NAME_COLUMNS_MAX = 60;

const TONES: Readonly<Record<Phase, Tone>> = {
  Pending: "wait",
  DelayingChanges: "wait",
  ApplyingChanges: "wait",
  Ready: "good",
  Stalled: "bad",
  Done: "good",
  Skipped: "faint",
  Pruning: "wait",
};

/** The objects of a stack by tier, each with its phase, versions, blockers, conditions and cause. */
export function listTiers(stack: StackStatus, nowMs: number): readonly Line[] {
  const isCounted = stack.objects.filter(isQuiet).length > SETTLED_MAX;
  const name = nameObjects(stack);
  function isListed(object: ObjectStatus): boolean {
    return !isCounted || !isQuiet(object);
  }
  const columns = stack.objects
    .filter(isListed)
    .reduce((most, { id }) => Math.max(most, textWidth(printable(name(id)))), 0);
  const view = { name, nowMs, columns: Math.min(columns, NAME_COLUMNS_MAX) };
  return groupByTier(stack.objects).flatMap(([tier, members]) => {
    const listed = members.filter(isListed);
    const rest = members.length - listed.length;
    const count = rest === 0 ? [] : [{ text: `: ${rest} ready`, tone: "good" } as const];
    return [[`  tier ${tier}`, ...count], ...listed.flatMap((object) => listObject(object, view))];
  });
}

/** At rest and with nothing to say. */
function isQuiet(object: ObjectStatus): boolean {
  return isSettled(object) && object.conditions.length === 0 && object.cause === undefined;
}

interface ObjectView {
  readonly name: (id: string) => string;
  readonly nowMs: number;
  readonly columns: number;
}

function listObject(object: ObjectStatus, view: ObjectView): readonly Line[] {
  const { id, phase, version } = object;
  return [
    [
      `    ${padded(view.name(id), view.columns)}  `,
      { text: phase, tone: TONES[phase] },
      `${" ".repeat(Math.max(0, "DelayingChanges".length - phase.length))}  `,
      describeVersion(version),
    ],
    ...object.blockers.map((each): Line => [`      ${describeBlocker(each, view)}`]),
    ...describeNotes(object, view.nowMs).map((text): Line => [`      ${text}`]),
  ];
}

function padded(text: string, columns: number): string {
  const harmless = printable(text);
  return harmless + " ".repeat(Math.max(0, columns - textWidth(harmless)));
}
