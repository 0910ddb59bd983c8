import type { TreeEntry } from "../../core/manifest/tree-entry.ts";
import { SourceError } from "../../core/source-error.ts";
import type { BuiltKustomization } from "../../ports/source-port.ts";
import type { Kustomize } from "../files/kustomize.ts";
import { BlobReader } from "./blob-reader.ts";
import { DamagedStoreError, type ObjectStore } from "./object-store.ts";
import { type GitCommit, parseGitCommit } from "./parse-git-commit.ts";
import { TreeReader } from "./tree-reader.ts";

/** Reads commits, trees and blobs of one object store. Throws `DamagedStoreError` where an object should be and is not. */
export class CommitReader {
  readonly #store: ObjectStore;
  readonly #trees: TreeReader;
  readonly #blobs: BlobReader;

  constructor(store: ObjectStore) {
    this.#store = store;
    this.#trees = new TreeReader(store);
    this.#blobs = new BlobReader(store);
  }

  /** `undefined` when the store does not hold the commit. */
  async findCommit(id: string): Promise<GitCommit | undefined> {
    const found = await this.#store.find(id);
    if (found === undefined) return undefined;
    const commit = found.type === "commit" ? parseGitCommit(found.bytes) : undefined;
    if (commit === undefined) throw new DamagedStoreError(`${id} is not a commit`);
    return commit;
  }

  async readCommit(id: string): Promise<GitCommit> {
    const commit = await this.findCommit(id);
    if (commit === undefined) {
      throw new DamagedStoreError(`commit ${id} is missing in ${this.#store.gitdir}`);
    }
    return commit;
  }

  /** The entries below `path`. Throws `not-found` when the commit has no such folder. */
  async readTree(id: string, path: string): Promise<readonly TreeEntry[]> {
    const { tree } = await this.readCommit(id);
    const oid = await this.#trees.findFolder(tree, path);
    if (oid === undefined) {
      throw new SourceError(
        "not-found",
        `commit ${id} has no folder ${path}: check source.path of the stack`,
      );
    }
    return await this.#trees.list({ oid, path });
  }

  async readText(blob: string): Promise<string> {
    return await this.#blobs.readText(blob);
  }

  async readParents(id: string): Promise<readonly string[] | undefined> {
    return (await this.findCommit(id))?.parents;
  }

  async build(
    kustomize: Kustomize,
    at: { readonly commit: string; readonly root: string },
  ): Promise<BuiltKustomization> {
    const { tree } = await this.readCommit(at.commit);
    return await kustomize.build({
      tree,
      root: at.root,
      list: async () => await this.#trees.list({ oid: tree, path: "." }),
      readBytes: async (blob) => await this.#blobs.readBytes(blob),
    });
  }
}
