import type { AgentAct, Burst, Story, StoryState, StoryUse, StoryWorkload } from "./story.ts";

/** What the pods of a workload know of a source, by the rules for people. */
type Known =
  | { readonly kind: "absent" }
  | { readonly kind: "content"; readonly content: number; readonly key: number };

/** What has to be true at a quiet point. */
export interface Expected {
  /** By workload: how many pod templates it has had. */
  readonly templates: ReadonlyMap<string, number>;
  /** By workload and source: what a change is measured by. */
  readonly known: ReadonlyMap<string, Known>;
  /** Numbers of the keys of the ring, the newest last. */
  readonly keys: readonly number[];
}

/** Of workloads that were all just made. */
export function expectStart(story: Story): Expected {
  const workloads = [...story.start.workloads.values()];
  const first = {
    templates: new Map(workloads.map(({ name }) => [name, 1])),
    known: new Map<string, Known>(),
    keys: [1],
  };
  const known = workloads.flatMap((workload) => [
    ...learn(workload, { story, state: story.start, before: first }).known,
  ]);
  return { ...first, known: new Map(known) };
}

/**
 * The rules in the words of the documentation: another content of a source that is watched makes one new pod template, and so
 * does Git's own change of it, together one. First sight, metadata, an identical recreation, an unknown key, a label that comes or goes
 * make none. A source that is gone changes nothing; one that pods could start without makes one when it appears.
 */
export function expectAfter(
  before: Expected,
  burst: Burst,
  { story, state }: { readonly story: Story; readonly state: StoryState },
): Expected {
  const keys = turnKeys(before.keys, burst.act);
  const judged = [...state.workloads.values()].map((workload) => {
    const events = burst.events.filter(({ name }) => name === workload.name);
    const isMadeAnew = events.some(({ what }) => what === "lose");
    const isOfGit = events.some(({ what }) => what === "image" || what === "use");
    const isRolled = events.some(({ what }) => what === "roll");
    const known = isMadeAnew ? new Map<string, Known>() : before.known;
    const learned = learn(workload, { story, state, before: { ...before, known, keys } });
    const isOurs = isMadeAnew || isOfGit || learned.isChanged;
    const count = (before.templates.get(workload.name) ?? 0) + (isOurs ? 1 : 0);
    return { name: workload.name, count: count + (isRolled ? 1 : 0), known: learned.known };
  });
  return {
    templates: new Map(judged.map(({ name, count }) => [name, count])),
    known: new Map(judged.flatMap(({ known }) => [...known])),
    keys,
  };
}

interface Sight {
  readonly story: Story;
  readonly state: StoryState;
  readonly before: Expected;
}

function learn(
  workload: StoryWorkload,
  sight: Sight,
): { readonly known: ReadonlyMap<string, Known>; readonly isChanged: boolean } {
  const all = workload.uses.map((use) => {
    const place = `${workload.name} ${use.source}`;
    return { place, ...learnOne(workload, use, sight) };
  });
  return {
    known: new Map(all.flatMap(({ place, now }) => (now === undefined ? [] : [[place, now]]))),
    isChanged: all.some(({ isChanged }) => isChanged),
  };
}

function learnOne(
  { name, choice }: StoryWorkload,
  { source: used, isOptional }: StoryUse,
  { story, state, before }: Sight,
): { readonly now: Known | undefined; readonly isChanged: boolean } {
  const source = state.sources.get(used);
  const last = before.known.get(`${name} ${used}`);
  if (source === undefined || choice === "off") return { now: undefined, isChanged: false };
  const { content, isLabelled } = source;
  if (content === undefined) {
    return { now: last ?? (isOptional ? { kind: "absent" } : undefined), isChanged: false };
  }
  const isWatched = story.isWatchingAll || choice === "on" || isLabelled;
  if (!isWatched) return { now: undefined, isChanged: false };
  const key = before.keys.at(-1) ?? 0;
  return { now: { kind: "content", content, key }, isChanged: isOther(last, content, before.keys) };
}

function isOther(last: Known | undefined, content: number, keys: readonly number[]): boolean {
  if (last === undefined) return false;
  if (last.kind === "absent") return true;
  return keys.includes(last.key) && last.content !== content;
}

/** No key has the number of an earlier one, also after a ring was lost. */
function turnKeys(keys: readonly number[], act: AgentAct): readonly number[] {
  const newest = keys.at(-1) ?? 0;
  if (act === "rotate") return [...keys, newest + 1];
  if (act === "forget") return [newest];
  return act === "lose-keys" ? [newest + 1] : keys;
}
