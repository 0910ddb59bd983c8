import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { SourceError } from "../../core/source-error.ts";
import type { ClockPort } from "../../ports/clock-port.ts";
import type { LedgerChange, LedgerPort } from "../../ports/ledger-port.ts";
import { findGitdir } from "./find-gitdir.ts";
import { type LedgerTry, retryLedgerCommit } from "./ledger-retry.ts";
import { DamagedStoreError, ObjectStore } from "./object-store.ts";
import { readRef, readTextFile } from "./read-ref.ts";
import { updateRef } from "./update-ref.ts";
import { type Committer, readFilesAt, type SignCommit, writeCommit } from "./write-commit.ts";

/** A ledger branch of a repository in a folder; hooks of that repository are not run. */
interface LocalLedgerParts {
  readonly folder: string;
  readonly branch: string;
  readonly committer: Committer;
  readonly sign: SignCommit | undefined;
  readonly clock: ClockPort;
}

/** Commits to a branch of a local repository without a work tree: objects first, then the branch under Git's own lock. */
export class LocalLedger implements LedgerPort {
  readonly #parts: LocalLedgerParts;
  readonly #ref: string;

  constructor(parts: LocalLedgerParts) {
    this.#parts = parts;
    this.#ref = `refs/heads/${parts.branch}`;
  }

  async readFiles(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return await this.#using(async (store) => {
      const tip = await readRef(store.gitdir, this.#ref);
      return tip === undefined ? new Map<string, string>() : await readFilesAt(store, tip, paths);
    });
  }

  async commit(change: LedgerChange): Promise<string | undefined> {
    const { clock, folder } = this.#parts;
    return await retryLedgerCommit(
      clock,
      async () => await this.#using(async (store) => await this.#try(store, change)),
      `${folder}: ${this.#ref} is locked or moved by others; if no git runs there, remove ${this.#ref}.lock`,
    );
  }

  async close(): Promise<void> {
    // Nothing is held open.
  }

  async #try(store: ObjectStore, change: LedgerChange): Promise<LedgerTry> {
    const { folder, branch, clock, committer, sign } = this.#parts;
    const tip = await readRef(store.gitdir, this.#ref);
    const atMs = clock.now();
    const written = await writeCommit({ store, parent: tip, change, committer, sign, atMs });
    if (written === undefined) return { kind: "done", commit: undefined };
    const { commit } = written;
    if (await isCheckedOut(store.gitdir, this.#ref)) {
      throw new SourceError(
        "push-refused",
        `${folder}: branch ${branch} is checked out there, a commit would change the work tree behind its back; check out another one`,
      );
    }
    const outcome = await updateRef({
      gitdir: store.gitdir,
      ref: this.#ref,
      expected: tip,
      value: commit,
    });
    return outcome === "updated" ? { kind: "done", commit } : { kind: "lost" };
  }

  /** A store per use: the object cache would not see what a `git gc` moved, and a ledger is small. */
  async #using<Result>(work: (store: ObjectStore) => Promise<Result>): Promise<Result> {
    const { folder } = this.#parts;
    try {
      return await work(new ObjectStore(await findGitdir(folder)));
    } catch (error) {
      if (error instanceof DamagedStoreError) {
        throw new SourceError(
          "not-found",
          `${folder}: ${error.message}; git fsck tells more`,
          error,
        );
      }
      if (!(error instanceof Error && "code" in error)) throw error;
      const isDenied = error.code === "EACCES" || error.code === "EPERM" || error.code === "EROFS";
      if (!isDenied) throw error;
      throw new SourceError("forbidden", `${folder}: cannot be written`, error);
    }
  }
}

/** Whether the main work tree or a linked one has the branch checked out. */
async function isCheckedOut(gitdir: string, ref: string): Promise<boolean> {
  const isBare = /^\s*bare\s*=\s*true\s*$/im.test(await readTextFile(join(gitdir, "config")));
  const linked = await readdir(join(gitdir, "worktrees")).catch(() => []);
  const heads = [...(isBare ? [] : ["HEAD"]), ...linked.map((name) => `worktrees/${name}/HEAD`)];
  const texts = await Promise.all(
    heads.map(async (head) => await readTextFile(join(gitdir, head))),
  );
  return texts.some((text) => text.trim() === `ref: ${ref}`);
}
