import { ClusterError } from "../../src/core/cluster-error.ts";
import type { Dice } from "./dice.ts";
import { LateRequests, serveUnheard } from "./late-requests.ts";
import { Killed, type RequestLine, WRITES } from "./sim-port.ts";

/** What goes wrong with the agent's requests, and with its process in the middle of one. */
export class Hazards {
  readonly late = new LateRequests();
  isCalm = false;
  readonly #dice: Dice;
  #killIn: number | undefined;
  #refusing: string | undefined;

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  /** Nothing goes wrong any more. */
  calmDown(): void {
    this.isCalm = true;
    this.#killIn = undefined;
    this.#refusing = undefined;
    this.late.arrive();
  }

  /** The process ends at one of its next requests. */
  kill(): void {
    this.#killIn = this.#dice.int(14);
  }

  /** Writes of this object are refused from now on; or those that were are not any more. */
  refuse(key: string): void {
    this.#refusing = this.#refusing === undefined ? key : undefined;
  }

  /** @throws {Killed} The request is lost, or served without an answer, or under way for a while. */
  mayDie(line: RequestLine, port: { isDead: boolean }): void {
    if (!this.#isTimeToDie(line)) return;
    this.#killIn = undefined;
    port.isDead = true;
    const fate = WRITES.has(line.verb) ? this.#dice.int(3) : 0;
    if (fate === 1) serveUnheard(line.send);
    if (fate === 2) this.late.add(line.send);
    throw new Killed();
  }

  /** @throws {ClusterError} */
  mayRefuse({ verb, key }: RequestLine): void {
    if (key !== this.#refusing || !REFUSED.has(verb)) return;
    const isFinal = verb !== "dry-run" && this.#dice.chance(0.5);
    throw new ClusterError(isFinal ? "invalid" : "throttled", `${key}: refused by the play`);
  }

  /** Few passes delete: the kill is drawn for each delete too, or it would hardly ever hit one. */
  #isTimeToDie({ verb }: RequestLine): boolean {
    if (verb === "delete" && !this.isCalm && this.#dice.chance(0.15)) return true;
    if (this.#killIn === undefined) return false;
    this.#killIn -= 1;
    return this.#killIn < 0;
  }
}

const REFUSED: ReadonlySet<RequestLine["verb"]> = new Set(["apply", "dry-run", "delete"]);
