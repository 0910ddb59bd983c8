import type { Json, JsonObject } from "../core/object/json.ts";

/** What a refused request says, but for its code. */
export interface StatusText {
  /** Such as `NotFound`, `Conflict`, `Invalid`. */
  readonly reason: string;
  readonly message: string;
  /** `name`, `group`, `kind`, `uid`, `causes`, `retryAfterSeconds`. */
  readonly details?: JsonObject;
  /** `continue` of an expired list. */
  readonly metadata?: JsonObject;
  /** What the caller was warned of before it was refused: texts of `Warning` headers. */
  readonly warnings?: readonly string[];
}

/**
 * The server says no to a request. It is rendered as a `Status` object.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/
 */
export class StatusError extends Error {
  override readonly name = "StatusError";
  /** HTTP status code, 400 and more. */
  readonly code: number;
  readonly reason: string;
  readonly details: JsonObject | undefined;
  readonly metadata: JsonObject;
  readonly warnings: readonly string[];

  constructor(code: number, text: StatusText) {
    const { reason, message, details, metadata = {}, warnings = [] } = text;
    super(message);
    this.code = code;
    this.reason = reason;
    this.details = details;
    this.metadata = metadata;
    this.warnings = warnings;
  }

  /** The same refusal after more warnings. */
  withWarnings(warnings: readonly string[]): StatusError {
    const { code, reason, message, details, metadata } = this;
    return new StatusError(code, {
      reason,
      message,
      metadata,
      ...(details === undefined ? {} : { details }),
      warnings: [...warnings, ...this.warnings],
    });
  }
}

/** The `Status` object of a refusal. */
export function statusOf(error: StatusError): JsonObject {
  const details: Json | undefined = error.details;
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: error.metadata,
    status: "Failure",
    message: error.message,
    ...(error.reason === "" ? {} : { reason: error.reason }),
    ...(details === undefined ? {} : { details }),
    code: error.code,
  };
}
