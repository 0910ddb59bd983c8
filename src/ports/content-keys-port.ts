import type { JsonObject } from "../core/object/json.ts";
import type { ContentKeys } from "../core/restart/content-keys.ts";

/** Keyed digests, with keys that lie in a Secret of the agent's namespace. */
export interface ContentKeysPort {
  /** The keys of such a Secret; `undefined`: it holds none that can be used. */
  open(secret: JsonObject): ContentKeys | undefined;
  /** The `data` of a new one: a single new key. */
  make(): JsonObject;
}
