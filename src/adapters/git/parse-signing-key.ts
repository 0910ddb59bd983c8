import { createPrivateKey } from "node:crypto";
import { type ParsedSshKey, parseOpensshKey } from "./parse-openssh-key.ts";

/** What a key file holds. */
type ParsedKeyFile = ParsedSshKey | { readonly kind: "public" | "not-a-key" };

const OPENSSH =
  /-----BEGIN OPENSSH PRIVATE KEY-----\s([A-Za-z0-9+/=\s]*)-----END OPENSSH PRIVATE KEY-----/;
/** PKCS#8, and the older forms. */
const ENCRYPTED = /-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m;
const PUBLIC = /^(?:ssh-|ecdsa-|sk-)\S+ AAAA|-----BEGIN (?:[A-Z0-9]+ )*PUBLIC KEY-----/m;

/** Reads a private key in OpenSSH's form, or in one of the PEM forms that Node reads (PKCS#8, PKCS#1, SEC1). */
export function parseSigningKey(text: string): ParsedKeyFile {
  const [, openssh] = OPENSSH.exec(text) ?? [];
  if (openssh !== undefined) return parseOpensshKey(Buffer.from(openssh, "base64"));
  if (PUBLIC.test(text)) return { kind: "public" };
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) return { kind: "not-a-key" };
  if (ENCRYPTED.test(text)) return { kind: "passphrase" };
  try {
    return { kind: "key", key: createPrivateKey(text) };
  } catch (error) {
    if (error instanceof Error && "code" in error) return { kind: "damaged" };
    throw error;
  }
}
