import type { LeftOut } from "../manifest/manifest.ts";
import type { LeftOutStatus } from "./status-document.ts";

/** Files named in a document; the count tells of the rest. */
const NAMED_MAX = 100;

/** The field of a document that says which files hold no Kubernetes object; no field when there are none. */
export function describeLeftOut(files: readonly LeftOut[]): { readonly leftOut?: LeftOutStatus } {
  if (files.length === 0) return {};
  return { leftOut: { count: files.length, files: files.slice(0, NAMED_MAX) } };
}
