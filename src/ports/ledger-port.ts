/** The branch that holds drift reports, append-only. Every method throws `SourceError`. */
export interface LedgerPort {
  /** The text of these files at the branch's fetched tip; files (or a branch) that do not exist are left out. */
  readFiles(paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Commits the files on the fetched tip and pushes; on a lost race fetches and commits again, a bounded number of
   * times with jitter. Nothing is committed when the tip holds these very files.
   *
   * @returns the new commit's id, or `undefined` when nothing had to change.
   */
  commit(change: LedgerChange): Promise<string | undefined>;
  close(): Promise<void>;
}

export interface LedgerChange {
  /** Path to text. */
  readonly files: ReadonlyMap<string, string>;
  readonly message: string;
}
