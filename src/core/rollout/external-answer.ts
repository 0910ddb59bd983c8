import { type ObjectRef, objectKey } from "../object/object-id.ts";

/** Something outside the cluster, as an edge names it. */
export interface ExternalTarget {
  /** The Secret that describes it. */
  readonly ref: ObjectRef;
  /** What it is: `Kibana.kibana.k8s.elastic.co`. */
  readonly kind: string;
}

/** Why no version came from a target outside the cluster, with the words for it. Fixed texts: what was read or answered is never part of them. */
export const EXTERNAL_FAULTS = {
  "not-allowed": "its host is not in external.allow",
  "address-refused":
    "its name leads to a loopback or link-local address, or to the API server itself",
  "too-many": "the stack has more than 100 targets outside the cluster",
  "unknown-kind": "nobody knows how to ask its kind for a version",
  "bad-url": "the url in its Secret is no https:// address without credentials, query and fragment",
  "no-credentials": "its Secret lacks url, or username and password, or api-key",
  "bad-ca": "the ca.crt in its Secret is no PEM certificate",
  "not-resolved": "its name cannot be resolved",
  "not-connected": "it cannot be connected to",
  "tls-failed": "its certificate is not trusted, or TLS failed",
  "timed-out": "it did not answer in time",
  unauthorized: "it refuses the credentials of its Secret (401)",
  forbidden: "its credentials may not ask for the version (403)",
  redirected: "it redirects, which is not followed",
  "other-status": "it answered neither with success nor with a known refusal",
  "too-large": "its answer is larger than 64 KiB",
  "no-version": "its answer holds no version",
} as const;

export type ExternalFault = keyof typeof EXTERNAL_FAULTS;

/** What is known of a target outside the cluster, described by a Secret (`secretName`). */
export type ExternalAnswer =
  /** Nobody has asked it yet, or its Secret cannot be read. */
  | { readonly kind: "unpolled" }
  /** A version, or `serverless`. */
  | { readonly kind: "version"; readonly version: string }
  | { readonly kind: "unreachable"; readonly fault: ExternalFault };

/** An answer as a decision sees it. */
export interface ExternalReading {
  readonly answer: ExternalAnswer;
  /** Of the Secret that it was asked with; empty when it could not be read. */
  readonly secretVersion: string;
  /** `fresh`: young enough to open a gate. */
  readonly source: "fresh" | "cache";
}

/** Key of `Look.external`. One Secret may be named as more than one kind. */
export function externalKey({ ref, kind }: ExternalTarget): string {
  return `${objectKey(ref.id)}\n${kind}`;
}
