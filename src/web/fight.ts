import { type Json, listAt, numberAt, textAt, valueAt } from "../core/object/json.ts";

/** Somebody takes a path again after each revert. */
export interface Fight {
  readonly id: string;
  readonly path: string;
  readonly managers: readonly string[];
  /** `undefined`: not told. */
  readonly count: number | undefined;
  /** RFC 3339; empty when not told. */
  readonly first: string;
  readonly last: string;
  readonly contested: boolean;
}

/** Reads a fight of a status document, leniently: what is missing is empty. */
export function readFight(json: Json): Fight {
  return {
    id: textAt(json, "id") ?? "",
    path: textAt(json, "path") ?? "",
    managers: listAt(json, "managers").flatMap((each) => (typeof each === "string" ? [each] : [])),
    count: numberAt(json, "count"),
    first: textAt(json, "first") ?? "",
    last: textAt(json, "last") ?? "",
    contested: valueAt(json, "contested") === true,
  };
}
