import { ClusterError } from "../../src/core/cluster-error.ts";

/** Requests that a killed process had begun. They arrive before the next process writes. */
export class LateRequests {
  #waiting: (() => void)[] = [];

  isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  add(send: () => void): void {
    this.#waiting.push(send);
  }

  arrive(): void {
    const all = this.#waiting;
    this.#waiting = [];
    for (const send of all) serveUnheard(send);
  }
}

/** Serves a request whose answer nobody hears, not even a refusal. */
export function serveUnheard(send: () => void): void {
  try {
    send();
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
  }
}
