import { Errors, readObject } from "isomorphic-git";
import { SourceError } from "../../core/source-error.ts";
import { atomicFs } from "./atomic-fs.ts";

interface GitObject {
  readonly type: "blob" | "commit" | "tree" | "tag";
  readonly bytes: Uint8Array;
}

/** An object that must be there is missing or does not check out. Whoever owns the store may build it anew. */
export class DamagedStoreError extends Error {
  override readonly name = "DamagedStoreError";
}

/** The library's cache holds every pack it opened and never lets go: after this many bytes served it is dropped. */
const SERVED_BYTES_MAX = 256 * 1024 * 1024;

/** Reads the objects of one Git folder. */
export class ObjectStore {
  readonly gitdir: string;
  #cache: object = {};
  #servedBytes = 0;

  constructor(gitdir: string) {
    this.gitdir = gitdir;
  }

  /** To be passed to the library's other calls on the same folder. */
  get cache(): object {
    return this.#cache;
  }

  dropCache(): void {
    this.#cache = {};
    this.#servedBytes = 0;
  }

  /**
   * The object, or `undefined` when the store does not hold it.
   *
   * @throws {DamagedStoreError} when it is there but does not check out.
   */
  async find(oid: string): Promise<GitObject | undefined> {
    if (this.#servedBytes > SERVED_BYTES_MAX) this.dropCache();
    try {
      const found = await readObject({
        fs: atomicFs,
        gitdir: this.gitdir,
        cache: this.#cache,
        oid,
        format: "content",
      });
      // The type allows other formats than the one asked for.
      if (found.format !== "content") return undefined;
      this.#servedBytes += found.object.length;
      return { type: found.type, bytes: found.object };
    } catch (error) {
      if (error instanceof Errors.NotFoundError) return undefined;
      throw readError(error, this.gitdir);
    }
  }

  /** @throws {DamagedStoreError} also when the object is missing or of another type. */
  async read(oid: string, type: GitObject["type"]): Promise<Uint8Array> {
    const found = await this.find(oid);
    if (found?.type !== type) {
      throw new DamagedStoreError(`${type} ${oid} is missing in ${this.gitdir}`);
    }
    return found.bytes;
  }
}

/** The library throws a dozen unrelated things, also plain strings, when a file does not parse. */
function readError(error: unknown, gitdir: string): Error {
  if (error instanceof Error && "syscall" in error && "code" in error) {
    const isDenied = error.code === "EACCES" || error.code === "EPERM";
    return isDenied ? new SourceError("forbidden", `${gitdir} cannot be read`, error) : error;
  }
  return new DamagedStoreError(`an object in ${gitdir} does not check out`, { cause: error });
}
