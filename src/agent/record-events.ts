import { ClusterError } from "../core/cluster-error.ts";
import { groupBy } from "../core/graph/group-by.ts";
import { uidOf } from "../core/object/live-object.ts";
import { objectKey } from "../core/object/object-id.ts";
import type { ObjectPlan, Plan } from "../core/plan/plan.ts";
import type {
  DriftStatus,
  FightStatus,
  ObjectStatus,
  RestartStatus,
  StackStatus,
} from "../core/report/status-document.ts";
import { explainCause } from "../core/wording/explain-cause.ts";
import { explainEdit } from "../core/wording/explain-edit.ts";
import { explainFight } from "../core/wording/explain-fight.ts";
import { explainHeld } from "../core/wording/explain-held.ts";
import { explainRestart } from "../core/wording/explain-restart.ts";
import { explainSkip } from "../core/wording/explain-skip.ts";
import { type Naming, nameObjects } from "../core/wording/name-objects.ts";
import type { ClusterEvent } from "../ports/cluster-port.ts";
import type { Stack } from "./stack.ts";

/** Events of one pass; a pass with more news says the first ones, the status says all. */
const EVENTS_MAX = 200;

/** Paths named in one note. */
const PATHS_MAX = 5;

/**
 * Records as Kubernetes Events what people must know and did not know before this pass: held, stalled, refused, skipped, drift.
 * An event that cannot be written is not worth failing for: it is logged.
 */
export async function recordEvents(
  stack: Stack,
  plan: Plan,
  pass: { readonly previous: StackStatus; readonly drift: readonly DriftStatus[] },
): Promise<void> {
  const before = new Map(pass.previous.objects.map((each) => [each.id, each] as const));
  const drifts = groupBy(pass.drift, (each) => each.id);
  const fights = groupBy(findFought(stack.status, pass.previous), (each) => each.id);
  const restarts = findFreshRestarts(stack.status, pass.previous);
  logRestarts(stack, restarts);
  const name = nameObjects(stack.status);
  const news = stack.status.objects.flatMap((object) => {
    const { id } = object;
    const found = {
      drift: drifts.get(id) ?? [],
      fights: fights.get(id) ?? [],
      restarts: restarts.filter(({ consumers }) => consumers.includes(id)),
    };
    return newsOf({ object, before: before.get(id), ...found }, name);
  });
  if (news.length === 0) return;
  const objects = new Map<string, ObjectPlan>(
    plan.objects.map((each) => [objectKey(each.ref.id), each] as const),
  );
  const events = news.flatMap(({ id, ...event }) => {
    const planned = objects.get(id);
    return planned === undefined ? [] : [{ regarding: regardingOf(planned), ...event }];
  });
  await Promise.all(events.slice(0, EVENTS_MAX).map(async (event) => recordEvent(stack, event)));
}

/** What an event says, and of which object. */
type News = Omit<ClusterEvent, "regarding"> & { readonly id: string };

interface Seen {
  readonly object: ObjectStatus;
  readonly before: ObjectStatus | undefined;
  readonly drift: readonly DriftStatus[];
  readonly fights: readonly FightStatus[];
  /** Those of this very pass. */
  readonly restarts: readonly RestartStatus[];
}

/** Contested places that this pass took back: a pass that only waits for the next time is no news. */
function findFought(
  { fights }: StackStatus,
  previous: Pick<StackStatus, "fights">,
): readonly FightStatus[] {
  const counts = new Map(previous.fights.map(({ id, path, count }) => [`${id}\n${path}`, count]));
  return fights.filter(
    ({ id, path, count, contested }) => contested && counts.get(`${id}\n${path}`) !== count,
  );
}

function findFreshRestarts(
  { restarts = [] }: StackStatus,
  { restarts: earlier = [] }: StackStatus,
): readonly RestartStatus[] {
  return restarts.filter((each) => !earlier.includes(each));
}

function newsOf(seen: Seen, name: Naming): readonly News[] {
  const { id } = seen.object;
  const { drift } = seen;
  return [
    heldNews(seen, name),
    stallNews(seen),
    skipNews(seen),
    driftNews(drift),
    fightNews(seen),
    restartNews(seen),
    slowedNews(seen),
  ]
    .flat()
    .map((each) => ({ id, ...each }));
}

