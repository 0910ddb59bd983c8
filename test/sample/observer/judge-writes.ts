import { type History, hasHiddenPods, isSettled } from "./history.ts";
import type { AgentRequest } from "./read-requests.ts";
import type { Sight } from "./sight.ts";

/** All that the observer judges by. */
export interface Evidence {
  readonly history: History;
  readonly requests: readonly AgentRequest[];
  /** Revisions that the story's other people made. */
  readonly foreign: ReadonlySet<number>;
  /** What Git said at each commit: names of the lockstep targets, by name. */
  readonly commits: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
}

/** A write of the agent that changed a version. */
interface Write {
  readonly before: Sight | undefined;
  readonly after: Sight;
  readonly request: AgentRequest;
}

/** What was found, and in how many writes that had a target or a dependent to look at. */
export interface Judgement {
  readonly faults: readonly string[];
  readonly judged: number;
}

/**
 * Judges each write of the agent that raised or lowered a version.
 *
 * **Order.** All is ordered by the resourceVersions of one store, in which a write and everything around it has its exact
 * place. Which write is the agent's says the audit log: the one whose guard is the revision that it replaced. A version that
 * changed and that neither the agent nor the story's people wrote is a fault of the observer, and told as one.
 *
 * **Races.** No API can tell of several objects at one moment, so somebody else may change a target between the agent's last
 * read of it and the agent's write. The agent is judged by the best that it could have read: by every state from the last one
 * that the observer had been told of before the server received that read, to the last one before the write. What the agent
 * itself wrote to the object in between is no surprise to it. Pods of an old version never come back by themselves, so for
 * whoever goes with the rollouts the best of these states is the last one: it is excused only where a person interfered.
 */
export function judgeWrites(evidence: Evidence): Judgement {
  const { history } = evidence;
  const faults: string[] = [];
  let judged = 0;
  for (const name of history.names()) {
    const sights = history.sightsOf(name);
    for (const [index, after] of sights.entries()) {
      const before = sights[index - 1];
      if (after.isGone || before?.version === after.version) continue;
      const request = findRequest(evidence.requests, before, after);
      if (request === undefined) {
        if (!evidence.foreign.has(after.revision)) faults.push(`${told(after)}: nobody wrote it`);
        continue;
      }
      const found = judgeWrite({ before, after, request }, evidence);
      judged += found.length > 0 ? 1 : 0;
      const wrong = found.filter((fault) => fault !== undefined);
      faults.push(...wrong.map((fault) => `${told(after)}: ${fault}`));
    }
  }
  return { faults, judged };
}

function findRequest(
  requests: readonly AgentRequest[],
  before: Sight | undefined,
  after: Sight,
): AgentRequest | undefined {
  const guard = before === undefined ? "" : String(before.revision);
  return requests.findLast(
    (each) =>
      !each.isRead &&
      each.name === after.name &&
      each.guard === guard &&
      each.receivedAt <= after.arrivedAt,
  );
}

/** What is wrong about one edge of a write; `undefined` when nothing is. */
type Finding = string | undefined;

function judgeWrite(write: Write, evidence: Evidence): readonly Finding[] {
  const { name, version } = write.after;
  const own = statesOf(name, write, evidence);
  const ceil = Math.max(...own.map(({ highest }) => highest));
  const floor = Math.min(...own.map(({ lowest }) => lowest));
  if (version > ceil) return judgeRise(write, evidence);
  return version < floor ? judgeFall(write, evidence) : [];
}

/** The dependent goes up: each target must run at least that version everywhere, and have seen what was asked of it. */
function judgeRise(write: Write, evidence: Evidence): readonly Finding[] {
  const { after } = write;
  return after.targets.map((target) => {
    const states = statesOf(target, write, evidence);
    const floor = Math.max(...states.map(({ lowest }) => lowest));
    if (floor < after.version) return `rises above ${target}, which runs ${floor}`;
    const isSeen = states.some(({ object }) => object !== undefined && isSettled(object));
    return isSeen || !mustSettle(target, write, evidence)
      ? undefined
      : `goes before ${target} has seen what was asked of it`;
  });
}

/**
 * A target that was given the same commit, and that nobody else touched since. Of kinds whose pods can be seen, the pods
 * tell.
 */
function mustSettle(
  target: string,
  { before, after }: Write,
  { history, foreign }: Evidence,
): boolean {
  const isPending = before?.commit !== after.commit;
  const since = history
    .sightsOf(target)
    .filter((each) => each.commit === after.commit && each.revision < after.revision);
  const isLeftAlone = since.every(({ revision }) => !foreign.has(revision));
  return isPending && isLeftAlone && since.length > 0 && since.every(hasHiddenPods);
}

/** The target goes down: no dependent may run more, by its own word or by Git's. */
function judgeFall(write: Write, evidence: Evidence): readonly Finding[] {
  const { after } = write;
  const git = evidence.commits.get(after.commit);
  return evidence.history.names().flatMap((name) => {
    const states = statesOf(name, write, evidence);
    const isDependent = states.every(
      ({ object }) =>
        object?.targets.includes(after.name) === true ||
        git?.get(name)?.includes(after.name) === true,
    );
    if (!isDependent) return [];
    const ceil = Math.min(...states.map(({ highest }) => highest));
    return [ceil > after.version ? `falls below ${name}, which runs ${ceil}` : undefined];
  });
}

interface State {
  readonly object: Sight | undefined;
  readonly lowest: number;
  readonly highest: number;
}

/** Every state of an object by which the agent may have decided a write. */
function statesOf(name: string, { after, request }: Write, evidence: Evidence): readonly State[] {
  const { history, requests } = evidence;
  const last = after.revision - 1;
  const readAt = requests.findLast(
    (each) => each.isRead && each.name === name && each.receivedAt <= request.receivedAt,
  )?.receivedAt;
  const changes = history.changesOf(name).filter(({ revision }) => revision <= last);
  const known = changes.findLast(({ arrivedAt }) => arrivedAt < (readAt ?? 0))?.revision ?? 0;
  const written = history
    .sightsOf(name)
    .findLast((each) => each.revision <= last && isOwn(each, evidence))?.revision;
  const from = Math.max(known, written ?? 0);
  return history.momentsOf(name, from, last).map((revision) => {
    const object = history.at(name, revision);
    return { object, ...history.runningAt(name, revision) };
  });
}

function isOwn(sight: Sight, { history, requests }: Evidence): boolean {
  const before = history.sightsOf(sight.name).findLast((each) => each.revision < sight.revision);
  return before?.version !== sight.version && findRequest(requests, before, sight) !== undefined;
}

function told({ name, kind, version, revision }: Sight): string {
  return `${kind} ${name} to 9.${version}.0 at ${revision}`;
}
