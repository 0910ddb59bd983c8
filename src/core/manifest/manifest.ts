import type { JsonObject } from "../object/json.ts";
import type { ObjectId } from "../object/object-id.ts";

/** One file of a revision, as it is in the repository. */
export interface SourceFile {
  /** Path from the repository's root, `/` between folders. */
  readonly path: string;
  readonly text: string;
}

/** Where a manifest begins: line and column count from 1. */
export interface ManifestPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One desired object and where it came from. */
export interface Manifest {
  readonly id: ObjectId;
  readonly apiVersion: string;
  /** As written, minus what is stripped, with `metadata.namespace` filled in for namespaced kinds. */
  readonly body: JsonObject;
  readonly place: ManifestPlace;
}

/** Something that works but that the author would want to know. */
export interface Lint {
  readonly where: string;
  readonly what: string;
}

/** A file of the source in which no Kubernetes object is. */
export interface LeftOut {
  /** Its path; when it does not parse, with the line and column of the first fault. */
  readonly where: string;
  /** Why it does not parse; `null` when it does, or when it was not tried. */
  readonly fault: string | null;
}

/** Whether a kind lives in a namespace; `undefined` when nothing that was asked knows the kind. */
export type ScopeOf = (kind: {
  readonly group: string;
  readonly kind: string;
}) => "namespaced" | "cluster" | undefined;
