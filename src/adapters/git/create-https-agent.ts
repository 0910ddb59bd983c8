import { rootCertificates } from "node:tls";
import { type Dispatcher, EnvHttpProxyAgent } from "undici";

/** Proxies are values of `HTTPS_PROXY` and `NO_PROXY`, read by main. */
interface HttpsAccess {
  /** PEM, trusted beside the usual roots. */
  readonly ca: string | undefined;
  readonly httpsProxy: string | undefined;
  readonly noProxy: string | undefined;
  readonly connectTimeoutMs: number;
}

/** Connections to one server: own CA, proxy, a bounded time to connect. */
export function createHttpsAgent({
  ca,
  httpsProxy = "",
  noProxy = "",
  connectTimeoutMs,
}: HttpsAccess): Dispatcher {
  const trust = ca === undefined ? {} : { ca: [...rootCertificates, ca] };
  return new EnvHttpProxyAgent({
    // An empty text keeps the agent from looking into the environment itself.
    httpProxy: "",
    httpsProxy,
    noProxy,
    connections: 2,
    connect: { timeout: connectTimeoutMs, ...trust },
    requestTls: { timeout: connectTimeoutMs, ...trust },
  });
}
