import { readFile, stat } from "node:fs/promises";
import { SourceError } from "../../core/source-error.ts";

const TOKEN_BYTES_MAX = 64 * 1024;

/** A token in a file, trimmed; the file is read again when its time or size changes, so that rotated tokens are taken. */
export class TokenFile {
  readonly #path: string;
  #seen = { mark: "", token: "" };

  constructor(path: string) {
    this.#path = path;
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
      throw new SourceError("unauthorized", `the token file ${this.#path} cannot be read`, error);
    }
    if (this.#seen.token === "") {
      throw new SourceError("unauthorized", `the token file ${this.#path} is empty or too large`);
    }
    return this.#seen.token;
  }
}
