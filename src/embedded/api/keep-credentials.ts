import { createPrivateKey, randomBytes, X509Certificate } from "node:crypto";
import { join } from "node:path";
import { type Certificate, makeCertificate } from "./make-certificate.ts";
import { readPrivateFile, sweepDrafts, writePrivateFile } from "./private-file.ts";

/** What the server shows and what its clients must bring. */
export interface Credentials {
  readonly certificate: Certificate;
  /** The bearer token: 64 hexadecimal digits. */
  readonly token: string;
}

const TOKEN_BYTES = 32;
const TOKEN = /^[0-9a-f]{64}$/;
/** A certificate that ends within this time is made anew. */
const RENEW_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * The certificate and the token of an earlier start, or new ones. They lie in `folder`, which exists, in files that only
 * the owner may read; `undefined` keeps nothing. `now` is epoch milliseconds.
 */
export function keepCredentials(folder: string | undefined, now: number): Credentials {
  if (folder === undefined) return { certificate: makeCertificate(now), token: newToken() };
  for (const name of ["tls.key", "tls.crt", "token"]) sweepDrafts(join(folder, name));
  return { certificate: keepCertificate(folder, now), token: keepToken(folder) };
}

function keepCertificate(folder: string, now: number): Certificate {
  const keyFile = join(folder, "tls.key");
  const certFile = join(folder, "tls.crt");
  const kept = { key: readPrivateFile(keyFile) ?? "", cert: readPrivateFile(certFile) ?? "" };
  if (isGood(kept, now)) return kept;
  const made = makeCertificate(now);
  writePrivateFile(keyFile, made.key);
  writePrivateFile(certFile, made.cert);
  return made;
}

/** Both can be read, belong together and are good for some time. Whatever else is there is replaced, so nothing is told. */
function isGood({ key, cert }: Certificate, now: number): boolean {
  try {
    const certificate = new X509Certificate(cert);
    return (
      certificate.checkPrivateKey(createPrivateKey(key)) &&
      Date.parse(certificate.validFrom) <= now &&
      Date.parse(certificate.validTo) > now + RENEW_MS
    );
  } catch {
    return false;
  }
}

function keepToken(folder: string): string {
  const path = join(folder, "token");
  const kept = readPrivateFile(path)?.trim();
  if (kept !== undefined && TOKEN.test(kept)) return kept;
  const made = newToken();
  writePrivateFile(path, `${made}\n`);
  return made;
}

function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString("hex");
}
