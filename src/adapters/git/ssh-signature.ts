import { createHash, createPublicKey, type JsonWebKey, type KeyObject, sign } from "node:crypto";
import { sshNumber, sshString } from "./ssh-wire.ts";

/** Git asks for its own signatures only: one that was made for a file says nothing about a commit. */
const NAMESPACE = "git";
const HASH = "sha512";
const VERSION = Buffer.of(0, 0, 0, 1);
const LINE_LENGTH = 70;

/** How a key of one type is written and signs. */
interface SshKey {
  /** The public key, as in `authorized_keys`. */
  readonly publicKey: Buffer;
  readonly sign: (data: Buffer) => Buffer;
}

/**
 * An armored SSH signature of a text, as `ssh-keygen -Y sign -n git` makes it.
 *
 * @returns `undefined` for a key whose type does not sign here.
 * @see https://cvsweb.openbsd.org/src/usr.bin/ssh/PROTOCOL.sshsig
 */
export function signWithSsh(text: string, key: KeyObject): string | undefined {
  const ssh = describeKey(key);
  if (ssh === undefined) return undefined;
  const digest = createHash(HASH).update(text, "utf8").digest();
  const header = [sshString(NAMESPACE), sshString(""), sshString(HASH)];
  const signed = Buffer.concat([Buffer.from("SSHSIG"), ...header, sshString(digest)]);
  const signature = Buffer.concat([
    Buffer.from("SSHSIG"),
    VERSION,
    sshString(ssh.publicKey),
    ...header,
    sshString(ssh.sign(signed)),
  ]);
  return armor(signature.toString("base64"));
}

function describeKey(key: KeyObject): SshKey | undefined {
  const type = key.asymmetricKeyType ?? "";
  return DESCRIPTIONS.get(type)?.(key, () => createPublicKey(key).export({ format: "jwk" }));
}

const DESCRIPTIONS: ReadonlyMap<
  string,
  (key: KeyObject, read: () => JsonWebKey) => SshKey | undefined
> = new Map([
  ["ed25519", describeEdwards],
  ["ec", describePoint],
  ["rsa", describeRsa],
]);

function describeEdwards(key: KeyObject, read: () => JsonWebKey): SshKey {
  const type = sshString("ssh-ed25519");
  return {
    publicKey: Buffer.concat([type, sshString(numberOf(read().x))]),
    sign: (data) => Buffer.concat([type, sshString(sign(undefined, data, key))]),
  };
}

/** The key's type says nothing about the hash; the signature's does. @see https://www.rfc-editor.org/rfc/rfc8332 */
function describeRsa(key: KeyObject, read: () => JsonWebKey): SshKey {
  const { e, n } = read();
  return {
    publicKey: Buffer.concat([
      sshString("ssh-rsa"),
      sshNumber(numberOf(e)),
      sshNumber(numberOf(n)),
    ]),
    sign: (data) =>
      Buffer.concat([sshString("rsa-sha2-512"), sshString(sign("sha512", data, key))]),
  };
}

/** @see https://www.rfc-editor.org/rfc/rfc5656 */
const CURVES: ReadonlyMap<string, { readonly name: string; readonly hash: string }> = new Map([
  ["P-256", { name: "nistp256", hash: "sha256" }],
  ["P-384", { name: "nistp384", hash: "sha384" }],
  ["P-521", { name: "nistp521", hash: "sha512" }],
]);

function describePoint(key: KeyObject, read: () => JsonWebKey): SshKey | undefined {
  const { crv = "", x, y } = read();
  const curve = CURVES.get(crv);
  if (curve === undefined) return undefined;
  const type = sshString(`ecdsa-sha2-${curve.name}`);
  const point = Buffer.concat([Buffer.of(4), numberOf(x), numberOf(y)]);
  return {
    publicKey: Buffer.concat([type, sshString(curve.name), sshString(point)]),
    sign(data) {
      const both = sign(curve.hash, data, { key, dsaEncoding: "ieee-p1363" });
      const half = both.length / 2;
      const numbers = [sshNumber(both.subarray(0, half)), sshNumber(both.subarray(half))];
      return Buffer.concat([type, sshString(Buffer.concat(numbers))]);
    },
  };
}

function numberOf(text = ""): Buffer {
  return Buffer.from(text, "base64url");
}

function armor(base64: string): string {
  const lines = base64.match(new RegExp(`.{1,${LINE_LENGTH}}`, "g")) ?? [];
  return ["-----BEGIN SSH SIGNATURE-----", ...lines, "-----END SSH SIGNATURE-----", ""].join("\n");
}
