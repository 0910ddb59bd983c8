import { differenceSets, type FieldSet, fieldSetOf } from "../../core/ownership/field-set.ts";

const OF_METADATA = [
  "name",
  "namespace",
  "creationTimestamp",
  "selfLink",
  "uid",
  "clusterName",
  "generation",
  "managedFields",
  "resourceVersion",
];

/** What an entry never holds: what the server sets itself, and who the object is. */
const NEVER_OWNED = fieldSetOf([
  ...["apiVersion", "kind", "metadata"].map((name) => [{ kind: "field" as const, name }]),
  ...OF_METADATA.map((name) => [
    { kind: "field" as const, name: "metadata" },
    { kind: "field" as const, name },
  ]),
]);

/** The set without paths that nobody owns. Below `metadata` the rest stays. */
export function withoutNeverOwned(set: FieldSet): FieldSet {
  return differenceSets(set, NEVER_OWNED);
}
