import type { LeftPlaces } from "../drift/list-fights.ts";
import { objectKey } from "../object/object-id.ts";
import type { Plan } from "./plan.ts";

/** What a pass found fought for and not taken back any more, by object key. Of an orphan that is all of it. */
export function findLeftFights({ objects, orphans }: Plan): ReadonlyMap<string, LeftPlaces> {
  return new Map([
    ...objects.map(({ ref, left }) => [objectKey(ref.id), left] as const),
    ...orphans.map(({ ref }) => [objectKey(ref.id), DROPPED] as const),
  ]);
}

const DROPPED: LeftPlaces = new Map([["", "Git no longer has it"]]);
