import type { Schema } from "../schema/schema.ts";

/** What ownership has to know of a kind. Every `Resource` is one. */
export interface TrackedResource {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Of the whole object. */
  readonly schema: Schema;
  readonly isCustom: boolean;
  readonly subresources: readonly { readonly name: string }[];
  /**
   * All versions in which entries may be: those of a built-in kind that are served, those that a CRD names. When it is left
   * out, only `version` of a built-in kind, and any of a custom one.
   */
  readonly versions?: readonly string[];
  /** Where the number of replicas is, for a kind that can be scaled. */
  readonly scale?: { readonly specReplicas: readonly string[] } | undefined;
}
