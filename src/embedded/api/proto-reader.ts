/** One field of a message as it lies on the wire. */
export type WireField = { readonly number: number } & (
  | { readonly kind: "varint"; readonly value: bigint }
  | { readonly kind: "double"; readonly value: number }
  | { readonly kind: "bytes"; readonly value: Buffer }
);

/** A message does not follow the rules of Protocol Buffers. */
export class WireError extends Error {
  override readonly name = "WireError";
}

const VARINT_BYTES_MAX = 10;

/**
 * The fields of a message in their order.
 * @throws {WireError} when it ends too early or uses what Kubernetes does not.
 * @see https://protobuf.dev/programming-guides/encoding/
 */
export function readFields(message: Buffer): readonly WireField[] {
  const fields: WireField[] = [];
  let at = 0;
  while (at < message.length) {
    const [tag, afterTag] = readVarint(message, at);
    const number = Number(tag >> 3n);
    const [field, next] = readValue(message, { at: afterTag, number, type: Number(tag & 7n) });
    fields.push(field);
    at = next;
  }
  return fields;
}

function readValue(
  message: Buffer,
  { at, number, type }: { readonly at: number; readonly number: number; readonly type: number },
): readonly [WireField, number] {
  if (type === 0) {
    const [value, next] = readVarint(message, at);
    return [{ number, kind: "varint", value: BigInt.asIntN(64, value) }, next];
  }
  if (type === 1) {
    if (at + 8 > message.length) throw new WireError("unexpected EOF");
    return [{ number, kind: "double", value: message.readDoubleLE(at) }, at + 8];
  }
  if (type !== 2) throw new WireError(`proto: illegal wireType ${type}`);
  const [length, start] = readVarint(message, at);
  const end = start + Number(length);
  if (end > message.length) throw new WireError("unexpected EOF");
  return [{ number, kind: "bytes", value: message.subarray(start, end) }, end];
}

function readVarint(message: Buffer, from: number): readonly [bigint, number] {
  let value = 0n;
  for (let index = 0; index < VARINT_BYTES_MAX; index += 1) {
    const byte = message[from + index];
    if (byte === undefined) throw new WireError("unexpected EOF");
    value |= BigInt(byte & 0x7f) << BigInt(7 * index);
    if (byte < 0x80) return [value, from + index + 1];
  }
  throw new WireError("proto: integer overflow");
}
