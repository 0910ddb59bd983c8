import type { TreeEntry } from "../core/manifest/tree-entry.ts";

/** How one commit stands to another. `unknown`: history is too short to say. */
export type Relation = "same" | "ancestor" | "descendant" | "diverged" | "unknown";

/** What `kustomize build` printed, or why the user's kustomization does not build. */
export type BuiltKustomization =
  | { readonly kind: "built"; readonly text: string }
  | { readonly kind: "failed"; readonly message: string };

/** One branch of one repository, read only. Every method throws `SourceError`. */
export interface SourcePort {
  /** Asks the remote for the branch's tip and fetches it when it is new. The commit's id, 40 hex digits. */
  findTip(): Promise<string>;
  /** All entries of the commit's tree under the stack's path. A commit that was lost is fetched by its id. */
  readTree(commit: string): Promise<readonly TreeEntry[]>;
  /** A blob as UTF-8 text; throws `too-large` over 4 MiB. For a symlink: its target. */
  readText(blob: string): Promise<string>;
  readCommit(commit: string): Promise<{ readonly message: string; readonly author: string }>;
  /**
   * Runs `kustomize build` on a folder of that commit (its path from the repository's root), in an exported copy with an
   * empty environment. Without the program: `kustomize-missing`.
   */
  buildKustomization(request: {
    readonly commit: string;
    readonly root: string;
  }): Promise<BuiltKustomization>;
  /** How `commit` stands to `other`: `ancestor` = `commit` comes before `other`. */
  relate(commit: string, other: string): Promise<Relation>;
  /** Calls back when refs of a local folder change; remote repositories never call. Returns the stop function. */
  watch(onChange: () => void): () => void;
  close(): Promise<void>;
}
