/** The pull requests (GitLab: merge requests) and commit statuses of one repository. Every method but `close` throws `ForgeError`. */
export interface ForgePort {
  /** The pull request from `head` into `base`: the open one, else the newest. Those from forks do not count. */
  findPullRequest(branches: {
    readonly head: string;
    readonly base: string;
  }): Promise<PullRequest | undefined>;
  /**
   * Opens a pull request; one that others opened meanwhile is returned as it is. When only the labels were refused, the
   * error says so, and the pull request is there: `findPullRequest` gives it.
   */
  createPullRequest(request: NewPullRequest): Promise<PullRequest>;
  updatePullRequest(
    number: number,
    content: { readonly title: string; readonly body: string },
  ): Promise<void>;
  comment(number: number, body: string): Promise<void>;
  /** One that is closed or merged already is left as it is. */
  closePullRequest(number: number): Promise<void>;
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

export interface NewPullRequest {
  readonly head: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
  /** Names; what does not exist is created. */
  readonly labels: readonly string[];
}

export interface PullRequest {
  readonly number: number;
  /** For people. */
  readonly url: string;
  readonly state: "open" | "merged" | "closed";
  /** Of an open one the tip of `head`. Of a closed one it is that, too, at some forges, even when it was pushed later. */
  readonly headCommit: string;
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
