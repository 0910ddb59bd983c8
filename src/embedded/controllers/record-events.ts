import { type JsonObject, numberAt, textAt } from "../../core/object/json.ts";
import { idOf, resourceVersionOf, uidOf } from "../../core/object/live-object.ts";
import { EVENTS } from "../kinds/collections.ts";
import { StatusError } from "../status-error.ts";
import type { Place } from "../store/object-store.ts";
import { timeOf, timeText } from "../time-text.ts";
import { type Api, executeWrite, type ObjectWrite } from "./execute-write.ts";
import type { EventText } from "./write.ts";
import { definedOnly } from "./writes.ts";

/** Who tells an Event. */
interface EventSource {
  /** Such as `deployment-controller`. */
  readonly component: string;
  readonly userAgent: string;
}

export interface EventRecorder {
  /** Creates an Event, or counts up the one that says the same. Never refused: an Event that cannot be written is left out. */
  record(about: JsonObject, event: EventText, source: EventSource): void;
}

/** Events are kept for an hour, as in the real cluster, and this many of them. */
const KEPT_MS = 3_600_000;
const KEPT_MAX = 1_500;
/** Old ones are looked for each time this many were told. */
const SWEEP_EVERY = 50;

/** Makes and counts Events, and removes old ones. What it knows of counts is lost with the process. */
export function openEventRecorder(api: Api): EventRecorder {
  const known = new Map<string, Place>();
  let told = 0;
  return {
    record: (about, event, source) => {
      const key = [uidOf(about), source.component, event.type, event.reason, event.message];
      const place = known.get(key.join("\n"));
      const live = place === undefined ? undefined : api.world.store.get(place);
      const now = api.world.now();
      const object =
        live === undefined
          ? newEvent({ about, event, source }, { now, sequence: told })
          : { ...live, count: (numberAt(live, "count") ?? 1) + 1, lastTimestamp: timeText(now) };
      const write: ObjectWrite =
        live === undefined
          ? { kind: "create", object }
          : { kind: "update", object, subresource: "" };
      if (attempt(write, source.userAgent, api)) {
        known.set(key.join("\n"), { ...EVENTS, ...namesOf(object) });
      }
      told += 1;
      if (told % SWEEP_EVERY === 0) sweep(known, api);
    },
  };
}

interface Telling {
  readonly about: JsonObject;
  readonly event: EventText;
  readonly source: EventSource;
}

function newEvent(
  { about, event, source }: Telling,
  { now, sequence }: { readonly now: number; readonly sequence: number },
): JsonObject {
  const id = idOf(about);
  // The real recorder's suffix is the time in nanoseconds; the counter stands for what the clock cannot tell.
  const suffix = (BigInt(now) * 1_000_000n + BigInt(sequence % 1_000_000)).toString(16);
  return {
    apiVersion: "v1",
    kind: "Event",
    metadata: {
      name: `${id.name}.${suffix}`,
      namespace: id.namespace === "" ? "default" : id.namespace,
    },
    involvedObject: definedOnly({
      apiVersion: textAt(about, "apiVersion"),
      kind: id.kind,
      name: id.name,
      namespace: id.namespace === "" ? undefined : id.namespace,
      resourceVersion: resourceVersionOf(about),
      uid: uidOf(about),
    }),
    ...event,
    count: 1,
    firstTimestamp: timeText(now),
    lastTimestamp: timeText(now),
    source: { component: source.component },
    reportingComponent: source.component,
  };
}

/** Whether the write was carried out. A namespace that is being deleted takes no new Events. */
function attempt(write: ObjectWrite, userAgent: string, api: Api): boolean {
  try {
    executeWrite(write, userAgent, api);
    return true;
  } catch (error) {
    if (error instanceof StatusError) return false;
    throw error;
  }
}

function sweep(known: Map<string, Place>, api: Api): void {
  const events = api.world.store
    .list(EVENTS)
    .items.map((object) => ({ object, at: timeOf(lastTimeOf(object)) ?? 0 }))
    .toSorted((a, b) => a.at - b.at);
  const expiry = api.world.now() - KEPT_MS;
  const excess = events.length - KEPT_MAX;
  for (const [index, { object, at }] of events.entries()) {
    if (index >= excess && at >= expiry) break;
    attempt({ kind: "delete", of: object, options: {} }, "kube-apiserver", api);
  }
  for (const [key, place] of known) {
    if (api.world.store.get(place) === undefined) known.delete(key);
  }
}

function lastTimeOf(event: JsonObject): string | undefined {
  return (
    textAt(event, "lastTimestamp") ??
    textAt(event, "eventTime") ??
    textAt(event, "metadata", "creationTimestamp")
  );
}

function namesOf(object: JsonObject): Pick<Place, "namespace" | "name"> {
  const { namespace, name } = idOf(object);
  return { namespace, name };
}
