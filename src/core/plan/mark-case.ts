import { isJsonEqual, objectAt } from "../object/json.ts";
import { type ObjectId, type ObjectKey, objectKey } from "../object/object-id.ts";
import { decideMarks, type MarkDecision, type Source } from "../restart/decide-marks.ts";
import { findSources } from "../restart/find-sources.ts";
import { ABSENT, asFirstSight, type RestartMarks, readMarks } from "../restart/restart-marks.ts";
import { findPutOff, paceRules } from "../restart/restart-pace.ts";
import { restartChoice, templateOf } from "../restart/restart-rules.ts";
import { sourceId } from "../restart/source-view.ts";
import type { Intent } from "./build-intent.ts";
import { isOtherThan, type LastApplied, type ObjectCase } from "./describe-case.ts";
import { findSource, type SeenSource } from "./find-source.ts";
import { isToWaitForRollout } from "./is-to-wait-for-rollout.ts";
import { markIntent } from "./mark-intent.ts";
import { noteSources, recallSources } from "./recall-sources.ts";
import type { RestartCase } from "./restart-case.ts";
import type { World } from "./world.ts";

/**
 * A workload with what its Secrets and ConfigMaps mean for it: its intents carry the contents that its pods know, the wanted one
 * the new contents once changes that come together are over, or as soon as Git changes it anyway.
 */
export function markCase(item: ObjectCase, world: World): ObjectCase {
  const template = templateOf(item.manifest.id, world.look.rules.restarts);
  if (template === undefined || item.mode.mode === "off") return item;
  const names = [world.look.rules.manager, ...world.look.rules.renamedFrom];
  const present = item.live === undefined ? undefined : readMarks(item.live, { names, template });
  const seen = findSources(item.manifest.body, template, world.look.rules.restarts).map((used) =>
    findSource(used, { item, mark: present }, world),
  );
  if (seen.length === 0 && (present === undefined || isUnmarked(present))) return item;
  return placeDecision({ item, template, present, seen }, world);
}

function isUnmarked({ bySlot, uids }: RestartMarks): boolean {
  return bySlot.size === 0 && uids.size === 0;
}

interface Marking {
  readonly item: ObjectCase;
  readonly template: readonly string[];
  /** `undefined`: it is not there. */
  readonly present: RestartMarks | undefined;
  readonly seen: readonly SeenSource[];
}

function placeDecision(marking: Marking, world: World): ObjectCase {
  const { item, template, present } = marking;
  const timing = findTiming(marking, world);
  const { recorded, restarted } = timing.decided;
  const observed = observeSources(marking, timing, world);
  const how = { template, digest: world.look.digest };
  const wanted = markIntent(item.wanted, timing.isDue ? restarted : recorded, how);
  const lastApplied = markLast(item.lastApplied, present ?? recorded, how);
  const noted = markLast(item.lastApplied, recorded, how);
  return {
    ...item,
    wanted,
    lastApplied,
    isPending:
      item.ended === undefined &&
      isOtherThan(wanted, { live: item.live, lastApplied: noted, mode: item.mode }),
    restart: {
      ...describeTiming(marking, timing, world),
      changed: keysOf(item, observed.changed),
      record: findRecord(lastApplied, noted),
      noted: noteSources(observed.recorded, present),
    },
  };
}

/**
 * What another content means to a workload that Git has and that was never applied: nothing for its first apply, which restarts
 * nothing. Where nothing is written, it is told all the same what changed since it was seen first.
 */
function observeSources(marking: Marking, { decided }: Timing, world: World): MarkDecision {
  const { item, seen } = marking;
  if (item.lastApplied.kind === "known" || item.mode.mode === "enforce") return decided;
  const known = recallSources(item.memory.notedSources, marking.present);
  return decide(
    marking,
    seen.map(({ now }) => now),
    { known, world },
  );
}

interface Timing {
  readonly decided: MarkDecision;
  /** Git changes nothing of it. */
  readonly isAlone: boolean;
  readonly dueAtMs: number | undefined;
  readonly isDue: boolean;
  readonly waitsForRollout: boolean;
  readonly putOffUntilMs: number | undefined;
}

const NOT_DUE = {
  dueAtMs: undefined,
  isDue: false,
  waitsForRollout: false,
  putOffUntilMs: undefined,
} as const;

