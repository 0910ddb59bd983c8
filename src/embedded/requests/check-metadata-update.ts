import {
  isJsonEqual,
  type Json,
  type JsonObject,
  objectAt,
  textsAt,
} from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { pathSegment } from "../kinds/name-syntax.ts";
import type { Resource } from "../kinds/resource.ts";
import { quotedText } from "../quoted-text.ts";
import {
  checkMetadata,
  commonFaults,
  finalizerFaults,
  nameFaults,
  shortFinalizerFaults,
} from "./check-metadata.ts";
import { metadataChecksOf } from "./metadata-checks.ts";
import type { ObjectCall } from "./object-call.ts";

/** What nobody may change once it is set. */
const IMMUTABLE = [
  "name",
  "namespace",
  "uid",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
];

/**
 * What is wrong with the metadata of an object that replaces another. The server looks at it several times, for all kinds and
 * again for each kind, and lists a fault as often.
 */
export function checkMetadataUpdate(
  next: JsonObject,
  live: JsonObject,
  call: ObjectCall,
): readonly Fault[] {
  const { resource } = call;
  const metadata = objectAt(next, "metadata") ?? {};
  const changes = [
    ...changeFaults(metadata, objectAt(live, "metadata") ?? {}),
    ...commonFaults(metadata),
  ];
  const forAll = [
    ...nameFaults(metadata, pathSegment),
    ...commonFaults(metadata),
    ...finalizerFaults(metadata),
    ...changes,
  ];
  if (forAll.length === 0 && (resource.isCustom || isFine(next, resource))) return [];
  const short = shortFinalizerFaults(metadata, resource);
  const { asUpdate, asNew } = metadataChecksOf(call);
  const newFaults = checkMetadata(next, resource);
  return [
    ...forAll,
    ...Array.from({ length: asUpdate }, () => [...changes, ...short]).flat(),
    ...Array.from({ length: asNew }, () => newFaults).flat(),
  ];
}

function isFine(object: JsonObject, resource: Resource): boolean {
  return checkMetadata(object, resource).length === 0;
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
  const held = textsAt(was, "finalizers");
  const added = textsAt(metadata, "finalizers").filter((each) => !held.includes(each));
  if (added.length === 0) return [];
  const names = added.map((each) => quotedText(each)).join(", ");
  return [
    {
      kind: "forbidden",
      field: "metadata.finalizers",
      detail: `no new finalizers can be added if the object is being deleted, found new finalizers []string{${names}}`,
    },
  ];
}
