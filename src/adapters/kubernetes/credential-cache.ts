import type { Credentials } from "./load-credentials.ts";

/** A token file or a plugin's token may change at any time; client-go looks as often. */
const TTL_MS = 60_000;

/** Credentials that all requests share; read again when they are a minute old. */
export class CredentialCache {
  readonly #load: () => Promise<Credentials>;
  #current: { readonly promise: Promise<Credentials>; readonly loadedAtMs: number } | undefined;

  constructor(load: () => Promise<Credentials>) {
    this.#load = load;
  }

  async get(): Promise<Credentials> {
    const now = Date.now();
    if (this.#current === undefined || now - this.#current.loadedAtMs > TTL_MS) {
      const promise = this.#load();
      this.#current = { promise, loadedAtMs: now };
      // A failure is not kept: the next request tries again.
      promise.catch(() => this.drop(promise));
    }
    return this.#current.promise;
  }

  /** Forgets the credentials that were refused, unless others have come meanwhile. */
  drop(refused: Promise<Credentials> | undefined = this.#current?.promise): void {
    if (this.#current?.promise === refused) this.#current = undefined;
  }
}
