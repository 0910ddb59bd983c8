import { AgentError, type Retry } from "./agent-error.ts";

/** What the API server refused, and when trying again can help. */
const RETRY = {
  /** 409 on uid or resourceVersion: somebody wrote meanwhile. */
  conflict: "after-wait",
  /** 429, or 503 with Retry-After. */
  throttled: "after-wait",
  /** No answer: connection, time-out, TLS, 5xx without a name for it. */
  unreachable: "after-wait",
  /** No such kind is served (yet). */
  "unknown-kind": "after-wait",
  "missing-namespace": "after-wait",
  /** The namespace or the object is being deleted. */
  terminating: "after-wait",
  /** An admission webhook did not answer. */
  "webhook-failed": "after-wait",
  unauthorized: "after-change",
  /** No kubeconfig, context or server: which cluster is meant is not known. */
  "no-cluster": "after-change",
  /** Another tool's object where ours should be. */
  "not-ours": "after-change",
  forbidden: "after-change",
  /** Unknown field, wrong type, duplicate key, failed validation, denied by admission. */
  invalid: "after-change",
  /** A field that cannot be changed once it is set. */
  immutable: "after-change",
  "too-large": "after-change",
  /** Quota: 403 with "exceeded quota". */
  quota: "after-wait",
} as const satisfies Record<string, Retry>;

export type ClusterErrorCode = keyof typeof RETRY;

/** The API server said no. `message` is one sentence that begins with the object's id when there is one. */
export class ClusterError extends AgentError {
  override readonly name = "ClusterError";
  readonly code: ClusterErrorCode;
  readonly retry: Retry;
  /** How long the server asked us to wait (Retry-After), in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(
    code: ClusterErrorCode,
    message: string,
    why: { readonly cause?: unknown; readonly retryAfterMs?: number | undefined } = {},
  ) {
    super(message, { cause: why.cause });
    this.code = code;
    this.retry = RETRY[code];
    this.retryAfterMs = why.retryAfterMs;
  }
}
