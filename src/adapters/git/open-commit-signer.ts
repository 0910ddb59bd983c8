import type { KeyObject } from "node:crypto";
import { open } from "node:fs/promises";
import { SourceError } from "../../core/source-error.ts";
import { parseSigningKey } from "./parse-signing-key.ts";
import { signWithSsh } from "./ssh-signature.ts";
import type { SignCommit } from "./write-commit.ts";

const KEY_BYTES_MAX = 64 * 1024;

const MAKE_ONE = `make one with ssh-keygen -t ed25519 -N ""`;

/** What the system says of a file that it does not hand out. */
const REASONS: ReadonlyMap<unknown, string> = new Map([
  ["ENOENT", "is not there: correct reports.signingKeyFile, or put the key there"],
  ["ENOTDIR", "is not there: correct reports.signingKeyFile, or put the key there"],
  ["EACCES", "may not be read by this process: change its owner or its mode"],
  ["EPERM", "may not be read by this process: change its owner or its mode"],
  ["EISDIR", "is a folder: name the file in it"],
]);

/**
 * Signs commits with a private SSH key. The file is read anew for each: a rotated key counts at once, and a key that cannot be
 * used is a refusal that lasts as long as that.
 */
export function openCommitSigner(path: string): SignCommit {
  return async (text) => {
    const signature = signWithSsh(text, await readKey(path));
    if (signature === undefined) throw refuse(path, `is of a type that does not sign: ${MAKE_ONE}`);
    return signature;
  };
}

async function readKey(path: string): Promise<KeyObject> {
  const parsed = parseSigningKey(await readText(path));
  switch (parsed.kind) {
    case "key":
      return parsed.key;
    case "passphrase":
      throw refuse(
        path,
        `has a passphrase, and nobody is there to type it: take it off with ssh-keygen -p -N "", or name another key`,
      );
    case "public":
      throw refuse(path, "is a public key: name the private one in reports.signingKeyFile");
    case "unknown-type":
      throw refuse(path, `is of type ${parsed.type}, which does not sign here: ${MAKE_ONE}`);
    case "damaged":
      throw refuse(path, `is damaged: put it there again, or ${MAKE_ONE}`);
    case "not-a-key":
      throw refuse(path, `is no private key in the form of OpenSSH or PKCS#8: ${MAKE_ONE}`);
  }
}

async function readText(path: string): Promise<string> {
  try {
    const file = await open(path);
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(KEY_BYTES_MAX), 0, KEY_BYTES_MAX);
      return buffer.toString("latin1", 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    const reason = REASONS.get(error instanceof Error && "code" in error ? error.code : undefined);
    if (reason === undefined) throw error;
    throw refuse(path, reason, error);
  }
}

function refuse(path: string, what: string, cause?: unknown): SourceError {
  return new SourceError("no-signature", `the signing key ${path} ${what}`, cause);
}
