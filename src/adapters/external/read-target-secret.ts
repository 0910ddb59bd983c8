import { X509Certificate } from "node:crypto";
import { type JsonObject, textAt } from "../../core/object/json.ts";
import type { ExternalFault } from "../../core/rollout/external-answer.ts";

/** How to reach a target outside the cluster. Never logged, never part of an answer. */
export interface TargetAccess {
  readonly url: URL;
  readonly authorization: string;
  /** PEM; `undefined`: the usual roots. */
  readonly ca: string | undefined;
}

type ReadAccess =
  | { readonly ok: true; readonly access: TargetAccess }
  | { readonly ok: false; readonly fault: ExternalFault };

const URL_LENGTH_MAX = 2_048;

/** Any printable ASCII: what a header can carry. */
const HEADER_TEXT = /^[\x21-\x7e]{1,4096}$/;

/**
 * Reads the keys that the Elastic operator documents: `url`, then `api-key` or `username` with `password`, and `ca.crt`.
 *
 * @see https://www.elastic.co/docs/deploy-manage/deploy/cloud-on-k8s/connect-to-external-elastic-resources
 */
export function readTargetSecret(secret: JsonObject): ReadAccess {
  const url = keyOf(secret, "url")?.trim();
  const authorization = authorizationOf(secret);
  if (url === undefined || authorization === undefined) {
    return { ok: false, fault: "no-credentials" };
  }
  const parsed = parseUrl(url);
  if (parsed === undefined) return { ok: false, fault: "bad-url" };
  const ca = keyOf(secret, "ca.crt");
  if (ca !== undefined && !isCertificate(ca)) return { ok: false, fault: "bad-ca" };
  return { ok: true, access: { url: parsed, authorization, ca } };
}

/** The value of a key; an empty one is none. */
function keyOf(secret: JsonObject, key: string): string | undefined {
  const text = Buffer.from(textAt(secret, "data", key) ?? "", "base64").toString("utf8");
  return text === "" ? undefined : text;
}

function authorizationOf(secret: JsonObject): string | undefined {
  const apiKey = keyOf(secret, "api-key")?.trim();
  if (apiKey !== undefined && HEADER_TEXT.test(apiKey)) return `ApiKey ${apiKey}`;
  const username = keyOf(secret, "username");
  const password = keyOf(secret, "password");
  if (username === undefined || password === undefined) return undefined;
  return `Basic ${Buffer.from(`${username}:${password}`, "utf8").toString("base64")}`;
}

function parseUrl(text: string): URL | undefined {
  if (text.length > URL_LENGTH_MAX || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPlain =
    url.username === "" && url.password === "" && url.search === "" && url.hash === "";
  return url.protocol === "https:" && isPlain ? url : undefined;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch (error) {
    // Whatever OpenSSL finds wrong with it: it was given, and it is of no use.
    if (!(error instanceof Error && "code" in error)) throw error;
    return false;
  }
}
