/** One line of Git's wire protocol; `flush` ends a group of lines. */
export type PktLine = { readonly kind: "flush" } | { readonly kind: "line"; readonly data: Buffer };

const LENGTH_BYTES = 4;
const FLUSH = "0000";

/**
 * A text as a line of the protocol: its length in four hex digits, its own four included, and then the text.
 *
 * @see https://git-scm.com/docs/protocol-common#_pkt_line_format
 */
export function renderPktLine(text: string): Buffer {
  const data = Buffer.from(text, "utf8");
  const length = (data.length + LENGTH_BYTES).toString(16).padStart(LENGTH_BYTES, "0");
  return Buffer.concat([Buffer.from(length, "latin1"), data]);
}

export const PKT_FLUSH = Buffer.from(FLUSH, "latin1");

/** The lines of an answer, or `undefined` when it is cut off or in another format. */
export function parsePktLines(bytes: Buffer): readonly PktLine[] | undefined {
  const lines: PktLine[] = [];
  let at = 0;
  while (at < bytes.length) {
    const written = bytes.toString("latin1", at, at + LENGTH_BYTES);
    if (!/^[0-9a-f]{4}$/i.test(written)) return undefined;
    const length = Number.parseInt(written, 16);
    if (length === 0) {
      lines.push({ kind: "flush" });
      at += LENGTH_BYTES;
      continue;
    }
    // 1 to 3 are marks of protocol version 2, which pushes do not speak.
    if (length < LENGTH_BYTES || at + length > bytes.length) return undefined;
    lines.push({ kind: "line", data: bytes.subarray(at + LENGTH_BYTES, at + length) });
    at += length;
  }
  return lines;
}

/** The text of a line without the line feed that may end it. */
export function textOfPkt(line: PktLine): string {
  return line.kind === "flush" ? "" : line.data.toString("utf8").replace(/\n$/, "");
}
