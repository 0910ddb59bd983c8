import { type JsonObject, listAt } from "../../core/object/json.ts";
import { timeText } from "../time-text.ts";
import { conditionsOf, setCondition } from "./conditions.ts";

/** The objects of one kind that are still in a namespace. */
export interface Remaining {
  readonly group: string;
  readonly plural: string;
  readonly objects: readonly JsonObject[];
}

/** What a namespace that is being deleted says about what it still holds. */
export function contentConditions(
  namespace: JsonObject,
  remaining: readonly Remaining[],
  now: number,
): readonly JsonObject[] {
  return [
    FINE.discovery,
    FINE.versions,
    FINE.deletion,
    remaining.length === 0 ? FINE.content : someRemain(remaining),
    finalizerCondition(remaining),
  ].reduce<readonly JsonObject[]>(
    (sofar, { type, status, reason, message }) =>
      setCondition(sofar, {
        type,
        status,
        lastTransitionTime: timeText(now),
        reason,
        message,
      }),
    conditionsOf(namespace),
  );
}

interface Finding {
  readonly type: string;
  readonly status: "True" | "False";
  readonly reason: string;
  readonly message: string;
}

const FINE = {
  discovery: fine("NamespaceDeletionDiscoveryFailure", {
    reason: "ResourcesDiscovered",
    message: "All resources successfully discovered",
  }),
  versions: fine("NamespaceDeletionGroupVersionParsingFailure", {
    reason: "ParsedGroupVersions",
    message: "All legacy kube types successfully parsed",
  }),
  deletion: fine("NamespaceDeletionContentFailure", {
    reason: "ContentDeleted",
    message: "All content successfully deleted, may be waiting on finalization",
  }),
  content: fine("NamespaceContentRemaining", {
    reason: "ContentRemoved",
    message: "All content successfully removed",
  }),
  finalizers: fine("NamespaceFinalizersRemaining", {
    reason: "ContentHasNoFinalizers",
    message: "All content-preserving finalizers finished",
  }),
};

function fine(type: string, text: { readonly reason: string; readonly message: string }): Finding {
  return { type, status: "False", ...text };
}

function someRemain(remaining: readonly Remaining[]): Finding {
  const counts = remaining
    .map((each) => `${each.plural}.${each.group} has ${each.objects.length} resource instances`)
    .toSorted();
  return {
    type: "NamespaceContentRemaining",
    status: "True",
    reason: "SomeResourcesRemain",
    message: `Some resources are remaining: ${counts.join(", ")}`,
  };
}

function finalizerCondition(remaining: readonly Remaining[]): Finding {
  const counts = new Map<string, number>();
  for (const object of remaining.flatMap((each) => each.objects)) {
    for (const finalizer of listAt(object, "metadata", "finalizers")) {
      if (typeof finalizer === "string") counts.set(finalizer, (counts.get(finalizer) ?? 0) + 1);
    }
  }
  if (counts.size === 0) return FINE.finalizers;
  const texts = [...counts].map(([name, count]) => `${name} in ${count} resource instances`);
  return {
    type: "NamespaceFinalizersRemaining",
    status: "True",
    reason: "SomeFinalizersRemain",
    message: `Some content in the namespace has finalizers remaining: ${texts.toSorted().join(", ")}`,
  };
}
