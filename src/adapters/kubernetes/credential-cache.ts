import type { Credentials } from "./load-credentials.ts";

/** A token file or a plugin's token may change at any time; client-go looks as often. */
const TTL_MS = 60_000;

/** One load, under way or done. */
interface Loading {
  readonly promise: Promise<Credentials>;
  readonly startedAtMs: number;
  /** Once it is there. */
  credentials: Credentials | undefined;
}

/** Credentials that all requests share; read again when they are a minute old. */
export class CredentialCache {
  readonly #load: () => Promise<Credentials>;
  #current: Loading | undefined;

  constructor(load: () => Promise<Credentials>) {
    this.#load = load;
  }

  async get(): Promise<Credentials> {
    const now = Date.now();
    if (this.#current === undefined || now - this.#current.startedAtMs > TTL_MS) {
      this.#current = { promise: this.#load(), startedAtMs: now, credentials: undefined };
    }
    const loading = this.#current;
    try {
      loading.credentials = await loading.promise;
      return loading.credentials;
    } catch (error) {
      // A failure is not kept: the next request tries again.
      if (this.#current === loading) this.#current = undefined;
      throw error;
    }
  }

  /** Forgets the credentials that were refused, unless others have come meanwhile. */
  drop(refused: Credentials): void {
    if (this.#current?.credentials === refused) this.#current = undefined;
  }
}
