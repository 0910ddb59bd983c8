import { randomUUID } from "node:crypto";
import { mkdir, rename, rm } from "node:fs/promises";
import { addRemote, init } from "isomorphic-git";
import pLimit from "p-limit";
import { SourceError } from "../../core/source-error.ts";
import { translateFileError } from "../files/translate-file-error.ts";
import { advertiseHead } from "./advertise-head.ts";
import { atomicFs } from "./atomic-fs.ts";
import { countPacks, isInitialized, removeAbandoned } from "./clone-folder.ts";
import { fetchIfThere } from "./fetch-if-there.ts";
import type { GitLimits } from "./git-limits.ts";
import { holdsCommit } from "./holds-commit.ts";
import { describeMissingBranch, findRemoteTip } from "./list-remote-refs.ts";
import { DamagedStoreError, ObjectStore } from "./object-store.ts";
import { type PushOutcome, pushCommit } from "./push-commit.ts";
import { translateGitError } from "./translate-git-error.ts";
import type { UndiciHttp } from "./undici-http.ts";
import type { WrittenCommit } from "./write-commit.ts";

const REMOTE = "origin";
/** The library never repacks, and each look-up asks every pack: after so many a new clone is cheaper. */
const PACKS_MAX = 256;
/** Each push leaves a handful of loose objects. */
const PUSHES_MAX = 500;
/** Commits to fetch of the branch when one is wanted that the server does not hand out by its id. */
const DEEPENINGS: readonly number[] = [50, 500, 5_000];

/** One branch of a remote repository, and where its clone lives. */
interface RemoteBranch {
  readonly url: string;
  readonly branch: string;
  readonly gitdir: string;
  readonly http: UndiciHttp;
  readonly limits: GitLimits;
}

/**
 * A bare, shallow clone of one branch. One network operation at a time. What the clone holds can be lost at any time
 * (it is removed and made anew when damaged), so nothing but the remote is the truth.
 */
export class RemoteClone {
  readonly store: ObjectStore;
  readonly #remote: RemoteBranch;
  readonly #queue = pLimit(1);
  /** Counts the clones made, so that two readers of one damaged clone make one new. */
  #generation = 0;
  #deepestFetch = 0;
  #pushes = 0;

  constructor(remote: RemoteBranch) {
    this.#remote = remote;
    this.store = new ObjectStore(remote.gitdir);
  }

  /** The branch's tip, fetched; `undefined` when the remote has no such branch. No pack is asked for when it is here already. */
  async findTip(): Promise<string | undefined> {
    return await this.#exclusively(async () => {
      const tip = await findRemoteTip(this.#refsRemote(), this.#remote.branch);
      if (tip === undefined) return undefined;
      if (this.#pushes <= PUSHES_MAX && (await this.#holds(tip))) return tip;
      return await this.#fetchTip();
    });
  }

  async describeMissingBranch(): Promise<SourceError> {
    return await this.#exclusively(
      async () => await describeMissingBranch(this.#refsRemote(), this.#remote.branch),
    );
  }

