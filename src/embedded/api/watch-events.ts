import { type JsonObject, objectAt } from "../../core/object/json.ts";
import type { Change } from "../store/object-store.ts";

/** One line of a watch, before its object is brought into the form that the client asked for. */
export interface WatchEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";
  readonly object: JsonObject;
}

/** Which objects a watch is about. */
export interface Watched {
  /** Empty for all. */
  readonly namespace: string;
  readonly selects: (object: JsonObject) => boolean;
}

/**
 * What a change means for one watch; `undefined` for nothing. An object that leaves the selection is gone for this watch:
 * it is told as it was before, with the version of the change.
 */
export function eventOf(change: Change, { namespace, selects }: Watched): WatchEvent | undefined {
  if (namespace !== "" && change.place.namespace !== namespace) return undefined;
  const was = change.before !== undefined && selects(change.before);
  const is = change.kind !== "deleted" && selects(change.object);
  if (is) return { type: was ? "MODIFIED" : "ADDED", object: change.object };
  if (!was || change.before === undefined) return undefined;
  return { type: "DELETED", object: atVersion(change.before, change.revision) };
}

function atVersion(object: JsonObject, revision: number): JsonObject {
  const metadata = objectAt(object, "metadata");
  return { ...object, metadata: { ...metadata, resourceVersion: String(revision) } };
}
