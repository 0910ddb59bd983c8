import { ClusterError } from "../../core/cluster-error.ts";

/** What Node's network and TLS layers call the ways in which no answer comes. */
const NETWORK_CODE =
  /^(?:E(?:CONN(?:REFUSED|RESET|ABORTED)|NOTFOUND|AI_AGAIN|TIMEDOUT|HOSTUNREACH|NETUNREACH|HOSTDOWN|PIPE|PROTO|ADDRNOTAVAIL)|UND_ERR_.*|CERT_.*|ERR_TLS_.*|ERR_SSL_.*|ERR_OSSL_.*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*|HPE_.*)$/;

/** The refusal that a failed connection means; `undefined` for an error that is none. */
export function translateOutage(error: unknown, server: string): ClusterError | undefined {
  if (error instanceof ClusterError) return error;
  if (!(error instanceof Error)) return undefined;
  if (error.name === "TimeoutError") {
    return new ClusterError("unreachable", `${server}: no answer within the time-out`, {
      cause: error,
    });
  }
  const code = codeOf(error);
  if (code === undefined || !NETWORK_CODE.test(code)) return undefined;
  const why = error.message === "" ? code : `${error.message} (${code})`;
  return new ClusterError("unreachable", `${server}: the API server cannot be reached: ${why}`, {
    cause: error,
  });
}

function codeOf(error: Error): string | undefined {
  if ("code" in error && typeof error.code === "string") return error.code;
  return error.cause instanceof Error ? codeOf(error.cause) : undefined;
}
