import { type Json, valueAt } from "../object/json.ts";
import { workloadFamilyOfKind } from "../rollout/kind-family.ts";
import { type EntryFault, type EntryPlace, findKindFaults } from "./find-kind-faults.ts";

/** What is wrong with entries of a stack's `health` that are right each by itself. */
export function findHealthFaults(stack: Json, index: number): readonly EntryFault[] {
  return findKindFaults(stack, index, "health").flatMap(({ kind, place, entry, faults }) => [
    ...faults,
    ...findEntryFaults(entry, kind, place),
  ]);
}

function findEntryFaults(
  entry: Json,
  kind: string,
  { path, name }: EntryPlace,
): readonly EntryFault[] {
  const isSaid = ["ready", "failed", "version"].some((key) => valueAt(entry, key) !== undefined);
  if (!isSaid) {
    return [{ path, what: `${name} says nothing`, expected: "ready, failed or version" }];
  }
  const hasVersion = valueAt(entry, "version") !== undefined;
  const isIdle = hasVersion && workloadFamilyOfKind(kind) !== undefined;
  if (!isIdle) return [];
  return [
    {
      path: [...path, "version"],
      what: `${name}.version has no effect: the version of this kind is that of its pod template`,
      expected: "no such key",
    },
  ];
}
