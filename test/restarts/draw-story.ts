import { type Dice, takeDice } from "../simulation/dice.ts";
import {
  type AgentAct,
  type Burst,
  changeState,
  type Story,
  type StoryEvent,
  type StorySource,
  type StoryState,
  type StoryUse,
  type StoryWorkload,
} from "./story.ts";

const BURSTS = 6;
const EVENTS_MAX = 4;

/** What happens to the agent comes from the group's number, all else of a sequence from its own seed alone. */
export function drawStory(group: number, seeds: readonly number[]): Story {
  const dice = takeDice(1_000_000 + group);
  const rollAtOnce = dice.pick([1, 3, 50]);
  const acts = Array.from({ length: BURSTS }, () => drawAct(dice));
  const isAlone = isRunning(group);
  const sequences = seeds.map((seed) => drawSequence(seed, { acts, isAlone }));
  return {
    start: {
      sources: new Map(sequences.flatMap(({ start }) => [...start.sources])),
      workloads: new Map(sequences.flatMap(({ start }) => [...start.workloads])),
    },
    bursts: acts.map((act, index): Burst => {
      return { act, events: sequences.flatMap(({ bursts }) => bursts[index] ?? []) };
    }),
    isWatchingAll: group % 5 === 4,
    isRunning: isAlone,
    rollAtOnce,
  };
}

/** Some stacks are watched all the time. What then happens to a sequence is one thing at a time. */
function isRunning(group: number): boolean {
  return group % 4 === 3;
}

function drawAct(dice: Dice): AgentAct {
  const acts: readonly [AgentAct, ...AgentAct[]] = ["restart", "rotate", "forget", "lose-keys"];
  return dice.chance(0.5) ? "nothing" : dice.pick(acts);
}

interface Sequence {
  readonly start: StoryState;
  readonly bursts: readonly (readonly StoryEvent[])[];
}

function drawSequence(
  seed: number,
  { acts, isAlone }: { readonly acts: readonly AgentAct[]; readonly isAlone: boolean },
): Sequence {
  const dice = takeDice(seed);
  const start = drawStart(seed, dice);
  let state = start;
  const bursts = acts.map((act) => {
    const events: StoryEvent[] = [];
    const most = isAlone ? 1 : 1 + dice.int(EVENTS_MAX);
    // Without any key no content can be told from another: nothing may change meanwhile.
    const count = act === "lose-keys" ? 0 : most;
    for (let drawn = 0; drawn < count; drawn += 1) {
      const event = drawEvent(dice, state, events);
      if (event === undefined) continue;
      events.push(event);
      state = changeState(state, event);
    }
    return events;
  });
  return { start, bursts };
}

function drawStart(seed: number, dice: Dice): StoryState {
  const sources = Array.from({ length: 2 + dice.int(3) }, (_, index) => {
    const isInGit = dice.chance(0.2);
    const isAbsent = !isInGit && dice.chance(0.2);
    return {
      kind: dice.pick(["Secret", "Secret", "ConfigMap"]),
      name: `s${seed}-${"abcd"[index] ?? ""}`,
      isInGit,
      content: isAbsent ? undefined : 0,
      isLabelled: isAbsent || dice.chance(0.8),
      note: 0,
    } satisfies StorySource;
  });
  const workloads = Array.from({ length: 1 + dice.int(3) }, (_, index) => {
    const used = sources.filter(() => dice.chance(0.7));
    return {
      kind: dice.pick(["Deployment", "Deployment", "StatefulSet", "DaemonSet"]),
      name: `w${seed}-${"abc"[index] ?? ""}`,
      choice: dice.pick([undefined, undefined, undefined, undefined, "on", "off"]),
      uses: used.map(({ name }) => drawUse(dice, name)),
      tag: 0,
      note: 0,
    } satisfies StoryWorkload;
  });
  return {
    sources: new Map(sources.map((each) => [each.name, each])),
    workloads: new Map(workloads.map((each) => [each.name, each])),
  };
}

function drawUse(dice: Dice, source: string): StoryUse {
  return { source, isOptional: dice.chance(0.3) };
}

/** One more event of a burst. To one object one thing happens in it; only its content may change twice. */
function drawEvent(
  dice: Dice,
  state: StoryState,
  before: readonly StoryEvent[],
): StoryEvent | undefined {
  const isWorkload = dice.chance(0.3);
  const all = isWorkload ? [...state.workloads.keys()] : [...state.sources.keys()];
  const name = all[dice.int(all.length)] ?? "";
  const earlier = before.filter((event) => event.name === name);
  const source = state.sources.get(name);
  const workload = state.workloads.get(name);
  if (source !== undefined) return drawOfSource(dice, source, earlier);
  if (workload === undefined || earlier.length > 0) return undefined;
  return drawOfWorkload(dice, workload, [...state.sources.keys()]);
}

const OF_SOURCES = [
  "content",
  "content",
  "content",
  "metadata",
  "label",
  "delete",
  "recreate",
] as const;

const OF_WORKLOADS = ["image", "image", "annotate", "use", "roll", "lose", "reset"] as const;

/**
 * What the rules leave open is not drawn: one that asks for no restarts is not deleted, for whether the agent has seen it go decides
 * what its return means.
 */
function drawOfSource(
  dice: Dice,
  source: StorySource,
  earlier: readonly StoryEvent[],
): StoryEvent | undefined {
  const { name, content, isInGit, isLabelled } = source;
  if (earlier.some(({ what }) => what !== "content")) return undefined;
  if (earlier.length > 0) return { what: "content", name, content: drawContent(dice, content) };
  if (content === undefined) {
    return { what: "recreate", name, content: dice.pick([0, 0, 1 + dice.int(1000)]) };
  }
  const isDrifting = isInGit && dice.chance(0.2);
  const event: StoryEvent = isDrifting
    ? { what: "drift", name }
    : drawOfPresent(dice, { name, content, isLabelled });
  return mayHappen(event, source) ? event : undefined;
}

function mayHappen({ what }: StoryEvent, { isInGit, isLabelled }: StorySource): boolean {
  if (what === "recreate") return !isInGit;
  return what !== "delete" || (!isInGit && isLabelled);
}

function drawOfPresent(
  dice: Dice,
  {
    name,
    content,
    isLabelled,
  }: { readonly name: string; readonly content: number; readonly isLabelled: boolean },
): StoryEvent {
  const what = dice.pick(OF_SOURCES);
  switch (what) {
    case "content":
      return { what, name, content: drawContent(dice, content) };
    case "recreate":
      return { what, name, content: dice.chance(0.5) ? content : drawContent(dice, content) };
    case "label":
      return { what, name, isLabelled: !isLabelled };
    case "metadata":
    case "delete":
      return { what, name };
  }
}

/** Mostly one that was never there; now and then that of the start again. */
function drawContent(dice: Dice, present: number | undefined): number {
  const fresh = 1 + dice.int(1_000_000);
  return present !== 0 && dice.chance(0.3) ? 0 : fresh;
}

function drawOfWorkload(
  dice: Dice,
  { name, uses }: StoryWorkload,
  sources: readonly string[],
): StoryEvent | undefined {
  const what = dice.pick(OF_WORKLOADS);
  if (what !== "use") return { what, name };
  const source = sources[dice.int(sources.length)] ?? "";
  const less = uses.filter((use) => use.source !== source);
  return { what, name, uses: less.length < uses.length ? less : [...uses, drawUse(dice, source)] };
}
