import type { JsonObject } from "../object/json.ts";
import type { ObjectId, ObjectKey } from "../object/object-id.ts";
import type { ContentKeys } from "./content-keys.ts";
import type { SourceReference } from "./source-reference.ts";

/** What one GET of a source said. */
export interface SourceReading {
  /** Made for this very decision; else by an earlier pass, and then only `absent` and `present` (without our label) are known. */
  readonly isFresh: boolean;
  readonly sighting:
    | { readonly kind: "present"; readonly object: JsonObject | undefined }
    | { readonly kind: "absent" }
    | { readonly kind: "unreadable"; readonly reason: string };
}

/** What is known of the Secrets and ConfigMaps that workloads of the stack use. */
export interface SourceView {
  /** `undefined`: nobody can tell contents apart now. */
  readonly keys: ContentKeys | undefined;
  /** Why not; empty while there are keys. */
  readonly reason: string;
  /** By key: those that are followed. */
  readonly followed: ReadonlyMap<ObjectKey, JsonObject>;
  /** By `listKey`: empty text for a list that is complete, else why it is not. */
  readonly lists: ReadonlyMap<string, string>;
  /** By key: what was read one by one. */
  readonly read: ReadonlyMap<ObjectKey, SourceReading>;
  /** How many more would have to be followed one by one than are. */
  readonly leftOut: number;
}

export function listKey({
  kind,
  namespace,
}: {
  readonly kind: string;
  readonly namespace: string;
}): string {
  return `${kind}/${namespace}`;
}

export function sourceId(
  { kind, name }: Pick<SourceReference, "kind" | "name">,
  namespace: string,
): ObjectId {
  return { group: "", kind, namespace, name };
}
