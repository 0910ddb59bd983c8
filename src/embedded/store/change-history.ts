import type { Change } from "./object-store.ts";

/** A change and the bytes that are counted for it. */
interface Kept {
  readonly change: Change;
  readonly sizeBytes: number;
}

export interface HistoryLimits {
  /** Changes of one collection. */
  readonly historyMax: number;
  /** Of all kept changes of one collection. */
  readonly historyBytesMax: number;
}

/** The last changes of one collection, bounded in number and bytes. */
export class ChangeHistory {
  readonly #limits: HistoryLimits;
  readonly #kept: Kept[] = [];
  #bytes = 0;
  /** Changes up to this revision may be missing. */
  #floor: number;

  /** @param floor the revision from which on every change will be told by `add`. */
  constructor(floor: number, limits: HistoryLimits) {
    this.#floor = floor;
    this.#limits = limits;
  }

  add(change: Change, sizeBytes: number): void {
    this.#kept.push({ change, sizeBytes });
    this.#bytes += sizeBytes;
    while (
      this.#kept.length > this.#limits.historyMax ||
      this.#bytes > this.#limits.historyBytesMax
    ) {
      this.#dropOldest();
    }
  }

  /** Oldest first; `undefined` when some of them are not kept any more. */
  since(revision: number): readonly Change[] | undefined {
    if (revision < this.#floor) return undefined;
    return this.#kept.slice(this.#firstAfter(revision)).map(({ change }) => change);
  }

  #dropOldest(): void {
    const oldest = this.#kept.shift();
    if (oldest === undefined) return;
    this.#bytes -= oldest.sizeBytes;
    this.#floor = oldest.change.revision;
  }

  #firstAfter(revision: number): number {
    let low = 0;
    let high = this.#kept.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#kept[middle]?.change.revision ?? 0) <= revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
