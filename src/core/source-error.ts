import { AgentError, type Retry } from "./agent-error.ts";

/** What the repository (as source or as ledger) refused, and when trying again can help. */
const RETRY = {
  unreachable: "after-wait",
  "timed-out": "after-wait",
  "not-found": "after-change",
  "no-such-branch": "after-change",
  unauthorized: "after-change",
  forbidden: "after-change",
  /** The answer or a file is over a limit. */
  "too-large": "after-change",
  /** Something that we do not read: SHA-256 repository, ssh without the git program. */
  unsupported: "after-change",
  /** A commit that the remote no longer gives out. */
  "lost-commit": "after-change",
  /** Somebody else pushed first, more often than we try. */
  "lost-race": "after-wait",
  /** A hook or a protection rule refused the push. */
  "push-refused": "after-change",
  /** The key that signs our commits cannot be used. */
  "no-signature": "after-change",
  "kustomize-missing": "after-change",
  /** The agent's own folder for clones and exports cannot be written. */
  "no-work-folder": "after-change",
} as const satisfies Record<string, Retry>;

export type SourceErrorCode = keyof typeof RETRY;

/** The repository said no. `message` is one sentence without credentials. */
export class SourceError extends AgentError {
  override readonly name = "SourceError";
  readonly code: SourceErrorCode;
  readonly retry: Retry;

  constructor(code: SourceErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.retry = RETRY[code];
  }
}
