/** Reads what OpenSSH writes, field by field. @see https://www.rfc-editor.org/rfc/rfc4251#section-5 */
export class SshReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** @throws {SshFormatError} when the bytes end before. */
  number(): number {
    return this.take(4).readUInt32BE();
  }

  /** Bytes with their length before them. @throws {SshFormatError} */
  bytes(): Buffer {
    return this.take(this.number());
  }

  /** @throws {SshFormatError} */
  text(): string {
    return this.bytes().toString("latin1");
  }

  /** The next `count` bytes. @throws {SshFormatError} */
  take(count: number): Buffer {
    const end = this.#at + count;
    if (end > this.#bytes.length) throw new SshFormatError("it ends too early");
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}

/** Bytes that are not what they are read as. */
export class SshFormatError extends Error {
  override readonly name = "SshFormatError";
}

/** Bytes with their length before them. */
export function sshString(content: string | Uint8Array): Buffer {
  const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** A whole number that is not negative, from its bytes, the highest first. */
export function sshNumber(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first === -1 ? new Uint8Array() : bytes.subarray(first);
  const isNegative = (digits[0] ?? 0) >= 0x80;
  return sshString(isNegative ? Buffer.concat([Buffer.of(0), digits]) : digits);
}
