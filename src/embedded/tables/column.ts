import type { Json, JsonObject } from "../../core/object/json.ts";

/** One column of `kubectl get`. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /** 0 is always shown, 1 with `-o wide`. */
  readonly priority: number;
  /** The cell. `now` in epoch milliseconds, for ages. */
  readonly cell: (object: JsonObject, now: number) => Json;
}
