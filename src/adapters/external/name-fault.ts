import type { ExternalFault } from "../../core/rollout/external-answer.ts";

const TIMED_OUT = /^(?:ETIMEDOUT|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT)$/;
const NOT_RESOLVED = /^(?:ENOTFOUND|EAI_.*|ENODATA|ESERVFAIL|EREFUSED)$/;
const TLS_FAILED = /CERT|^UNABLE_TO_|^ERR_TLS|^EPROTO$|^ERR_SSL|^ERR_OSSL|^HOSTNAME_MISMATCH$/;
const NOT_CONNECTED = /^(?:UND_ERR_|HPE_|ERR_STREAM_)/;

/** Why no answer came, by what Node and undici call it; `undefined` for anything else, which then is a defect. */
export function nameFault(error: unknown): ExternalFault | undefined {
  if (isAbort(error)) return "timed-out";
  const code = codeOf(error);
  if (code === undefined) return undefined;
  if (TIMED_OUT.test(code)) return "timed-out";
  if (NOT_RESOLVED.test(code)) return "not-resolved";
  if (TLS_FAILED.test(code)) return "tls-failed";
  return NOT_CONNECTED.test(code) || hasErrno(error) ? "not-connected" : undefined;
}

/** Our own time-out, or the end of the agent. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError");
}

/** Whether the operating system said no, in whatever word: to the socket, or to one more of them. */
function hasErrno(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(hasErrno);
  if (!(error instanceof Error)) return false;
  return ("errno" in error && typeof error.errno === "number") || hasErrno(error.cause);
}

/** The code of the innermost cause that has one; of several addresses that failed the first says why. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return undefined;
  const own = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return own === undefined || own === "UND_ERR_SOCKET" ? (codeOf(error.cause) ?? own) : own;
}