type Note = Omit<News, "id">;

/** The sentences of `status` without an age: an Event has a time of its own. */
function heldNews({ object, before }: Seen, name: Naming): readonly Note[] {
  const known = new Set(before?.blockers.map(({ to, reason }) => `${to} ${reason}`));
  const fresh = object.blockers.filter(({ to, reason }) => !known.has(`${to} ${reason}`));
  if (fresh.length === 0) return [];
  const notes = object.blockers.map((each) => `${explainHeld(each, name)} (${each.reason})`);
  return [{ type: "Normal", reason: "Held", note: notes.join("; ") }];
}

function stallNews({ object, before }: Seen): readonly Note[] {
  const { cause } = object;
  if (cause === undefined || before?.cause?.message === cause.message) return [];
  const reason = object.phase === "Stalled" ? "Stalled" : "Refused";
  return [{ type: "Warning", reason, note: explainCause(cause) }];
}

/** That nobody writes it has to be known to whoever looks at it; and that it is over. */
function skipNews({ object, before }: Seen): readonly Note[] {
  const [words, known] = [object.skip, before?.skip].map((skip) => skip && explainSkip(skip));
  if (words === known) return [];
  if (words !== undefined) return [{ type: "Warning", reason: "Skipped", note: words }];
  const note = "it is no longer skipped";
  return object.phase === "Skipped" ? [] : [{ type: "Normal", reason: "Resumed", note }];
}

/** Paths and managers only: values are for the report. */
function driftNews(drift: readonly DriftStatus[]): readonly Note[] {
  const own = drift.filter((each) => each.action === "reverted");
  if (own.length === 0) return [];
  const parts = own.slice(0, PATHS_MAX).map(explainEdit);
  const more = own.length > PATHS_MAX ? `; and ${own.length - PATHS_MAX} more` : "";
  const note = `${parts.join("; ")}${more}: reverted`;
  return [{ type: "Warning", reason: "DriftReverted", note }];
}

/** The count of the series says how often. */
function fightNews({ fights }: Seen): readonly Note[] {
  if (fights.length === 0) return [];
  const parts = fights.slice(0, PATHS_MAX).map(explainFight);
  const more = fights.length > PATHS_MAX ? `; and ${fights.length - PATHS_MAX} more` : "";
  const note = `${parts.join("; ")}${more}`;
  return [{ type: "Warning", reason: "Contested", note, isSeries: true }];
}

/** Why its pods are replaced. */
function restartNews({ restarts }: Seen): readonly Note[] {
  if (restarts.length === 0) return [];
  const sources = restarts.slice(0, PATHS_MAX).map(({ source }) => source);
  const more = restarts.length > PATHS_MAX ? ` and ${restarts.length - PATHS_MAX} more` : "";
  return [{ type: "Normal", reason: "Restarted", note: `${sources.join(", ")}${more} changed` }];
}

/** That a source never stops changing, when that begins. */
function slowedNews({ object, before }: Seen): readonly Note[] {
  const [told, known] = [object, before].map((each) =>
    each?.conditions.find(({ type }) => type === "RestartsSlowed"),
  );
  if (told === undefined || known !== undefined) return [];
  return [{ type: "Warning", reason: "RestartsSlowed", note: told.message }];
}

/** What the log tells of restarts, for those who look for a source. */
function logRestarts({ setup }: Stack, restarts: readonly RestartStatus[]): void {
  for (const restart of restarts) {
    const { consumers } = restart;
    setup.ports.log.info(explainRestart(restart), {
      stack: setup.config.name,
      consumers: consumers.join(", "),
    });
  }
}

async function recordEvent(stack: Stack, event: ClusterEvent): Promise<void> {
  const { cluster, log } = stack.setup.ports;
  try {
    await cluster.recordEvent(event);
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    log.debug("an event was not recorded", { code: error.code, reason: event.reason });
  }
}

function regardingOf({ ref, step, learned }: ObjectPlan): ClusterEvent["regarding"] {
  return { ...ref, uid: step?.live === undefined ? learned.uid : uidOf(step.live) };
}
