import { createHash } from "node:crypto";
import type { TreeEntry } from "../../src/core/manifest/tree-entry.ts";
import { SourceError } from "../../src/core/source-error.ts";
import type { BuiltKustomization, Relation, SourcePort } from "../../src/ports/source-port.ts";

/** A repository in memory with one branch. Nobody knows how its commits are related, unless `relation` says so. */
export class FakeSource implements SourcePort {
  tip = "";
  /** What the repository says to everything while it is set. */
  refusal: SourceError | undefined;
  /** What it answers about any two commits. */
  relation: Relation = "unknown";
  readonly requests: string[] = [];
  onRequest: (line: string) => void | Promise<void> = () => undefined;
  readonly #trees = new Map<string, readonly TreeEntry[]>();
  readonly #texts = new Map<string, string>();
  readonly #watchers = new Set<() => void>();

  /** Commits these files, path to text, as the whole tree. @returns the commit's id. */
  commit(files: Readonly<Record<string, string>>): string {
    const entries = Object.entries(files).map(([path, text]): TreeEntry => {
      const oid = idOf(text);
      this.#texts.set(oid, text);
      return { path, kind: "file", oid };
    });
    this.tip = idOf(JSON.stringify(files));
    this.#trees.set(this.tip, entries);
    for (const callback of this.#watchers) callback();
    return this.tip;
  }

  /** Loses a commit, as when another repository takes its place. */
  forget(commit: string): void {
    this.#trees.delete(commit);
  }

  async findTip(): Promise<string> {
    await this.#ask("tip");
    return this.tip;
  }

  async readTree(commit: string): Promise<readonly TreeEntry[]> {
    await this.#ask(`tree ${commit.slice(0, 7)}`);
    const tree = this.#trees.get(commit);
    if (tree === undefined) throw new SourceError("lost-commit", `${commit} is lost`);
    return tree;
  }

  async readText(blob: string): Promise<string> {
    await this.#ask("blob");
    return this.#texts.get(blob) ?? "";
  }

  async readCommit(commit: string): Promise<{ readonly message: string; readonly author: string }> {
    if (!this.#trees.has(commit)) throw new SourceError("lost-commit", `${commit} is lost`);
    return Promise.resolve({ message: "change", author: "someone" });
  }

  async buildKustomization(): Promise<BuiltKustomization> {
    return Promise.resolve({ kind: "failed", message: "not here" });
  }

  async relate(commit: string, other: string): Promise<Relation> {
    return Promise.resolve(commit === other ? "same" : this.relation);
  }

  watch(onChange: () => void): () => void {
    this.#watchers.add(onChange);
    return () => {
      this.#watchers.delete(onChange);
    };
  }

  async close(): Promise<void> {
    await Promise.resolve();
  }

  async #ask(line: string): Promise<void> {
    this.requests.push(line);
    await this.onRequest(line);
    if (this.refusal !== undefined) throw this.refusal;
  }
}

function idOf(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}
