import { isJsonEqual, type Json, type JsonObject, listAt, objectAt } from "../../core/object/json.ts";
import type { Fault, Resource } from "../kinds/resource.ts";
import {
  commonFaults,
  finalizerFaults,
  nameFaults,
  shortFinalizerFaults,
} from "./check-metadata.ts";
import { nameRuleOf, pathSegment } from "./name-rule.ts";
import { quotedText } from "./invalid-object.ts";

/** What nobody may change once it is set. */
const IMMUTABLE = ["name", "namespace", "uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds"];

/**
 * What is wrong with the metadata of an object that replaces another. The server looks at it three or four times, once for
 * all kinds and again for each kind, and so lists a fault as often.
 */
export function checkMetadataUpdate(
  next: JsonObject,
  live: JsonObject,
  resource: Resource,
): readonly Fault[] {
  const metadata = objectAt(next, "metadata") ?? {};
  const was = objectAt(live, "metadata") ?? {};
  const changes = [...changeFaults(metadata, was), ...commonFaults(metadata)];
  const forAll = [
    ...nameFaults(metadata, pathSegment),
    ...commonFaults(metadata),
    ...finalizerFaults(metadata),
    ...changes,
    ...changes,
  ];
  if (resource.isCustom) return forAll;
  const short = shortFinalizerFaults(metadata);
  return [
    ...forAll,
    ...short,
    ...nameFaults(metadata, nameRuleOf(resource)),
    ...commonFaults(metadata),
    ...finalizerFaults(metadata),
    ...short,
  ];
}

function changeFaults(metadata: JsonObject, was: JsonObject): readonly Fault[] {
  return [
    ...newFinalizerFaults(metadata, was),
    ...IMMUTABLE.flatMap((field): readonly Fault[] => {
      const value: Json | undefined = metadata[field];
      if (isJsonEqual(value, was[field])) return [];
      return [
        {
          kind: "immutable",
          field: `metadata.${field}`,
          value: value ?? null,
          detail: "field is immutable",
        },
      ];
    }),
  ];
}

/** Nothing more may be asked to hold an object that is going away. */
function newFinalizerFaults(metadata: JsonObject, was: JsonObject): readonly Fault[] {
  if (was["deletionTimestamp"] === undefined) return [];
  const held = listAt(was, "finalizers");
  const added = listAt(metadata, "finalizers").filter((each) => !held.includes(each));
  if (added.length === 0) return [];
  const names = added.map((each) => quotedText(String(each))).join(", ");
  return [
    {
      kind: "forbidden",
      field: "metadata.finalizers",
      detail: `no new finalizers can be added if the object is being deleted, found new finalizers []string{${names}}`,
    },
  ];
}
