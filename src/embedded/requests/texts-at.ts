import { type Json, listAt, type Step } from "../../core/object/json.ts";

/** The texts of the list at `steps`; what is no text is left out. */
export function textsAt(value: Json | undefined, ...steps: readonly Step[]): readonly string[] {
  return listAt(value, ...steps).filter((each) => typeof each === "string");
}
