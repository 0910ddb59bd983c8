/** DER tags that a certificate needs. */
const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Writes values in DER, as far as a certificate needs it. @see https://www.itu.int/rec/T-REC-X.690 */
export const der = {
  sequence: (...parts: readonly Buffer[]): Buffer => element(TAG.sequence, Buffer.concat(parts)),
  set: (...parts: readonly Buffer[]): Buffer => element(TAG.set, Buffer.concat(parts)),
  /** A whole number that is not negative, big-endian. */
  integer: (bytes: Buffer): Buffer => element(TAG.integer, withoutSign(bytes)),
  isTrue: (): Buffer => element(TAG.boolean, Buffer.from([0xff])),
  /** `unused`: bits at the end that do not count. */
  bitString: (bytes: Buffer, unused = 0): Buffer =>
    element(TAG.bitString, Buffer.concat([Buffer.from([unused]), bytes])),
  octetString: (bytes: Buffer): Buffer => element(TAG.octetString, bytes),
  text: (text: string): Buffer => element(TAG.utf8, Buffer.from(text, "utf8")),
  /** Such as `1.2.840.10045.4.3.2`. */
  objectId: (dotted: string): Buffer => element(TAG.objectId, objectIdBytes(dotted)),
  time: (atMs: number): Buffer => timeElement(atMs),
  /** A value with a tag of the context: `constructed` when it holds other elements. */
  tagged: (tag: number, kind: "constructed" | "primitive", bytes: Buffer): Buffer =>
    element((kind === "constructed" ? 0xa0 : 0x80) + tag, bytes),
} as const;

function element(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), lengthBytes(content.length), content]);
}

function lengthBytes(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = bigEndian(length);
  return Buffer.from([0x80 + bytes.length, ...bytes]);
}

function bigEndian(value: number): readonly number[] {
  const rest = Math.floor(value / 256);
  return rest === 0 ? [value] : [...bigEndian(rest), value % 256];
}

/** No zero bytes in front, but for one that keeps the number from looking negative. */
function withoutSign(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const significant = first === -1 ? Buffer.from([0]) : bytes.subarray(first);
  return (significant[0] ?? 0) >= 0x80
    ? Buffer.concat([Buffer.from([0]), significant])
    : significant;
}

function objectIdBytes(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return Buffer.from([first * 40 + second, ...rest.flatMap(base128)]);
}

function base128(value: number): readonly number[] {
  const high: number[] = [];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) {
    high.unshift((rest % 128) + 128);
  }
  return [...high, value % 128];
}

/** Years to 2049 are written with two digits, later ones with four (RFC 5280, 4.1.2.5). */
function timeElement(atMs: number): Buffer {
  const digits = new Date(atMs).toISOString().replaceAll(/\.\d+|[-:T]/g, "");
  const isShort = Number(digits.slice(0, 4)) < 2050;
  return isShort
    ? element(TAG.utcTime, Buffer.from(digits.slice(2), "ascii"))
    : element(TAG.generalizedTime, Buffer.from(digits, "ascii"));
}
