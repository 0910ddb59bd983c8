/** One entry of a Git tree. */
export interface TreeEntry {
  /** Path from the repository's root. */
  readonly path: string;
  readonly kind: "file" | "symlink" | "submodule";
  /** The blob's (or, for a submodule, the commit's) object id. */
  readonly oid: string;
}
