import type * as fc from "fast-check";
import type { Json, JsonObject } from "../../src/core/object/json.ts";

/** What is written to objects of one kind in the histories. */
export interface KindContent {
  readonly title: string;
  /** Whole objects with the name `x`. */
  readonly content: fc.Arbitrary<JsonObject>;
  /** Identity and status; `undefined` for a kind without the subresource. */
  readonly status: fc.Arbitrary<JsonObject> | undefined;
  /** Places that JSON patches touch, whether there is something or not. */
  readonly pointers: readonly string[];
  /** No nulls: the real server breaks off when another operation goes below one. */
  readonly values: readonly Json[];
  readonly hasScale: boolean;
}
