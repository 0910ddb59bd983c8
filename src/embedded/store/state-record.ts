import type { Json, JsonObject } from "../../core/object/json.ts";
import type { Place } from "./object-store.ts";
import { encodeStateLine } from "./state-line.ts";

/** Says in the first line of a state file whose file it is. */
export const STATE_FORMAT = "lockstep-embedded-state";

/** Of the format of the state file. A change that older programs cannot read raises it. */
export const STATE_VERSION = 1;

/** The first line of a state file: the state at `revision` follows in as many lines as it has objects, then the changes. */
export function stateHeader(state: { revision: number; objects: number }): Buffer {
  return encodeStateLine({ format: STATE_FORMAT, version: STATE_VERSION, ...state });
}

/** An object of the state that follows the first line. */
export function stateObject(place: Place, object: JsonObject): Buffer {
  return encodeStateLine({ place: placeRecord(place), object });
}

/** A change; a removal when `object` is `undefined`. */
export function stateChange(
  revision: number,
  place: Place,
  object: JsonObject | undefined,
): Buffer {
  const written = { revision, place: placeRecord(place) };
  return encodeStateLine(object === undefined ? written : { ...written, object });
}

function placeRecord({ group, plural, namespace, name }: Place): Json {
  return [group, plural, namespace, name];
}
