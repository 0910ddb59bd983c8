import type { ClockPort } from "../../ports/clock-port.ts";
import type { LedgerChange, LedgerPort } from "../../ports/ledger-port.ts";
import { type LedgerTry, retryLedgerCommit } from "./ledger-retry.ts";
import type { RemoteClone } from "./remote-clone.ts";
import { type Committer, readFilesAt, type SignCommit, writeCommit } from "./write-commit.ts";

/** A ledger branch behind Git's smart HTTP protocol. A new branch begins with a commit of its own, not on the source's history. */
export class GitLedger implements LedgerPort {
  readonly #clone: RemoteClone;
  readonly #committer: Committer;
  readonly #sign: SignCommit | undefined;
  readonly #clock: ClockPort;
  /** For messages: which branch of which repository. */
  readonly #where: string;

  constructor(parts: {
    readonly clone: RemoteClone;
    readonly committer: Committer;
    readonly sign: SignCommit | undefined;
    readonly clock: ClockPort;
    readonly where: string;
  }) {
    this.#clone = parts.clone;
    this.#committer = parts.committer;
    this.#sign = parts.sign;
    this.#clock = parts.clock;
    this.#where = parts.where;
  }

  async readFiles(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const tip = await this.#clone.findTip();
    if (tip === undefined) return new Map();
    return await this.#clone.reading(async () => await readFilesAt(this.#clone.store, tip, paths));
  }

  async commit(change: LedgerChange): Promise<string | undefined> {
    return await retryLedgerCommit(
      this.#clock,
      async () => await this.#clone.reading(async () => await this.#try(change)),
      `${this.#where}: others pushed first, again and again`,
    );
  }

  async close(): Promise<void> {
    await this.#clone.close();
  }

  async #try(change: LedgerChange): Promise<LedgerTry> {
    const tip = await this.#clone.findTip();
    if (tip === undefined) await this.#clone.prepare();
    const written = await writeCommit({
      store: this.#clone.store,
      parent: tip,
      change,
      committer: this.#committer,
      sign: this.#sign,
      atMs: this.#clock.now(),
    });
    if (written === undefined) return { kind: "done", commit: undefined };
    const outcome = await this.#clone.push({ commit: written, expected: tip });
    return outcome === "pushed" ? { kind: "done", commit: written.commit } : { kind: "lost" };
  }
}
