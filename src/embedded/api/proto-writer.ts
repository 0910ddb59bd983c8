/** Writes fields of a Protocol Buffers message. @see https://protobuf.dev/programming-guides/encoding/ */
export const proto = {
  text: (field: number, value: string): Buffer =>
    lengthDelimited(field, Buffer.from(value, "utf8")),
  message: (field: number, ...parts: readonly Buffer[]): Buffer =>
    lengthDelimited(field, Buffer.concat(parts)),
  isTrue: (field: number): Buffer => Buffer.concat([varint(field * 8), varint(1)]),
} as const;

const LENGTH_DELIMITED = 2;

function lengthDelimited(field: number, content: Buffer): Buffer {
  return Buffer.concat([varint(field * 8 + LENGTH_DELIMITED), varint(content.length), content]);
}

/** Seven bits in each byte, the lowest first; the highest bit says that more follow. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}
