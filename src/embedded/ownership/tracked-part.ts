import { EMPTY_SET, type FieldSet, fieldSetOf } from "../../core/ownership/field-set.ts";
import { excludePaths } from "./exclude-paths.ts";
import { fieldPathOf } from "./field-path-of.ts";
import type { TrackedResource } from "./tracked-resource.ts";

/** Which endpoint of a kind a request came through. */
export interface Endpoint {
  readonly resource: TrackedResource;
  /** Empty for the object itself. */
  readonly subresource: string;
}

const STATUS = fieldSetOf([fieldPathOf("status")]);
const SPEC = fieldSetOf([fieldPathOf("spec")]);

/** What some kinds besides `spec` do not take from a write through their status. By group and kind. */
const OF_STATUS: ReadonlyMap<string, FieldSet> = new Map([
  ["apps/Deployment", fieldSetOf([fieldPathOf("spec"), fieldPathOf("metadata", "labels")])],
  [
    "/Pod",
    fieldSetOf([
      fieldPathOf("spec"),
      fieldPathOf("metadata", "deletionTimestamp"),
      fieldPathOf("metadata", "ownerReferences"),
    ]),
  ],
  ["storage.k8s.io/VolumeAttachment", fieldSetOf([fieldPathOf("spec"), fieldPathOf("metadata")])],
]);

/**
 * The members of a set that can be owned through this endpoint: the status only through its subresource, where the kind
 * has one, and the spec only through the object itself.
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management
 */
export function trackedPart(set: FieldSet, endpoint: Endpoint): FieldSet {
  return excludePaths(set, resetPaths(endpoint));
}

function resetPaths({ resource, subresource }: Endpoint): FieldSet {
  if (subresource === "status") {
    return OF_STATUS.get(`${resource.group}/${resource.kind}`) ?? SPEC;
  }
  const hasStatus = resource.subresources.some(({ name }) => name === "status");
  return hasStatus && subresource === "" ? STATUS : EMPTY_SET;
}
