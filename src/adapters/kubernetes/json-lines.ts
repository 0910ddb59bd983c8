import { ClusterError } from "../../core/cluster-error.ts";

/** A watch event holds one object, which etcd keeps below 1.5 MiB; managedFields and a custom resource may add to it. */
const LINE_BYTES_MAX = 16 * 1024 * 1024;
const NEWLINE = 0x0a;

/** Cuts a stream of bytes into JSON lines. A chunk may end anywhere, also inside of a character. */
export class JsonLines {
  #rest: Buffer[] = [];
  #restBytes = 0;

  /**
   * @returns the values of the lines that this chunk completes.
   * @throws {ClusterError} `too-large` for a line over 16 MiB, `unreachable` for one that is no JSON (cut by a proxy).
   */
  push(chunk: Buffer): unknown[] {
    const values: unknown[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end));
      const line = Buffer.concat(this.#rest).toString("utf8").trim();
      this.#rest = [];
      this.#restBytes = 0;
      if (line !== "") values.push(parseLine(line));
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
    return values;
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return;
    this.#restBytes += part.length;
    if (this.#restBytes > LINE_BYTES_MAX) {
      throw new ClusterError("too-large", "a watch event is larger than 16 MiB");
    }
    this.#rest.push(part);
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new ClusterError("unreachable", "a watch sent something that is no JSON", { cause });
  }
}
