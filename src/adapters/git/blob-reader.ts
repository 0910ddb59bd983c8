import { LRUCache } from "lru-cache";
import { SourceError } from "../../core/source-error.ts";
import type { ObjectStore } from "./object-store.ts";

const TEXT_BYTES_MAX = 4 * 1024 * 1024;
const CACHED_BYTES_MAX = 64 * 1024 * 1024;

/** Reads blobs, the recent texts from memory. */
export class BlobReader {
  readonly #store: ObjectStore;
  readonly #texts = new LRUCache<string, string>({
    maxSize: CACHED_BYTES_MAX,
    sizeCalculation: (text) => text.length + 1,
  });

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  async readBytes(blob: string): Promise<Uint8Array> {
    return await this.#store.read(blob, "blob");
  }

  /** @throws {SourceError} `too-large` over 4 MiB, `unsupported` for bytes that are not UTF-8. */
  async readText(blob: string): Promise<string> {
    const known = this.#texts.get(blob);
    if (known !== undefined) return known;
    const text = decode(blob, await this.readBytes(blob));
    this.#texts.set(blob, text);
    return text;
  }
}

function decode(blob: string, bytes: Uint8Array): string {
  if (bytes.length > TEXT_BYTES_MAX) {
    throw new SourceError(
      "too-large",
      `blob ${blob} has ${bytes.length} bytes, the limit is ${TEXT_BYTES_MAX}`,
    );
  }
  try {
    // A byte order mark is kept: the parser decides about it.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new SourceError("unsupported", `blob ${blob} is not UTF-8 text`, error);
  }
}
