import type { JsonObject } from "../../core/object/json.ts";

/** What an Event says. */
export interface EventText {
  readonly type: "Normal" | "Warning";
  /** One word, such as `ScalingReplicaSet`. */
  readonly reason: string;
  readonly message: string;
}

/** One thing a controller wants done. `object` and `of` are whole objects, whose kind and name say where. */
export type Write =
  | { readonly kind: "create"; readonly object: JsonObject }
  /** A whole new object with the resourceVersion that was read: refused when somebody was faster. */
  | {
      readonly kind: "update";
      readonly object: JsonObject;
      readonly subresource: "" | "status" | "finalize";
    }
  /** A JSON merge patch. */
  | {
      readonly kind: "patch";
      readonly of: JsonObject;
      readonly patch: JsonObject;
      readonly subresource: "" | "status" | "scale";
    }
  /** `options` as in the body of a DELETE; the uid is added. */
  | { readonly kind: "delete"; readonly of: JsonObject; readonly options: JsonObject }
  | { readonly kind: "bind"; readonly pod: JsonObject; readonly node: string }
  | { readonly kind: "event"; readonly about: JsonObject; readonly event: EventText };
