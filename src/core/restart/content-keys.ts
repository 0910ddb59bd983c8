import type { JsonObject } from "../object/json.ts";

/**
 * Keyed digests of what Secrets and ConfigMaps hold. A digest names its key (`k1.9f86…`), so that a new key changes nothing by
 * itself; without the key nobody can guess a content from it.
 */
export interface ContentKeys {
  /** The digest of an object's content under the newest key. */
  digest(source: JsonObject): string;
  /** Whether a digest is that of the object's content; `undefined`: nobody has its key any more. */
  isSame(source: JsonObject, digest: string): boolean | undefined;
}
