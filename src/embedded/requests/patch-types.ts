import { unknownFormat } from "../refusals.ts";
import { StatusError } from "../status-error.ts";

/** @see https://kubernetes.io/docs/reference/using-api/api-concepts/#patch-and-apply */
export const JSON_PATCH = "application/json-patch+json";
export const MERGE_PATCH = "application/merge-patch+json";
export const STRATEGIC_PATCH = "application/strategic-merge-patch+json";
export const APPLY_PATCH = "application/apply-patch+yaml";

const FOR_ALL = [JSON_PATCH, MERGE_PATCH, APPLY_PATCH];

/** The media types of the patches that a kind takes. */
export function patchTypesOf({ isCustom }: { readonly isCustom: boolean }): readonly string[] {
  return isCustom ? FOR_ALL : [...FOR_ALL, STRATEGIC_PATCH];
}

/** A patch of a media type that its kind does not take: 415. */
export function wrongPatchType({ isCustom }: { readonly isCustom: boolean }): StatusError {
  if (isCustom) return unknownFormat(FOR_ALL);
  return new StatusError(415, {
    reason: "UnsupportedMediaType",
    message: "415: Unsupported Media Type",
    details: {},
  });
}
