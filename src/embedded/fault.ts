import type { Json } from "../core/object/json.ts";

/** One thing that is wrong with an object, as the API server says it in a 422. */
export interface Fault {
  readonly kind:
    | "required"
    | "invalid"
    | "not-supported"
    | "forbidden"
    | "duplicate"
    | "too-long"
    | "too-many"
    | "type-invalid"
    | "not-found"
    | "immutable";
  /** Such as `spec.template.spec.containers[0].name`. */
  readonly field: string;
  readonly value?: Json;
  /** Empty when the kind says it all. */
  readonly detail: string;
  /** For `not-supported`. */
  readonly supported?: readonly string[];
}
