import type { Backlog, Laggard } from "./backlog.ts";

/** At most so much is handed to a connection at once: encrypted bytes are nobody else's, those that wait here are shared. */
const PIECE_BYTES = 64 * 1024;
/** A client that has taken nothing for so long may be cut off in the middle of an answer when others need the room. */
const PATIENCE_MS = 10_000;
/** And so may one that has taken less than this, on the whole, since it had something to take: a drop now and then is no reading. */
const TAKEN_BYTES_MIN_PER_MS = 256;

/** A response, as Node has it. */
interface Connection {
  readonly writableLength: number;
  on(event: "close" | "drain", listener: () => void): unknown;
  write(bytes: Buffer): boolean;
  end(): unknown;
  destroy(): unknown;
}

/** The way of one answer to its client: in pieces, each as soon as the client has taken the one before. */
export class Outlet implements Laggard {
  readonly #response: Connection;
  readonly #backlog: Backlog;
  readonly #waiting: Buffer[] = [];
  #waitingBytes = 0;
  /** How much of the first that waits is handed on already. */
  #handedBytes = 0;
  #isBlocked = false;
  #isEnding = false;
  #isOver = false;
  #isWatch = false;
  #movedAt = performance.now();
  /** Since when it has something to take, and how much was handed on since then. */
  #beganAt = this.#movedAt;
  #takenBytes = 0;

  constructor(response: Connection, backlog: Backlog) {
    this.#response = response;
    this.#backlog = backlog;
    backlog.add(this);
    response.on("drain", () => {
      this.#isBlocked = false;
      this.#pump();
    });
    response.on("close", () => {
      this.#release();
    });
  }

  get ownBytes(): number {
    return this.#response.writableLength;
  }

  get unreadBytes(): number {
    return this.#waitingBytes - this.#handedBytes + this.ownBytes;
  }

  /** Who watches can come back where it was; of an answer all is lost, so it goes only when its client seems to be gone. */
  get isExpendable(): boolean {
    if (this.unreadBytes === 0) return false;
    return this.#isWatch || this.#isGone;
  }

  get #isGone(): boolean {
    const now = performance.now();
    const allowedMs = PATIENCE_MS + this.#takenBytes / TAKEN_BYTES_MIN_PER_MS;
    return now - this.#movedAt > PATIENCE_MS || now - this.#beganAt > allowedMs;
  }

  /** From now on it is a watch. */
  becomeWatch(): void {
    this.#isWatch = true;
  }

  /** The bytes may be shared with other outlets: nobody changes them. */
  send(bytes: Buffer): void {
    if (this.#isOver || bytes.length === 0) return;
    if (this.#waiting.length === 0) this.#movedAt = performance.now();
    if (this.unreadBytes === 0) this.#begin();
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    const isNew = this.#backlog.hold(bytes);
    this.#pump();
    if (isNew && this.#isWatch && this.unreadBytes > 0) this.#backlog.makeRoom();
  }

  /** Ends the answer when all that waits is sent. */
  end(): void {
    this.#isEnding = true;
    this.#pump();
  }

  cut(): void {
    this.#release();
    this.#response.destroy();
  }

  #begin(): void {
    this.#beganAt = performance.now();
    this.#takenBytes = 0;
  }

  #pump(): void {
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      if (this.#isOver || this.#isBlocked) return;
      const piece = first.subarray(this.#handedBytes, this.#handedBytes + PIECE_BYTES);
      this.#handedBytes += piece.length;
      this.#takenBytes += piece.length;
      this.#movedAt = performance.now();
      this.#isBlocked = !this.#response.write(piece);
      if (this.#handedBytes === first.length) this.#forgetFirst(first);
    }
    if (this.#isEnding && !this.#isOver) {
      this.#isOver = true;
      this.#response.end();
    }
  }

  #forgetFirst(first: Buffer): void {
    this.#waiting.shift();
    this.#waitingBytes -= first.length;
    this.#handedBytes = 0;
    this.#backlog.release(first);
  }

  #release(): void {
    this.#isOver = true;
    this.#backlog.remove(this);
    for (const bytes of this.#waiting.splice(0)) this.#backlog.release(bytes);
    this.#waitingBytes = 0;
    this.#handedBytes = 0;
  }
}
