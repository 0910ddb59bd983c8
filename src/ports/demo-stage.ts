import type { JsonObject } from "../core/object/json.ts";

/** What the demo needs of the world besides what every command has. */
export interface DemoStage {
  /** A folder of its own; it is removed when the process ends. */
  readonly folder: string;
  /** Makes the example's repository from the manifests that come with the program. */
  readonly makeRepository: (at: {
    readonly repository: string;
    readonly branch: string;
  }) => Promise<unknown>;
  /** Edits files of a repository and commits them, as a person does. */
  readonly commitEdit: (edit: {
    readonly repository: string;
    readonly message: string;
    readonly edit: (path: string, text: string) => string;
  }) => Promise<{ readonly commit: string; readonly changes: readonly EditedFile[] }>;
  /** Writes to the cluster as somebody who is not the agent. @throws {ClusterError} */
  readonly patchAs: (write: ForeignPatch) => Promise<void>;
}

/** A change of a live object by somebody who is not the agent. */
export interface ForeignPatch {
  readonly kubeconfig: string;
  /** Field manager: who the object will say it was. */
  readonly manager: string;
  readonly target: {
    readonly group: string;
    readonly version: string;
    readonly plural: string;
    readonly namespace: string;
    readonly name: string;
  };
  /** A strategic merge patch, as `kubectl edit` sends it. */
  readonly patch: JsonObject;
}

/** A file before and after a commit. */
export interface EditedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}
