import { AgentError, type Retry } from "./agent-error.ts";

/** What the forge refused, and when trying again can help. */
const RETRY = {
  /** No connection, a certificate that is not trusted, a 5xx. */
  unreachable: "after-wait",
  "timed-out": "after-wait",
  /** The forge asks for patience until `retryAtMs`. */
  "rate-limited": "after-wait",
  /** An answer that is none of the forge's API: too long, no JSON, fields missing, a redirect to elsewhere. */
  "bad-answer": "after-wait",
  /** No token, or not one that the forge knows. */
  unauthorized: "after-change",
  /** The token may not do this. */
  forbidden: "after-change",
  /** No such repository, branch, commit or pull request, or the token may not see it. */
  "not-found": "after-change",
  /** The forge understood and said no. */
  refused: "after-change",
  /** A text over one of the port's limits; nothing was sent. */
  "too-large": "after-change",
} as const satisfies Record<string, Retry>;

export type ForgeErrorCode = keyof typeof RETRY;

/** The forge said no. `message` is one sentence with the person's next step, without credentials. */
export class ForgeError extends AgentError {
  override readonly name = "ForgeError";
  readonly code: ForgeErrorCode;
  readonly retry: Retry;
  /** Epoch milliseconds before which the forge does not want to be asked again. */
  readonly retryAtMs: number | undefined;

  constructor(
    code: ForgeErrorCode,
    message: string,
    why: { readonly cause?: unknown; readonly retryAtMs?: number | undefined } = {},
  ) {
    super(message, { cause: why.cause });
    this.code = code;
    this.retry = RETRY[code];
    this.retryAtMs = why.retryAtMs;
  }
}
