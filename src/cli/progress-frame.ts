import type { ObjectStatus, StackStatus } from "../core/report/status-document.ts";
import { countText } from "../core/wording/count-text.ts";
import { explainWatching } from "../core/wording/explain-watching.ts";
import { groupByTier } from "../core/wording/group-by-tier.ts";
import { isOff } from "../core/wording/is-off.ts";
import { isSettled } from "../core/wording/is-settled.ts";
import { type Naming, nameObjects } from "../core/wording/name-objects.ts";
import { describeBlocker } from "./describe-blocker.ts";
import { describeNotes } from "./describe-notes.ts";
import { findingLine } from "./finding-line.ts";
import { fitLine } from "./fit-line.ts";
import type { Line } from "./line.ts";
import { listFaults } from "./list-faults.ts";
import { paintLine } from "./paint-line.ts";
import { summarizeStack } from "./summarize-stack.ts";
import { tellOnce } from "./tell-once.ts";
import type { View } from "./view.ts";

/** Columns of a tier's bar. */
const BAR_COLUMNS = 20;

/** How a frame is shown, and in how much room. */
interface FrameView extends View {
  readonly columns: number;
  readonly rows: number;
  /** For stacks that another agent holds, by name: who that is. */
  readonly holders?: ReadonlyMap<string, string>;
}

/**
 * The live progress of stacks for a terminal: for each a sentence, what is wrong, and a row per tier with what its
 * objects wait for. Never higher than `rows - 1` lines nor wider than `columns - 1`: a taller frame could not be redrawn.
 */
export function progressFrame(stacks: readonly StackStatus[], view: FrameView): readonly string[] {
  const rowsMax = Math.max(1, view.rows - 1);
  const share = Math.max(1, Math.floor(rowsMax / Math.max(1, stacks.length)));
  return cutRows(
    stacks.flatMap((stack) => cutRows(frameOf(tellOnce(stack), { ...view, rows: share }), share)),
    rowsMax,
  ).map((line) => paintLine(fitLine(line, Math.max(1, view.columns - 1)), view.palette));
}

function cutRows(lines: readonly Line[], rows: number): readonly Line[] {
  if (lines.length <= rows) return lines;
  const left = countText(lines.length - rows + 1, "more line");
  return rows <= 1 ? lines.slice(0, 1) : [...lines.slice(0, rows - 1), [`  … ${left}`]];
}

interface TierRows {
  readonly row: Line;
  readonly isSettled: boolean;
  readonly details: readonly Line[];
}

/** When the room is short, tiers at rest go first: they need nobody's eyes. */
function frameOf(stack: StackStatus, view: FrameView): readonly Line[] {
  const name = nameObjects(stack);
  const holder = view.holders?.get(stack.name);
  const watches =
    holder === undefined ? [] : [findingLine("watching", explainWatching(holder), "wait")];
  const head = [summarizeStack(stack), ...watches, ...listFaults(stack)];
  if (isOff(stack)) return head;
  const tiers = groupByTier(stack.objects).map(([tier, members]) => ({
    row: tierRow(tier, members),
    isSettled: members.every(isSettled),
    details: members.flatMap((object) => detailsOf(object, name, view.nowMs)),
  }));
  const all = linesOf(tiers);
  if (head.length + all.length <= view.rows) return [...head, ...all];
  const moving = tiers.filter((tier) => !tier.isSettled);
  return [...head, ...linesOf(moving)];
}

function linesOf(tiers: readonly TierRows[]): readonly Line[] {
  return tiers.flatMap(({ row, details }) => [row, ...details]);
}

function tierRow(tier: number, members: readonly ObjectStatus[]): Line {
  const ready = members.filter(isSettled).length;
  const filled = Math.floor((ready / members.length) * BAR_COLUMNS);
  const counts = [
    [members.filter(({ phase }) => phase === "ApplyingChanges").length, "rolling out"],
    [members.filter(({ blockers }) => blockers.length > 0).length, "held"],
    [members.filter(({ phase }) => phase === "Stalled").length, "stalled"],
  ] as const;
  const rest = counts.flatMap(([count, word]) => (count === 0 ? [] : [`, ${count} ${word}`]));
  return [
    `  tier ${tier} `,
    { text: "█".repeat(filled), tone: "good" },
    { text: "░".repeat(BAR_COLUMNS - filled), tone: "faint" },
    ` ${ready} of ${members.length} ready${rest.join("")}`,
  ];
}

function detailsOf(object: ObjectStatus, name: Naming, nowMs: number): readonly Line[] {
  const [cause] = object.cause === undefined ? [] : describeNotes(object, nowMs);
  const stall = cause === undefined ? "" : `: ${cause}`;
  return [
    ...(object.phase === "Stalled"
      ? [[`    ${name(object.id)} `, { text: "is stalled", tone: "bad" } as const, stall]]
      : []),
    ...object.blockers.map((each) => [
      `    ${name(object.id)} ${describeBlocker(each, { name, nowMs })}`,
    ]),
  ];
}
