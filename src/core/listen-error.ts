import { AgentError, type Retry } from "./agent-error.ts";

/** Why an address cannot be listened on. */
const RETRY = {
  "port-in-use": "after-change",
  /** A port under 1024 without the right to it. */
  "port-forbidden": "after-change",
  /** The machine has no such address, or the name does not resolve. */
  "no-such-address": "after-change",
} as const satisfies Record<string, Retry>;

export type ListenErrorCode = keyof typeof RETRY;

/** The system did not let us listen. `message` names the address and the key of the config that sets it. */
export class ListenError extends AgentError {
  override readonly name = "ListenError";
  readonly code: ListenErrorCode;
  readonly retry: Retry;

  constructor(code: ListenErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.retry = RETRY[code];
  }
}
