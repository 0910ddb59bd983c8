/** When trying again can help: after a wait, after someone changes something, or not at all. */
export type Retry = "after-wait" | "after-change" | "never";

/**
 * The world refused: network, API server, repository. Expected, reported, and
 * never a defect (see `invariant`) nor the user's text (see `Problem`).
 */
export abstract class AgentError extends Error {
  /** Stable: for logs, metrics and tests. Messages may change, codes may not. */
  abstract readonly code: string;
  abstract readonly retry: Retry;
}
