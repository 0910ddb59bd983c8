import type { Change, Collection } from "./object-store.ts";

interface Follower {
  readonly listener: (change: Change) => void;
  readonly collection: Collection | undefined;
}

/**
 * Tells followers about changes in the order of their revisions: a change that a listener makes is told to all after the
 * one that it hears just now.
 */
export class ChangeFeed {
  readonly #followers = new Set<Follower>();
  #waiting: { readonly change: Change; readonly followers: readonly Follower[] }[] = [];
  #isTelling = false;

  follow(listener: (change: Change) => void, collection: Collection | undefined): () => void {
    const follower: Follower = { listener, collection };
    this.#followers.add(follower);
    return () => {
      this.#followers.delete(follower);
    };
  }

  /** An error of a listener is a defect of it: it goes to the caller, and the changes that still waited are told at the next call. */
  tell(change: Change): void {
    // Who follows from now on has seen the change in the store already.
    this.#waiting.push({ change, followers: [...this.#followers] });
    if (this.#isTelling) return;
    this.#isTelling = true;
    try {
      this.#tellWaiting();
    } finally {
      this.#isTelling = false;
    }
  }

  #tellWaiting(): void {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      for (const follower of next.followers) {
        if (this.#hears(follower, next.change)) follower.listener(next.change);
      }
    }
  }

  #hears(follower: Follower, change: Change): boolean {
    if (!this.#followers.has(follower)) return false;
    const { collection } = follower;
    if (collection === undefined) return true;
    return collection.group === change.place.group && collection.plural === change.place.plural;
  }
}
