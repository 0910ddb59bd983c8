import { SourceError } from "../../core/source-error.ts";

const UNREACHABLE = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "UND_ERR_SOCKET",
  "UND_ERR_PRX_TLS",
  "UND_ERR_ABORTED",
  "UND_ERR_DESTROYED",
  "UND_ERR_CLOSED",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
  "UND_ERR_HEADERS_OVERFLOW",
]);

const TIMED_OUT = new Set([
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
]);

/** OpenSSL's names for a certificate that does not check out, as Node passes them on. */
const CERTIFICATE = /CERT|^UNABLE_TO_|^ERR_TLS|^EPROTO$|^ERR_SSL/;

/**
 * What undici or the socket reported, as a refusal; `undefined` for anything else, which then is a defect.
 *
 * @param where The repository's URL, without credentials.
 */
export function translateNetworkError(error: unknown, where: string): SourceError | undefined {
  const name = nameOf(error);
  if (name === undefined) return undefined;
  if (TIMED_OUT.has(name) || name === "TimeoutError") {
    return new SourceError("timed-out", `${where}: no answer in time (${name})`, error);
  }
  if (CERTIFICATE.test(name)) {
    return new SourceError(
      "unreachable",
      `${where}: the server's certificate is not trusted (${name}), name its CA in caFile`,
      error,
    );
  }
  if (UNREACHABLE.has(name) || name.startsWith("HPE_")) {
    return new SourceError("unreachable", `${where}: cannot be reached (${name})`, error);
  }
  return undefined;
}

/** The code of the innermost cause, or the name of an abort. */
function nameOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === "TimeoutError") return error.name;
  if ("code" in error && typeof error.code === "string") {
    const inner = error.code === "UND_ERR_SOCKET" ? nameOf(error.cause) : undefined;
    return inner ?? error.code;
  }
  // Happy eyeballs: every address failed, the first says why.
  if (error instanceof AggregateError) return nameOf(error.errors[0]);
  return nameOf(error.cause);
}
