/** Why the embedded cluster cannot start or go on. Stable: for tests and logs. */
export type EmbeddedErrorCode =
  /** A line in the middle of the state file, or the whole file, is not what was written. */
  | "state-damaged"
  /** Written in a format of an earlier version of this program. */
  | "state-older"
  /** Written in a format of a later version of this program. */
  | "state-newer"
  | "folder-not-writable"
  /** Another process that lives has the folder open. */
  | "in-use"
  /** Another program listens on the port. */
  | "port-in-use"
  /** A port under 1024 without the right to it. */
  | "port-forbidden"
  /** The machine has no such address, or it is not a loopback one. */
  | "no-such-address";

/** The machine does not give the embedded cluster what it needs. `message` is one sentence that says what to do. */
export class EmbeddedError extends Error {
  override readonly name = "EmbeddedError";
  readonly code: EmbeddedErrorCode;

  constructor(code: EmbeddedErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
