/** An answer on its way, as Node has it. */
interface Answer {
  readonly writableLength: number;
  on(event: "close", listener: () => void): unknown;
}

/** What clients have asked for and not read yet, and what they have sent of requests that are not whole. All of it stands in memory. */
export interface Backlog {
  /** Counts an answer until it is closed. */
  add(answer: Answer): void;
  /** Counts bytes of a request that is not whole yet, or with a negative number takes them out again. */
  receive(bytes: number): void;
  /** Whether so much waits that nothing more should be begun, and who leaves much unread may be cut off. */
  isFull(): boolean;
}

/** Of all together. A single answer may be larger: it is what somebody asked for when nothing else was waiting. */
const BYTES_MAX = 128 * 1024 * 1024;

export function openBacklog(): Backlog {
  const answers = new Set<Answer>();
  let received = 0;
  return {
    add(answer) {
      answers.add(answer);
      answer.on("close", () => {
        answers.delete(answer);
      });
    },
    receive(bytes) {
      received += bytes;
    },
    isFull() {
      let bytes = received;
      for (const { writableLength } of answers) bytes += writableLength;
      return bytes > BYTES_MAX;
    },
  };
}
