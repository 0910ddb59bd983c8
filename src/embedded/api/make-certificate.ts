import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { der } from "./der.ts";

/** A private key and the certificate for it, both PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const VALID_DAYS = 5 * 365;
/** The clock of a client may be behind. */
const BACKDATED_DAYS = 1;

const COMMON_NAME = "lockstep embedded cluster";

const ID = {
  ecdsaWithSha256: "1.2.840.10045.4.3.2",
  commonName: "2.5.4.3",
  subjectKeyId: "2.5.29.14",
  keyUsage: "2.5.29.15",
  subjectAltName: "2.5.29.17",
  basicConstraints: "2.5.29.19",
  extendedKeyUsage: "2.5.29.37",
  serverAuthentication: "1.3.6.1.5.5.7.3.1",
} as const;

const HOST_NAMES = ["localhost"];
const ADDRESSES = [
  Buffer.from([127, 0, 0, 1]),
  Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
];

/**
 * A new P-256 key and a certificate for it that is its own authority: clients trust it as a CA, the server shows it. It
 * names `localhost`, 127.0.0.1 and ::1, and is good for five years from `now` (epoch milliseconds).
 * @see https://www.rfc-editor.org/rfc/rfc5280
 */
export function makeCertificate(now: number): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const signed = certificateBody(publicKey, now);
  const signature = sign("sha256", signed, privateKey);
  const bytes = der.sequence(signed, algorithm(), der.bitString(signature));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: pem(bytes),
  };
}

function certificateBody(publicKey: KeyObject, now: number): Buffer {
  const name = der.sequence(
    der.set(der.sequence(der.objectId(ID.commonName), der.text(COMMON_NAME))),
  );
  return der.sequence(
    der.tagged(0, "constructed", der.integer(Buffer.from([2]))),
    der.integer(serialNumber()),
    algorithm(),
    name,
    der.sequence(der.time(now - BACKDATED_DAYS * DAY_MS), der.time(now + VALID_DAYS * DAY_MS)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der.tagged(3, "constructed", der.sequence(...extensions(publicKey))),
  );
}

/** Positive and not zero, whatever the random bytes are. */
function serialNumber(): Buffer {
  return Buffer.concat([Buffer.from([1]), randomBytes(15)]);
}

function algorithm(): Buffer {
  return der.sequence(der.objectId(ID.ecdsaWithSha256));
}

function extensions(publicKey: KeyObject): readonly Buffer[] {
  const keyId = createHash("sha1")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest();
  const names = [
    ...HOST_NAMES.map((name) => der.tagged(2, "primitive", Buffer.from(name, "ascii"))),
    ...ADDRESSES.map((address) => der.tagged(7, "primitive", address)),
  ];
  /** Bits 0 (digital signature) and 5 (signs certificates); the last two of the byte do not count. */
  const usage = der.bitString(Buffer.from([0b1000_0100]), 2);
  return [
    extension(ID.basicConstraints, "critical", der.sequence(der.isTrue())),
    extension(ID.keyUsage, "critical", usage),
    extension(ID.extendedKeyUsage, "optional", der.sequence(der.objectId(ID.serverAuthentication))),
    extension(ID.subjectKeyId, "optional", der.octetString(keyId)),
    extension(ID.subjectAltName, "optional", der.sequence(...names)),
  ];
}

function extension(id: string, weight: "critical" | "optional", value: Buffer): Buffer {
  const critical = weight === "critical" ? [der.isTrue()] : [];
  return der.sequence(der.objectId(id), ...critical, der.octetString(value));
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}
