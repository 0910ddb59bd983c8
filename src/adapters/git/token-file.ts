import { readFile, stat } from "node:fs/promises";
import { SourceError } from "../../core/source-error.ts";

const TOKEN_BYTES_MAX = 64 * 1024;

/** A token or another secret in a file, trimmed; the file is read again when its time or size changes, so that rotated tokens are taken. */
export class TokenFile {
  readonly #path: string;
  readonly #what: string;
  #seen = { mark: "", token: "" };

  /** @param what How messages call it. */
  constructor(path: string, what = "the token file") {
    this.#path = path;
    this.#what = what;
  }

  /** @throws {SourceError} `unauthorized` when the file cannot be read or is empty. */
  async read(): Promise<string> {
    try {
      const { mtimeMs, size, ino } = await stat(this.#path);
      const mark = `${mtimeMs} ${size} ${ino}`;
      if (mark !== this.#seen.mark && size <= TOKEN_BYTES_MAX) {
        this.#seen = { mark, token: (await readFile(this.#path, "utf8")).trim() };
      }
    } catch (error) {
      throw new SourceError("unauthorized", `${this.#what} ${this.#path} cannot be read`, error);
    }
    if (this.#seen.token === "") {
      throw new SourceError("unauthorized", `${this.#what} ${this.#path} is empty or too large`);
    }
    return this.#seen.token;
  }
}
