import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { TreeEntry } from "../../core/manifest/tree-entry.ts";
import { SourceError } from "../../core/source-error.ts";
import type { ClockPort } from "../../ports/clock-port.ts";
import type { BuiltKustomization, Relation, SourcePort } from "../../ports/source-port.ts";
import type { Kustomize } from "../files/kustomize.ts";
import { CommitReader } from "./commit-reader.ts";
import { findGitdir } from "./find-gitdir.ts";
import { missingBranch } from "./list-remote-refs.ts";
import { DamagedStoreError, ObjectStore } from "./object-store.ts";
import { readPackedRefs, readRef } from "./read-ref.ts";
import { RefWatcher } from "./ref-watcher.ts";
import { relateCommits } from "./relate-commits.ts";
import { isUnmade } from "./seed-repository.ts";

/** What a local repository is made of. */
interface LocalSource {
  readonly folder: string;
  readonly branch: string;
  readonly path: string;
  readonly kustomize: Kustomize;
  readonly clock: ClockPort;
  /** The folder of manifests from which the first start of the agent makes this repository. */
  readonly madeFrom?: string | undefined;
}

interface Opened {
  readonly store: ObjectStore;
  readonly reader: CommitReader;
}

const HEADS = "refs/heads/";

/** A branch of a repository in a folder, bare or not, read in place: no clone, no work tree, no network. */
export class LocalRepository implements SourcePort {
  readonly #source: LocalSource;
  #opened: Opened | undefined;
  readonly #watchers = new Set<RefWatcher>();

  constructor(source: LocalSource) {
    this.#source = source;
  }

  async findTip(): Promise<string> {
    const { branch, folder } = this.#source;
    const { store } = await this.#open();
    const tip = await readRef(store.gitdir, `${HEADS}${branch}`);
    if (tip === undefined) {
      throw missingBranch({ where: folder, branch, existing: await listBranches(store.gitdir) });
    }
    return tip;
  }

  async readTree(commit: string): Promise<readonly TreeEntry[]> {
    return await this.#reading(
      commit,
      async (reader) => await reader.readTree(commit, this.#source.path),
    );
  }

  async readText(blob: string): Promise<string> {
    return await this.#reading(undefined, async (reader) => await reader.readText(blob));
  }

  async readCommit(commit: string): Promise<{ readonly message: string; readonly author: string }> {
    return await this.#reading(commit, async (reader) => await reader.readCommit(commit));
  }

  async buildKustomization(request: {
    readonly commit: string;
    readonly root: string;
  }): Promise<BuiltKustomization> {
    return await this.#reading(
      request.commit,
      async (reader) => await reader.build(this.#source.kustomize, request),
    );
  }

  async relate(commit: string, other: string): Promise<Relation> {
    return await this.#reading(
      undefined,
      async (reader) =>
        await relateCommits({ commit, other }, async (id) => await reader.readParents(id)),
    );
  }

  watch(onChange: () => void): () => void {
    const { folder, branch, clock } = this.#source;
    const watcher = new RefWatcher({ folder, ref: `${HEADS}${branch}`, clock, onChange });
    this.#watchers.add(watcher);
    return () => {
      this.#watchers.delete(watcher);
      watcher.stop();
    };
  }

  async close(): Promise<void> {
    for (const watcher of this.#watchers) watcher.stop();
    this.#watchers.clear();
    await this.#source.kustomize.close();
  }

  /** The folder may come into being, or be replaced, while we run: looked at again with each look for the tip. */
  async #open(): Promise<Opened> {
    const { folder, madeFrom } = this.#source;
    if (madeFrom !== undefined && (await isUnmade({ repository: folder, manifests: madeFrom }))) {
      throw new SourceError(
        "not-found",
        `there is no repository at ${folder} yet: npm start makes it from ${basename(madeFrom)}`,
      );
    }
    const gitdir = await findGitdir(folder);
    if (this.#opened?.store.gitdir !== gitdir) {
      const store = new ObjectStore(gitdir);
      this.#opened = { store, reader: new CommitReader(store) };
    }
    return this.#opened;
  }

  /** A `git gc` beside us moves objects between packs, so what was missing is looked for once more. */
  async #reading<Result>(
    commit: string | undefined,
    work: (reader: CommitReader) => Promise<Result>,
  ): Promise<Result> {
    const { reader } = this.#opened ?? (await this.#open());
    try {
      return await work(reader);
    } catch (error) {
      if (!(error instanceof DamagedStoreError)) throw error;
    }
    try {
      return await work(reader);
    } catch (error) {
      if (!(error instanceof DamagedStoreError)) throw error;
      throw await this.#explain(error, commit);
    }
  }

  async #explain(damage: DamagedStoreError, commit: string | undefined): Promise<SourceError> {
    const { folder } = this.#source;
    const { store } = await this.#open();
    if (commit !== undefined && (await isMissing(store, commit))) {
      return new SourceError(
        "lost-commit",
        `${folder}: commit ${commit} is not in the repository`,
        damage,
      );
    }
    return new SourceError(
      "not-found",
      `${folder}: ${damage.message}; git fsck tells more`,
      damage,
    );
  }
}

async function isMissing(store: ObjectStore, commit: string): Promise<boolean> {
  try {
    return (await store.find(commit)) === undefined;
  } catch (error) {
    if (error instanceof DamagedStoreError) return false;
    throw error;
  }
}

async function listBranches(gitdir: string): Promise<readonly string[]> {
  const heads = join(gitdir, HEADS);
  const files = await readdir(heads, { recursive: true, withFileTypes: true });
  const loose = files
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".lock"))
    .map((entry) => join(entry.parentPath, entry.name).slice(heads.length));
  const packed = [...(await readPackedRefs(gitdir)).keys()]
    .filter((name) => name.startsWith(HEADS))
    .map((name) => name.slice(HEADS.length));
  return [...new Set([...loose, ...packed])].toSorted();
}