/** What Git changes takes the contents along, as this pass makes them; else changes that come together are waited for. */
function findTiming(marking: Marking, world: World): Timing {
  const { item, seen } = marking;
  const isAlone = isGitUnchanged(item);
  const sources = seen.map(({ now, foreseen }) => (isAlone ? now : (foreseen ?? now)));
  const decided = decide(marking, sources, { known: findKnown(marking), world });
  const { isOnlyLook = false, nowMs, rules } = world.look;
  const known = { decided, isAlone, ...NOT_DUE };
  if (decided.changed.length === 0) return known;
  const dueAtMs = (item.memory.sourcesChangedAtMs ?? nowMs) + rules.restarts.windowMs;
  const isOver = isOnlyLook || nowMs >= dueAtMs;
  if (!isAlone) return { ...known, dueAtMs, isDue: true };
  if (!isOver || isMoving(seen)) return { ...known, dueAtMs };
  const putOffUntilMs = findPutOffRestart(item, keysOf(item, decided.changed), world);
  if (putOffUntilMs !== undefined) return { ...known, dueAtMs: putOffUntilMs, putOffUntilMs };
  const waitsForRollout = isToWaitForRollout(item, world);
  return { ...known, isDue: !waitsForRollout, waitsForRollout };
}

function findPutOffRestart(
  { memory }: ObjectCase,
  changed: readonly ObjectKey[],
  { look: { nowMs, rules } }: World,
): number | undefined {
  const at = { rules: paceRules(rules.restarts, rules.fights), nowMs };
  return findPutOff(memory.restarts, changed, at);
}

/** What was never applied gets what its sources hold by then: nothing that was noted before counts. */
function findKnown({ item, present }: Marking): RestartMarks | undefined {
  if (item.lastApplied.kind === "known") return recallSources(item.memory.notedSources, present);
  return item.lastApplied.kind === "none" ? present && asFirstSight(present) : present;
}

/** This very pass writes a source: what it takes back was never meant, and what it changes comes together with the rest. */
function isMoving(seen: readonly SeenSource[]): boolean {
  return seen.some(({ foreseen, isOpen }) => isOpen || foreseen !== undefined);
}

function describeTiming(
  marking: Marking,
  { decided, ...timing }: Timing,
  world: World,
): Omit<RestartCase, "changed" | "record" | "noted"> {
  const { item, seen } = marking;
  return {
    live: decided.changed.flatMap((source) =>
      source.state.kind === "present" && source.state.isLive ? [idOf(item, source)] : [],
    ),
    missing:
      timing.isDue || isTemplateChanging(item, marking.template)
        ? findMissing(marking, world).map((source) => idOf(item, source))
        : [],
    foreseen: timing.isAlone ? findForeseen(marking, world) : [],
    ...timing,
    waitsForSource: !timing.isAlone && seen.some(({ isOpen }) => isOpen),
  };
}

function findRecord(last: LastApplied, noted: LastApplied): Intent | undefined {
  if (last.kind !== "known" || noted.kind !== "known") return undefined;
  return last.intent === noted.intent ? undefined : noted.intent;
}

function decide(
  { item, template }: Marking,
  sources: readonly Source[],
  { known, world: { look } }: { readonly known: RestartMarks | undefined; readonly world: World },
): MarkDecision {
  return decideMarks(sources, {
    present: known,
    keys: look.sources?.keys,
    isTemplateChanging: isTemplateChanging(item, template),
  });
}

/** Sources that count as absent. A list by label shows none that came without its label. */
function findMissing({ item, present, seen }: Marking, { look }: World): readonly Source[] {
  const isByLabel = look.rules.restarts.watch === "labelled";
  if (!isByLabel || restartChoice(item.manifest.body) === "on") return [];
  return seen.flatMap(({ now }) => {
    const isAbsent = present?.bySlot.get(now.slot)?.baseline === ABSENT;
    const isSilent = now.state.kind === "absent" || now.state.kind === "unknown";
    return isAbsent && isSilent ? [now] : [];
  });
}

/** Sources that change with this very pass, of a workload that nothing else changes. */
function findForeseen(marking: Marking, world: World): readonly ObjectKey[] {
  const ahead = marking.seen.flatMap(({ foreseen }) => foreseen ?? []);
  if (ahead.length === 0) return [];
  const { changed } = decide(marking, ahead, { known: findKnown(marking), world });
  return keysOf(marking.item, changed);
}

function keysOf(item: ObjectCase, sources: readonly Source[]): readonly ObjectKey[] {
  return sources.map((source) => objectKey(idOf(item, source)));
}

function idOf({ manifest }: ObjectCase, source: Source): ObjectId {
  return sourceId(source, manifest.id.namespace);
}

function markLast(
  last: LastApplied,
  marks: RestartMarks,
  how: Parameters<typeof markIntent>[2],
): LastApplied {
  return last.kind === "known" ? { ...last, intent: markIntent(last.intent, marks, how) } : last;
}

function isGitUnchanged({ lastApplied, live, wanted }: ObjectCase): boolean {
  return (
    live !== undefined && lastApplied.kind === "known" && lastApplied.intent.hash === wanted.hash
  );
}

function isTemplateChanging(item: ObjectCase, template: readonly string[]): boolean {
  if (item.lastApplied.kind !== "known" || isGitUnchanged(item)) return false;
  const before = objectAt(item.lastApplied.intent.body, ...template);
  return !isJsonEqual(before, objectAt(item.wanted.body, ...template));
}
