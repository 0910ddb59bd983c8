/** What is known of a target outside the cluster, described by a Secret (`secretName`). */
export type ExternalAnswer =
  /** Nobody has asked it yet, or it may not be asked. */
  | { readonly kind: "unpolled" }
  /** As it was answered; need not be a version. */
  | { readonly kind: "version"; readonly version: string }
  /** `detail` in words, without credentials. */
  | { readonly kind: "unreachable"; readonly detail: string };
