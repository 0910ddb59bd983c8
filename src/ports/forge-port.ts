/** The pull requests (GitLab: merge requests) and commit statuses of one repository. Every method but `close` throws `ForgeError`. */
export interface ForgePort {
  /**
   * The pull request from `head`: the open one, whatever it goes into by now, else the newest that went into `base` or is `known`.
   * Those from forks do not count.
   */
  findPullRequest(wanted: WantedPullRequest): Promise<PullRequest | undefined>;
  /** Opens a pull request; one that others opened meanwhile is returned as it is. */
  createPullRequest(request: NewPullRequest): Promise<PullRequest>;
  updatePullRequest(
    number: number,
    content: { readonly title: string; readonly body: string },
  ): Promise<void>;
  /** Names; what does not exist is created. */
  addLabels(number: number, labels: readonly string[]): Promise<void>;
  comment(number: number, body: string): Promise<void>;
  /** One that is closed or merged already is left as it is. */
  closePullRequest(number: number): Promise<void>;
  /** Where people read a file of a branch, fit for a link in Markdown; `undefined`: the forge does not say where its pages are. */
  findFilePage(file: BranchFile): Promise<string | undefined>;
  setCommitStatus(commit: string, status: CommitStatus): Promise<void>;
  /** What the forge takes, in UTF-16 units. Longer texts are refused (`too-large`) and not sent. */
  readonly limits: ForgeLimits;
  close(): Promise<void>;
}

export interface ForgeLimits {
  /** Of a pull request, and of a comment. */
  readonly body: number;
  readonly title: number;
  /** Of a commit status. */
  readonly description: number;
}

export interface BranchFile {
  readonly branch: string;
  /** From the repository's root. */
  readonly path: string;
}

export interface WantedPullRequest {
  readonly head: string;
  /** Of several open ones the one into it is meant. */
  readonly base: string;
  /** The number of one that was seen before. */
  readonly known?: number;
}

export interface NewPullRequest {
  readonly head: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
}

export interface PullRequest {
  readonly number: number;
  /** For people. */
  readonly url: string;
  readonly state: "open" | "merged" | "closed";
  /** Of an open one the tip of `head`. Of a closed one it is that, too, at some forges, even when it was pushed later. */
  readonly headCommit: string;
  /** The branch that it goes into: people may point it at another one. */
  readonly base: string;
  readonly title: string;
  readonly body: string;
}

export interface CommitStatus {
  /** Statuses of one commit with the same context replace each other. */
  readonly context: string;
  readonly state: "pending" | "success" | "failure";
  readonly description: string;
  readonly url?: string;
}
