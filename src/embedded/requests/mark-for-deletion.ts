import {
  isJsonObject,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  textAt,
  textsAt,
} from "../../core/object/json.ts";
import { isTerminating } from "../../core/object/live-object.ts";
import type { Resource } from "../kinds/resource.ts";
import { groupKind } from "../refusals.ts";
import { timeText } from "../time-text.ts";
import type { DeleteOptions, Propagation } from "./delete-options.ts";
import { defaultPropagation, graceOf } from "./deletion-rules.ts";

/** How an object is to be marked. */
interface Marking {
  readonly resource: Resource;
  readonly options: DeleteOptions;
  /** Epoch milliseconds. */
  readonly now: number;
}

const FINALIZERS: Readonly<Record<Propagation, readonly string[]>> = {
  Orphan: ["orphan"],
  Foreground: ["foregroundDeletion"],
  Background: [],
};
const CRD = "CustomResourceDefinition.apiextensions.k8s.io";
export const CRD_CLEANUP = "customresourcecleanup.apiextensions.k8s.io";

/** An object with its finalizers and the time of its end; the live one itself when nothing about them changes. */
export function markForDeletion(live: JsonObject, marking: Marking): JsonObject {
  switch (groupKind(marking.resource)) {
    case "Namespace":
      return markNamespace(live, marking);
    case CRD:
      return isTerminating(live) ? markFinalizers(live, marking) : markDefinition(live, marking);
    default:
      return markObject(live, marking);
  }
}

/** Whether an object waits for nothing any more. */
export function mayGo(object: JsonObject): boolean {
  return (
    listAt(object, "metadata", "finalizers").length === 0 &&
    listAt(object, "spec", "finalizers").length === 0 &&
    (numberAt(object, "metadata", "deletionGracePeriodSeconds") ?? 0) === 0
  );
}

function markObject(live: JsonObject, marking: Marking): JsonObject {
  const { resource, options, now } = marking;
  const held = markFinalizers(live, marking);
  if (isTerminating(live)) return shortenGrace(held, marking);
  const grace = graceOf({ object: live, resource }, options.graceSeconds);
  const end = { deletionTimestamp: timeText(now + grace * 1_000) };
  const generation = numberAt(held, "metadata", "generation") ?? 0;
  const next = generation > 0 ? { generation: generation + 1 } : {};
  return withMetadata(held, { ...end, ...next, deletionGracePeriodSeconds: grace });
}

/** A deletion that was asked for already can only be made earlier. The shorter time runs from when it was first asked for. */
function shortenGrace(object: JsonObject, { options, now }: Marking): JsonObject {
  const was = numberAt(object, "metadata", "deletionGracePeriodSeconds") ?? 0;
  const asked = options.graceSeconds ?? was;
  const grace = asked < 0 ? 1 : asked;
  if (grace >= was) return object;
  const end = textAt(object, "metadata", "deletionTimestamp") ?? "";
  const nextEndMs = Date.parse(end) + (grace - was) * 1_000;
  const isOver = nextEndMs < now;
  return withMetadata(object, {
    deletionTimestamp: timeText(isOver ? now : nextEndMs),
    deletionGracePeriodSeconds: isOver ? Math.min(grace, 1) : grace,
  });
}

/** A namespace goes when it is empty, which its own finalizer waits for. */
function markNamespace(live: JsonObject, marking: Marking): JsonObject {
  const held = markFinalizers(live, marking);
  if (isTerminating(live)) return held;
  const marked = withMetadata(held, { deletionTimestamp: timeText(marking.now) });
  return { ...marked, status: { ...objectAt(marked, "status"), phase: "Terminating" } };
}

/** A CRD goes when its custom resources are gone. */
function markDefinition(live: JsonObject, { now }: Marking): JsonObject {
  const finalizers = textsAt(live, "metadata", "finalizers");
  const condition: JsonObject = {
    type: "Terminating",
    status: "True",
    lastTransitionTime: timeText(now),
    reason: "InstanceDeletionPending",
    message:
      "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon",
  };
  const others = listAt(live, "status", "conditions")
    .filter(isJsonObject)
    .filter((each) => each["type"] !== "Terminating");
  const marked = withMetadata(live, {
    deletionTimestamp: timeText(now),
    finalizers: finalizers.includes(CRD_CLEANUP) ? finalizers : [...finalizers, CRD_CLEANUP],
  });
  return {
    ...marked,
    status: { ...objectAt(live, "status"), conditions: [...others, condition] },
  };
}

/** The finalizers that the garbage collector works off are those of the way that was asked for. */
function markFinalizers(live: JsonObject, { resource, options }: Marking): JsonObject {
  const propagation = options.propagation ?? defaultPropagation(resource);
  const held = textsAt(live, "metadata", "finalizers");
  const others = held.filter((each) => each !== "orphan" && each !== "foregroundDeletion");
  const next = [...others, ...FINALIZERS[propagation]];
  if (next.join() === held.join()) return live;
  const { finalizers: _, ...metadata } = objectAt(live, "metadata") ?? {};
  return { ...live, metadata: next.length === 0 ? metadata : { ...metadata, finalizers: next } };
}

function withMetadata(object: JsonObject, more: JsonObject): JsonObject {
  return { ...object, metadata: { ...objectAt(object, "metadata"), ...more } };
}
