import type { JsonObject } from "../object/json.ts";
import type { FieldSet } from "./field-set.ts";

/** One entry of `metadata.managedFields`. */
export interface ManagerEntry {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  /** Empty for the main resource. */
  readonly subresource: string;
  readonly apiVersion: string;
  /** RFC 3339 with whole seconds, as the server wrote it; `undefined` when it has none. */
  readonly time: string | undefined;
  readonly fields: FieldSet;
  /** The entry as read: what stays is sent back exactly so. */
  readonly raw: JsonObject;
}
