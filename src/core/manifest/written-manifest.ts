import type { JsonObject } from "../object/json.ts";
import type { ObjectId } from "../object/object-id.ts";
import type { Problem } from "../problem.ts";
import type { LeftOut, Lint, ManifestPlace } from "./manifest.ts";

/** One object of a file, before the rest of the revision is known. */
export interface WrittenManifest {
  /** Its namespace is the written one: empty when the manifest names none. */
  readonly id: ObjectId;
  readonly apiVersion: string;
  /** Without what is stripped. */
  readonly body: JsonObject;
  readonly place: ManifestPlace;
}

/** What one file says. Depends on nothing but its path and text. */
export interface FileContent {
  readonly manifests: readonly WrittenManifest[];
  readonly lints: readonly Lint[];
  readonly leftOut: readonly LeftOut[];
}

/** A file that may be used, or its problems. */
export type ParsedFile =
  | { readonly ok: true; readonly value: FileContent }
  | {
      readonly ok: false;
      readonly problems: readonly Problem[];
      /** What can be read of it all the same: to look for more problems, never to be applied. */
      readonly rest: readonly WrittenManifest[];
    };
