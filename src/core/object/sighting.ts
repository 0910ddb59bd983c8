import type { JsonObject } from "./json.ts";

/** What a look at one object gave. `unreadable` is never `absent`: it forbids a decision. */
export type Sighting =
  | { readonly kind: "present"; readonly object: JsonObject }
  | { readonly kind: "absent" }
  | { readonly kind: "not-served" }
  | { readonly kind: "unreadable"; readonly reason: string };
