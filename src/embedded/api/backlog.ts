/** An answer whose client may be slower than we are. */
export interface Laggard {
  /** Unread bytes that stand in memory for this answer alone. */
  readonly ownBytes: number;
  /** All unread bytes, also those that other answers wait with. */
  readonly unreadBytes: number;
  /** Whether it may be cut off for the others' sake. */
  readonly isExpendable: boolean;
  /** Cuts it off, which takes it out of the backlog at once. */
  cut(): void;
}

/** What clients have asked for and not read yet, and what they have sent of requests that are not whole. All of it stands in memory. */
export interface Backlog {
  /** Counts what an answer has of its own. */
  add(answer: Laggard): void;
  remove(answer: Laggard): void;
  /** Counts bytes that wait for a client, once however many wait with the same. @returns whether nobody did so far. */
  hold(bytes: Buffer): boolean;
  /** Undoes one `hold`. */
  release(bytes: Buffer): void;
  /** Counts bytes of a request that is not whole yet, or with a negative number takes them out again. */
  receive(bytes: number): void;
  /**
   * When more waits than should, cuts off the largest of those that may be, until it is not so.
   * @returns whether there is room now; else nothing more should be begun.
   */
  makeRoom(): boolean;
}

/** Of all together. A single answer may be larger: it is what somebody asked for when nothing else was waiting. */
const BYTES_MAX = 128 * 1024 * 1024;

export function openBacklog(): Backlog {
  const answers = new Set<Laggard>();
  const holders = new Map<Buffer, number>();
  let counted = 0;
  function isFull(): boolean {
    let bytes = counted;
    for (const { ownBytes } of answers) bytes += ownBytes;
    return bytes > BYTES_MAX;
  }
  return {
    add(answer) {
      answers.add(answer);
    },
    remove(answer) {
      answers.delete(answer);
    },
    hold(bytes) {
      const before = holders.get(bytes) ?? 0;
      holders.set(bytes, before + 1);
      if (before === 0) counted += bytes.length;
      return before === 0;
    },
    release(bytes) {
      const left = (holders.get(bytes) ?? 0) - 1;
      if (left > 0) holders.set(bytes, left);
      else if (holders.delete(bytes)) counted -= bytes.length;
    },
    receive(bytes) {
      counted += bytes;
    },
    makeRoom() {
      if (!isFull()) return true;
      for (const laggard of expendable(answers)) {
        laggard.cut();
        if (!isFull()) return true;
      }
      return false;
    },
  };
}

/** The largest first. */
function expendable(answers: ReadonlySet<Laggard>): readonly Laggard[] {
  return [...answers]
    .filter(({ isExpendable }) => isExpendable)
    .toSorted((one, other) => other.unreadBytes - one.unreadBytes);
}
