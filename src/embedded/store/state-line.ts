import { crc32 } from "node:zlib";
import type { Json } from "../../core/object/json.ts";

/** Length of the checksum and the blank behind it. */
const PREFIX_LENGTH = 9;

/** A value as one line of the state file: CRC-32 of the JSON text in eight hexadecimal digits, a blank, the text. */
export function encodeStateLine(value: Json): Buffer {
  const text = JSON.stringify(value);
  return Buffer.from(`${checksumOf(text)} ${text}\n`, "utf8");
}

/** The value of a line (without the line end), or `undefined` when the line is not as it was written. */
export function decodeStateLine(line: Buffer): Json | undefined {
  const checksum = line.toString("latin1", 0, PREFIX_LENGTH);
  const text = line.subarray(PREFIX_LENGTH);
  if (checksum !== `${checksumOf(text)} `) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON text gives JSON
  return JSON.parse(text.toString("utf8")) as Json;
}

function checksumOf(text: string | Buffer): string {
  return crc32(text).toString(16).padStart(8, "0");
}