  /**
   * Runs a piece of reading; on damage makes a new clone and runs it once more.
   *
   * @throws {SourceError} `unreachable` when the new clone is damaged too.
   */
  async reading<Result>(work: () => Promise<Result>): Promise<Result> {
    const generation = this.#generation;
    const { gitdir } = this.#remote;
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DamagedStoreError)) throw translateFileError(error, gitdir);
    }
    await this.#exclusively(async () => {
      if (this.#generation === generation) await this.#cloneAnew();
    });
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DamagedStoreError)) throw translateFileError(error, gitdir);
      throw new SourceError(
        "unreachable",
        `${this.#remote.url}: a new clone lacks an object: ${error.message}`,
        error,
      );
    }
  }

  /** Fetches a commit that is not here: by its id, then by deepening the branch. Throws `lost-commit`. */
  async fetchCommit(commit: string): Promise<void> {
    await this.#exclusively(async () => {
      if (await this.#holds(commit)) return;
      await this.#fetchById(commit);
      if (await this.#holds(commit)) return;
      for (const depth of DEEPENINGS) {
        // oxlint-disable-next-line no-await-in-loop -- each step costs more, the first that helps is enough
        await this.#deepenTo(depth);
        // oxlint-disable-next-line no-await-in-loop -- as above
        if (await this.#holds(commit)) return;
      }
      throw new SourceError(
        "lost-commit",
        `${this.#remote.url}: commit ${commit} is neither handed out by its id nor among the last ${this.#deepestFetch} of ${this.#remote.branch}`,
      );
    });
  }

  /** Fetches more history of the branch. False when that was done before. */
  async deepen(): Promise<boolean> {
    return await this.#exclusively(async () => {
      const depth = DEEPENINGS[1] ?? 0;
      if (this.#deepestFetch >= depth) return false;
      await this.#deepenTo(depth);
      return true;
    });
  }

  /** Where another branch is; nothing of it is fetched. */
  async findTipOf(branch: string): Promise<string | undefined> {
    return await this.#exclusively(async () => await findRemoteTip(this.#refsRemote(), branch));
  }

  /** Fetches a commit by its id. False when the server does not hand it out. */
  async tryFetch(commit: string): Promise<boolean> {
    return await this.#exclusively(async () => {
      if (!(await this.#holds(commit))) await this.#fetchById(commit);
      return await this.#holds(commit);
    });
  }

  /** Pushes a commit of this clone, whose parent the remote has, to the clone's branch or another one. */
  async push(push: {
    readonly commit: WrittenCommit;
    readonly expected: string | undefined;
    readonly branch?: string;
  }): Promise<PushOutcome> {
    const { url, branch, gitdir, http, limits } = this.#remote;
    return await this.#exclusively(async () => {
      this.#pushes += 1;
      const budget = { responseBytesMax: limits.refsBytesMax, timeoutMs: limits.shortTimeoutMs };
      return await pushCommit({
        url,
        branch,
        ...push,
        gitdir,
        cache: this.store.cache,
        http: http.client(budget),
        mask: (text) => http.mask(text),
      });
    });
  }

  /** An empty clone to make the first commit of a branch in, when there is none. */
  async prepare(): Promise<void> {
    await this.#exclusively(async () => {
      const { gitdir } = this.#remote;
      if (!(await isInitialized(gitdir))) await this.#initialize(gitdir);
    });
  }

  async close(): Promise<void> {
    await this.#remote.http.close();
  }

  async #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return await this.#queue(async () => {
      try {
        return await work();
      } catch (error) {
        throw translateGitError(translateFileError(error, this.#remote.gitdir), this.#seen());
      }
    });
  }

  async #fetchTip(): Promise<string> {
    const { gitdir, limits } = this.#remote;
    const packs = await countPacks(gitdir);
    if (packs === 0 || packs > PACKS_MAX || this.#pushes > PUSHES_MAX) {
      return await this.#cloneAnew();
    }
    try {
      // Without a depth: with one the server sends the whole snapshot again.
      const tip = await this.#fetch({ bytesMax: limits.fetchBytesMax });
      if (tip !== undefined && (await this.#holds(tip))) return tip;
    } catch (error) {
      const isTooLarge = error instanceof SourceError && error.code === "too-large";
      if (!isTooLarge && !(error instanceof DamagedStoreError)) throw error;
    }
    return await this.#cloneAnew();
  }

  /** Clones beside the old clone and swaps, so that a crash leaves one or the other. */
  async #cloneAnew(): Promise<string> {
    const { gitdir, limits, url } = this.#remote;
    await removeAbandoned(gitdir);
    const fresh = `${gitdir}.new-${randomUUID()}`;
    try {
      await this.#initialize(fresh);
      const tip = await this.#fetch({ gitdir: fresh, depth: 1, bytesMax: limits.cloneBytesMax });
      if (tip === undefined || !(await holdsCommit(new ObjectStore(fresh), tip))) {
        throw new SourceError("unreachable", `${url}: the server sent an incomplete pack`);
      }
      await rm(gitdir, { recursive: true, force: true });
      await rename(fresh, gitdir);
      this.store.dropCache();
      this.#generation += 1;
      this.#deepestFetch = 1;
      this.#pushes = 0;
      return tip;
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
  }

  async #initialize(gitdir: string): Promise<void> {
    await mkdir(gitdir, { recursive: true });
    await init({ fs: atomicFs, gitdir, bare: true });
    await addRemote({ fs: atomicFs, gitdir, remote: REMOTE, url: this.#remote.url, force: true });
  }

  /** Servers that refuse ids answer in many ways; the deepening that follows tells a refusal from an outage. */
  async #fetchById(commit: string): Promise<void> {
    try {
      await this.#fetch({
        remoteRef: commit,
        depth: 1,
        bytesMax: this.#remote.limits.cloneBytesMax,
      });
    } catch (error) {
      const known = translateGitError(error, this.#seen());
      if (!(known instanceof SourceError) || known.code !== "unreachable") throw error;
    }
  }

  async #deepenTo(depth: number): Promise<void> {
    if (this.#deepestFetch >= depth) return;
    await this.#fetch({ depth, bytesMax: this.#remote.limits.cloneBytesMax });
    this.#deepestFetch = depth;
  }

  /** The id that was fetched. A ref that the server does not hand out fetches nothing, without an error. */
  async #fetch(wish: {
    readonly gitdir?: string;
    readonly remoteRef?: string;
    readonly depth?: number;
    readonly bytesMax: number;
  }): Promise<string | undefined> {
    const { url, branch, http, limits } = this.#remote;
    const { gitdir = this.#remote.gitdir, remoteRef = `refs/heads/${branch}`, depth } = wish;
    const budget = { responseBytesMax: wish.bytesMax, timeoutMs: limits.packTimeoutMs };
    const fetched = await fetchIfThere({
      fs: atomicFs,
      gitdir,
      cache: gitdir === this.#remote.gitdir ? this.store.cache : {},
      http: advertiseHead(http.client(budget), branch),
      url,
      remote: REMOTE,
      // The tracking ref tells the server what is here already; a short name would not be found.
      ref: `refs/remotes/${REMOTE}/${branch}`,
      remoteRef,
      singleBranch: true,
      tags: false,
      ...(depth === undefined ? {} : { depth }),
    });
    return fetched?.fetchHead ?? undefined;
  }

  async #holds(commit: string): Promise<boolean> {
    try {
      return await holdsCommit(this.store, commit);
    } catch (error) {
      if (error instanceof DamagedStoreError) return false;
      throw error;
    }
  }

  #seen(): Parameters<typeof translateGitError>[1] {
    return { url: this.#remote.url, mask: (text) => this.#remote.http.mask(text) };
  }

  #refsRemote(): Parameters<typeof findRemoteTip>[0] {
    const { url, http, limits } = this.#remote;
    return {
      url,
      http: http.client({
        responseBytesMax: limits.refsBytesMax,
        timeoutMs: limits.shortTimeoutMs,
      }),
    };
  }
}
