import type { JsonObject } from "../object/json.ts";
import { uidOf } from "../object/live-object.ts";
import type { ContentKeys } from "./content-keys.ts";
import { ABSENT, NOT_WATCHED, type RestartMark, type RestartMarks } from "./restart-marks.ts";
import type { SourceReference } from "./source-reference.ts";

/** A source as one workload sees it. */
export type SourceState =
  | {
      readonly kind: "present";
      readonly object: JsonObject;
      /** As it is in the cluster, and not as a write of this pass will make it. */
      readonly isLive: boolean;
    }
  | { readonly kind: "absent" }
  /** Nobody asks for restarts when it changes. */
  | { readonly kind: "unwatched" }
  /** It cannot be read now: all stays as it was. */
  | { readonly kind: "unknown" };

/** One source of a workload, once for all the places that name it. */
export interface Source {
  readonly kind: SourceReference["kind"];
  readonly name: string;
  /** `slotOf` it. */
  readonly slot: string;
  /** All that name it are optional: the pods start without it. */
  readonly isOptional: boolean;
  readonly state: SourceState;
}

/** What a workload is to carry. */
export interface MarkDecision {
  /** With what is known now, and nothing that the pods would see. */
  readonly recorded: RestartMarks;
  /** The same with the contents that changed: the pods restart. */
  readonly restarted: RestartMarks;
  /** What changed since the baseline, in the order of the references. */
  readonly changed: readonly Source[];
}

/** What the decision rests on. */
export interface MarkGrounds {
  /** What the workload carries; `undefined`: it is about to be created. */
  readonly present: RestartMarks | undefined;
  /** `undefined`: contents cannot be told apart now, and all stays as it was. */
  readonly keys: ContentKeys | undefined;
  /** Git changes the pod template with this very write: what no source needs any more may go from it. */
  readonly isTemplateChanging: boolean;
}

/**
 * Decides what a workload carries about its sources. The baseline is recorded at first sight and changes nothing that the pods
 * see; only another content than the baseline's changes the template. An unknown key, a lost baseline and an identical
 * recreation are a first sight.
 */
export function decideMarks(sources: readonly Source[], grounds: MarkGrounds): MarkDecision {
  const before = grounds.present?.bySlot ?? new Map<string, RestartMark>();
  const decided = new Map(
    sources.map(
      (source) =>
        [source.slot, { source, ...decideMark(source, before.get(source.slot), grounds) }] as const,
    ),
  );
  // What Git does not name any more: what the template was given stays until Git changes the template.
  const left = [...before]
    .filter(([slot]) => !decided.has(slot) && !grounds.isTemplateChanging)
    .map(([slot, mark]) => [slot, same(unwatched(mark))] as const);
  const all = [...decided, ...left];
  const uids = findUids(sources, grounds.present?.uids ?? new Set());
  return {
    recorded: { bySlot: marksOf(all.map(([slot, { recorded }]) => [slot, recorded])), uids },
    restarted: { bySlot: marksOf(all.map(([slot, { restarted }]) => [slot, restarted])), uids },
    changed: [...decided.values()].flatMap(({ source, isChanged }) => (isChanged ? [source] : [])),
  };
}

function marksOf(
  marks: readonly (readonly [string, RestartMark | undefined])[],
): ReadonlyMap<string, RestartMark> {
  return new Map(
    marks.flatMap(([slot, mark]) => (mark === undefined ? [] : [[slot, mark] as const])),
  );
}

interface DecidedMark {
  readonly recorded: RestartMark | undefined;
  readonly restarted: RestartMark | undefined;
  readonly isChanged: boolean;
}

function decideMark(
  { state, isOptional }: Source,
  mark: RestartMark | undefined,
  grounds: MarkGrounds,
): DecidedMark {
  switch (state.kind) {
    case "unknown":
      return same(mark);
    case "unwatched":
      return same(mark === undefined ? undefined : unwatched(mark));
    case "absent":
      // Pods that may start without it run without it; others wait for it and then run with it.
      return same(mark ?? (isOptional ? { baseline: ABSENT, content: undefined } : undefined));
    case "present":
      return decidePresent(state.object, mark, grounds);
  }
}

function same(mark: RestartMark | undefined): DecidedMark {
  return { recorded: mark, restarted: mark, isChanged: false };
}

function decidePresent(
  object: JsonObject,
  mark: RestartMark | undefined,
  { keys, present }: MarkGrounds,
): DecidedMark {
  if (keys === undefined) return same(mark);
  const baseline = keys.digest(object);
  const given = { baseline, content: baseline };
  if (present === undefined) return same(given);
  if (mark === undefined || mark.baseline === NOT_WATCHED) {
    return same({ baseline, content: mark?.content });
  }
  const isSame = mark.baseline !== ABSENT && keys.isSame(object, mark.baseline);
  // An unknown key is no change, and neither is a new one.
  if (isSame !== false) return same({ baseline, content: mark.content });
  return { recorded: mark, restarted: given, isChanged: true };
}

/** Without a baseline: what the template was given stays, for taking it away would roll the pods. */
function unwatched({ content }: RestartMark): RestartMark | undefined {
  return content === undefined ? undefined : { baseline: NOT_WATCHED, content };
}

/** What cannot be read now keeps its label. */
function findUids(sources: readonly Source[], before: ReadonlySet<string>): ReadonlySet<string> {
  const present = sources.flatMap(({ state }) =>
    state.kind === "present" && uidOf(state.object) !== "" ? [uidOf(state.object)] : [],
  );
  const isUnknown = sources.some(({ state }) => state.kind === "unknown");
  return new Set(isUnknown ? [...before, ...present] : present);
}
