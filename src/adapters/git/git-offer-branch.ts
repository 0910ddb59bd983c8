import type { ClockPort } from "../../ports/clock-port.ts";
import type {
  OfferBranchPort,
  OfferChange,
  OfferTip,
  RebuiltOffer,
} from "../../ports/offer-branch-port.ts";
import { parseGitCommit } from "./parse-git-commit.ts";
import type { RemoteClone } from "./remote-clone.ts";
import { type Committer, commitTree, type SignCommit, stageFiles } from "./write-commit.ts";

interface OfferBranchParts {
  /** Of the branch that is synced. */
  readonly clone: RemoteClone;
  readonly branch: string;
  readonly committer: Committer;
  readonly sign: SignCommit | undefined;
  readonly clock: ClockPort;
}

/** The branch of a pull request behind Git's smart HTTP protocol. */
export class GitOfferBranch implements OfferBranchPort {
  readonly #parts: OfferBranchParts;

  constructor(parts: OfferBranchParts) {
    this.#parts = parts;
  }

  async findTip(): Promise<OfferTip | undefined> {
    const { clone, branch } = this.#parts;
    const commit = await clone.findTipOf(branch);
    if (commit === undefined) return undefined;
    // It makes the clone in which the commit can be read.
    await clone.findTip();
    return { commit, isOurs: (await this.#read(commit))?.isOurs ?? false };
  }

  async rebuild(change: OfferChange): Promise<RebuiltOffer> {
    const { clone, branch, clock } = this.#parts;
    const { base, files, expected } = change;
    if ((await clone.findTip()) !== base) return { kind: "lost" };
    const staged = await clone.reading(async () => await stageFiles(clone.store, base, files));
    if (staged.isSame) return { kind: "empty" };
    const present = expected === undefined ? undefined : await this.#read(expected);
    const isThere = present?.tree === staged.tree && present.parents.join() === base;
    if (expected !== undefined && isThere) return { kind: "same", commit: expected };
    const request = { ...this.#parts, store: clone.store, parent: base, change, atMs: clock.now() };
    const commit = await clone.reading(async () => await commitTree(request, staged));
    const outcome = await clone.push({ commit, expected, branch });
    return outcome === "pushed" ? { kind: "pushed", commit: commit.commit } : { kind: "lost" };
  }

  async close(): Promise<void> {
    await this.#parts.clone.close();
  }

  /** `undefined`: nobody hands it out, so it is not ours either. */
  async #read(commit: string): Promise<ReadCommit | undefined> {
    const { clone, committer } = this.#parts;
    if (!(await clone.tryFetch(commit))) return undefined;
    const bytes = await clone.reading(async () => await clone.store.read(commit, "commit"));
    const read = parseGitCommit(bytes);
    if (read === undefined) return undefined;
    // Whoever amends a commit becomes its committer; whoever adds one is that of the tip.
    return { ...read, isOurs: read.committer === `${committer.name} <${committer.email}>` };
  }
}

interface ReadCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly isOurs: boolean;
}
