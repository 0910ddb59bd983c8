import type { TreeEntry } from "../../core/manifest/tree-entry.ts";
import { SourceError } from "../../core/source-error.ts";
import type { BuiltKustomization, Relation, SourcePort } from "../../ports/source-port.ts";
import type { Kustomize } from "../files/kustomize.ts";
import { CommitReader } from "./commit-reader.ts";
import { relateCommits } from "./relate-commits.ts";
import type { RemoteClone } from "./remote-clone.ts";

/** A branch behind Git's smart HTTP protocol, read through a shallow clone that is fetched, healed and replaced as needed. */
export class RemoteRepository implements SourcePort {
  readonly #clone: RemoteClone;
  readonly #path: string;
  readonly #kustomize: Kustomize;
  readonly #reader: CommitReader;

  constructor(parts: {
    readonly clone: RemoteClone;
    readonly path: string;
    readonly kustomize: Kustomize;
  }) {
    this.#clone = parts.clone;
    this.#path = parts.path;
    this.#kustomize = parts.kustomize;
    this.#reader = new CommitReader(parts.clone.store);
  }

  async findTip(): Promise<string> {
    const tip = await this.#clone.findTip();
    if (tip === undefined) throw await this.#clone.describeMissingBranch();
    return tip;
  }

  async readTree(commit: string): Promise<readonly TreeEntry[]> {
    return await this.#reading(commit, async () => await this.#reader.readTree(commit, this.#path));
  }

  async readText(blob: string): Promise<string> {
    return await this.#clone.reading(async () => await this.#reader.readText(blob));
  }

  async readCommit(commit: string): Promise<{ readonly message: string; readonly author: string }> {
    return await this.#reading(commit, async () => await this.#reader.readCommit(commit));
  }

  async buildKustomization(request: {
    readonly commit: string;
    readonly root: string;
  }): Promise<BuiltKustomization> {
    return await this.#reading(
      request.commit,
      async () => await this.#reader.build(this.#kustomize, request),
    );
  }

  /** A commit that the remote no longer has is `unknown`; too short a history is deepened once. */
  async relate(commit: string, other: string): Promise<Relation> {
    if (commit === other) return "same";
    try {
      await this.#clone.reading(async () => {
        await this.#ensure(commit);
        await this.#ensure(other);
      });
    } catch (error) {
      if (error instanceof SourceError && error.code === "lost-commit") return "unknown";
      throw error;
    }
    const relation = await this.#relateHere(commit, other);
    if (relation !== "unknown" || !(await this.#clone.deepen())) return relation;
    return await this.#relateHere(commit, other);
  }

  watch(): () => void {
    return () => {
      // A remote repository never calls, so there is nothing to stop.
    };
  }

  async close(): Promise<void> {
    await Promise.all([this.#clone.close(), this.#kustomize.close()]);
  }

  async #reading<Result>(commit: string, work: () => Promise<Result>): Promise<Result> {
    return await this.#clone.reading(async () => {
      await this.#ensure(commit);
      return await work();
    });
  }

  async #ensure(commit: string): Promise<void> {
    if ((await this.#reader.findCommit(commit)) === undefined) {
      await this.#clone.fetchCommit(commit);
    }
  }

  async #relateHere(commit: string, other: string): Promise<Relation> {
    return await this.#clone.reading(
      async () =>
        await relateCommits({ commit, other }, async (id) => await this.#reader.readParents(id)),
    );
  }
}
