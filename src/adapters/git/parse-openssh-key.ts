import { createPrivateKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { SshFormatError, SshReader } from "./ssh-wire.ts";

const MAGIC = "openssh-key-v1\0";

/** A private key, or why it is none that can sign. */
export type ParsedSshKey =
  | { readonly kind: "key"; readonly key: KeyObject }
  | { readonly kind: "passphrase" | "damaged" }
  | { readonly kind: "unknown-type"; readonly type: string };

/**
 * Reads what stands between the lines of an `OPENSSH PRIVATE KEY`.
 *
 * @see https://cvsweb.openbsd.org/src/usr.bin/ssh/PROTOCOL.key
 */
export function parseOpensshKey(bytes: Buffer): ParsedSshKey {
  try {
    const reader = new SshReader(bytes);
    if (reader.take(MAGIC.length).toString("latin1") !== MAGIC) return { kind: "damaged" };
    const cipher = reader.text();
    reader.text();
    reader.bytes();
    if (cipher !== "none") return { kind: "passphrase" };
    if (reader.number() !== 1) return { kind: "damaged" };
    reader.bytes();
    return parsePrivatePart(new SshReader(reader.bytes()));
  } catch (error) {
    if (error instanceof SshFormatError) return { kind: "damaged" };
    // The numbers are none of such a key.
    if (error instanceof Error && "code" in error && String(error.code).startsWith("ERR_")) {
      return { kind: "damaged" };
    }
    throw error;
  }
}

function parsePrivatePart(reader: SshReader): ParsedSshKey {
  // The same number twice: with a wrong passphrase they would differ.
  if (reader.number() !== reader.number()) return { kind: "damaged" };
  const type = reader.text();
  const jwk = readNumbers(type, reader);
  if (jwk === undefined) return { kind: "unknown-type", type };
  return { kind: "key", key: createPrivateKey({ key: jwk, format: "jwk" }) };
}

/** The numbers of a key as a JWK; `undefined` for a type that does not sign here. */
function readNumbers(type: string, reader: SshReader): JsonWebKey | undefined {
  switch (type) {
    case "ssh-ed25519": {
      const x = reader.bytes();
      const seed = reader.bytes().subarray(0, x.length);
      return { kty: "OKP", crv: "Ed25519", x: encode(x), d: encode(seed) };
    }
    case "ecdsa-sha2-nistp256":
      return readPoint("P-256", 32, reader);
    case "ecdsa-sha2-nistp384":
      return readPoint("P-384", 48, reader);
    case "ecdsa-sha2-nistp521":
      return readPoint("P-521", 66, reader);
    case "ssh-rsa":
      return readRsa(reader);
    default:
      return undefined;
  }
}

function readPoint(crv: string, size: number, reader: SshReader): JsonWebKey {
  reader.text();
  const point = reader.bytes();
  const secret = reader.bytes();
  return {
    kty: "EC",
    crv,
    x: encode(point.subarray(1, 1 + size)),
    y: encode(point.subarray(1 + size)),
    d: encode(Buffer.concat([Buffer.alloc(size), secret]).subarray(-size)),
  };
}

function readRsa(reader: SshReader): JsonWebKey {
  const [n, e, d, qi, p, q] = Array.from({ length: 6 }, () => reader.bytes());
  if (q === undefined || p === undefined || d === undefined) throw new SshFormatError("no numbers");
  return {
    kty: "RSA",
    n: encode(n),
    e: encode(e),
    d: encode(d),
    p: encode(p),
    q: encode(q),
    dp: encode(reduce(d, p)),
    dq: encode(reduce(d, q)),
    qi: encode(qi),
  };
}

function encode(bytes: Buffer = Buffer.alloc(0)): string {
  return bytes.toString("base64url");
}

function numberOf(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString("hex") || "0"}`);
}

/** The exponent for one of the primes, which OpenSSH leaves out. */
function reduce(exponent: Buffer, prime: Buffer): Buffer {
  const hex = (numberOf(exponent) % (numberOf(prime) - 1n)).toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex");
}
