/** A Secret or ConfigMap, as the story has it now. */
export interface StorySource {
  readonly kind: "Secret" | "ConfigMap";
  readonly name: string;
  readonly isInGit: boolean;
  /** Equal numbers are equal contents; `undefined`: it is not there. */
  readonly content: number | undefined;
  /** It asks the agent for restarts. */
  readonly isLabelled: boolean;
  /** How often its metadata was edited. */
  readonly note: number;
}

export interface StoryUse {
  readonly source: string;
  readonly isOptional: boolean;
}

/** A workload of Git, as the story has it now. */
export interface StoryWorkload {
  readonly kind: "Deployment" | "StatefulSet" | "DaemonSet";
  readonly name: string;
  /** What its annotation says of restarts. */
  readonly choice: "on" | "off" | undefined;
  readonly uses: readonly StoryUse[];
  /** Of its image: part of the pod template. */
  readonly tag: number;
  /** An annotation of the workload: no part of the pod template. */
  readonly note: number;
}

/** What the test wrote so far, by name. */
export interface StoryState {
  readonly sources: ReadonlyMap<string, StorySource>;
  readonly workloads: ReadonlyMap<string, StoryWorkload>;
}

/** One thing that somebody does; `name` is a source's or a workload's. */
export type StoryEvent =
  | { readonly what: "content" | "recreate"; readonly name: string; readonly content: number }
  | { readonly what: "metadata" | "delete"; readonly name: string }
  | { readonly what: "label"; readonly name: string; readonly isLabelled: boolean }
  /** Git changes the pod template, or the workload alone. */
  | { readonly what: "image" | "annotate"; readonly name: string }
  /** Git changes what the pods use. */
  | { readonly what: "use"; readonly name: string; readonly uses: readonly StoryUse[] }
  /** A source of Git is changed by hand, and taken back. */
  | { readonly what: "drift"; readonly name: string }
  /** `kubectl rollout restart`, a workload that somebody deletes, and one whose list of owners is emptied. */
  | { readonly what: "roll" | "lose" | "reset"; readonly name: string };

/** What happens to the agent and its keys before the events of a burst. */
export type AgentAct =
  | "nothing"
  /** No agent runs until the events are over, then another process begins. */
  | "restart"
  /** A newer key is added; the older ones go; the whole ring is lost. */
  | "rotate"
  | "forget"
  | "lose-keys";

/** Events without a pass between them; a quiet point follows. */
export interface Burst {
  readonly act: AgentAct;
  readonly events: readonly StoryEvent[];
}

export interface Story {
  readonly start: StoryState;
  readonly bursts: readonly Burst[];
  readonly isWatchingAll: boolean;
  /** The agent's loop runs while things happen; else its passes come after them. */
  readonly isRunning: boolean;
  readonly rollAtOnce: number;
}

/** The state after an event. */
export function changeState(state: StoryState, event: StoryEvent): StoryState {
  const source = state.sources.get(event.name);
  if (source !== undefined) {
    return { ...state, sources: new Map([...state.sources, [source.name, after(source, event)]]) };
  }
  const workload = state.workloads.get(event.name);
  if (workload === undefined) throw new Error(`nothing is named ${event.name}`);
  const changed = changeWorkload(workload, event);
  return { ...state, workloads: new Map([...state.workloads, [workload.name, changed]]) };
}

function after(source: StorySource, event: StoryEvent): StorySource {
  if ("content" in event) return { ...source, content: event.content };
  if ("isLabelled" in event) return { ...source, isLabelled: event.isLabelled };
  if (event.what === "delete") return { ...source, content: undefined };
  if (event.what === "drift") return source;
  return { ...source, note: source.note + 1 };
}

function changeWorkload(workload: StoryWorkload, event: StoryEvent): StoryWorkload {
  if (event.what === "image") return { ...workload, tag: workload.tag + 1 };
  if (event.what === "annotate") return { ...workload, note: workload.note + 1 };
  return event.what === "use" ? { ...workload, uses: event.uses } : workload;
}

/** Whether the event is a commit. */
export function isOfGit({ sources }: StoryState, { what, name }: StoryEvent): boolean {
  const source = sources.get(name);
  if (source !== undefined) return source.isInGit && what !== "drift";
  return what === "image" || what === "annotate" || what === "use";
}

/** An event as one line for people: `content s17-b 4`. */
export function briefEvent(event: StoryEvent): string {
  const { what, name } = event;
  if ("content" in event) return `${what} ${name} ${event.content}`;
  if ("isLabelled" in event) return `${what} ${name} ${event.isLabelled ? "on" : "off"}`;
  if (!("uses" in event)) return `${what} ${name}`;
  const uses = event.uses.map(({ source, isOptional }) => `${source}${isOptional ? "?" : ""}`);
  return `${what} ${name} [${uses.join(" ")}]`;
}
