import { forgetParent } from "../../src/agent/holds-stack.ts";
import { objectKey } from "../../src/core/object/object-id.ts";
import { type Commit, drawRoles } from "./commit.ts";
import { type Dice, takeDice } from "./dice.ts";
import { Hazards } from "./hazards.ts";
import {
  isAtRest,
  isTriggered,
  passOnce,
  type SimAgent,
  startAgent,
  takeCommit,
} from "./sim-agent.ts";
import { SimClock } from "./sim-clock.ts";
import type { SimObject } from "./sim-object.ts";
import { type RequestLine, SimPort, WRITES } from "./sim-port.ts";
import { SimServer } from "./sim-server.ts";
import {
  commitAny,
  commitLast,
  commitSome,
  isAllWritten,
  isAsWanted,
  lag,
  meddle,
  operateAll,
  operateSome,
  rollBackPair,
  type Stage,
  someObject,
  trouble,
} from "./stage.ts";
import { idOfRole, readSpec } from "./wish.ts";
import { Witness } from "./witness.ts";

/** What one story came to. */
export interface StoryEnd {
  readonly faults: readonly string[];
  readonly trace: readonly string[];
  readonly writes: number;
  readonly deletes: number;
  readonly passes: number;
}

/** After the last commit every satisfiable stack is in sync within so many rounds of passes and moves of the operators. */
const ROUNDS_MAX = 150;

/** At most so many moves of operators follow each other in the middle of a story, and between two requests. */
const MOVES_MAX = { step: 30, request: 14 } as const;

/** How often a pass is made in the middle of a story that finds all written as Git has it: it takes as long as any, and shows little. */
const IDLE_PASS = 0.2;

/**
 * One life of a stack. What happens is drawn from the seed: commits, rollouts, people, lagging watches, refusals, kills and
 * moves of the Lease, between requests too. What the agent does is the real code.
 */
export class Story {
  readonly #dice: Dice;
  readonly #server: SimServer;
  readonly #witness: Witness;
  readonly #commits: Commit[] = [];
  readonly #trace: string[] = [];
  readonly #stage: Stage;
  readonly #hazards: Hazards;
  /** The holder of the Lease, and who held it before. */
  #agents: readonly SimAgent[] = [];
  #started = 0;
  #passes = 0;
  readonly #clock = new SimClock();

  constructor(seed: number, { isTraced }: { readonly isTraced: boolean }) {
    this.#dice = takeDice(seed);
    this.#hazards = new Hazards(this.#dice);
    this.#server = new SimServer(drawRoles(this.#dice), () => ({
      isFinalized: this.#dice.chance(0.25),
      isHasty: this.#dice.chance(0.4),
    }));
    this.#witness = new Witness(this.#server);
    this.#stage = {
      dice: this.#dice,
      server: this.#server,
      commits: this.#commits,
      say: (text) => {
        if (isTraced) this.#trace.push(text());
      },
    };
    commitSome(this.#stage, { isSatisfiable: true, isGood: this.#dice.chance(0.7) });
    this.#agents = [this.#start()];
  }

  async play(): Promise<StoryEnd> {
    const length = 8 + this.#dice.int(14);
    for (let step = 0; step < length; step += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one thing happens after the other
      await this.#happen();
      this.#clock.pass(this.#dice.int(20_000));
    }
    await this.#end();
    if (this.#dice.chance(0.5)) await this.#goBack();
    const { faults, writes, deletes } = this.#witness;
    return { faults, trace: this.#trace, writes, deletes, passes: this.#passes };
  }

  async #happen(): Promise<void> {
    const what = this.#dice.int(100);
    if (what < 29) await this.#passIfUseful();
    else if (what < 48) operateSome(this.#stage, MOVES_MAX.step);
    else if (what < 62) commitAny(this.#stage);
    else this.#disturb();
  }

  #disturb(): void {
    const what = this.#dice.int(100);
    if (what < 45) meddle(this.#stage);
    else if (what < 60) lag(this.#stage, this.#holder().port.followings);
    else if (what < 72) trouble(this.#stage);
    else if (what < 80) this.#hazards.refuse(objectKey(idOfRole(someObject(this.#stage).role)));
    else if (what < 93) this.#hazards.kill();
    else this.#moveLease();
  }

  async #passIfUseful(): Promise<void> {
    const isIdle = !this.#isBehind() && isAllWritten(this.#stage);
    if (!isIdle || this.#dice.chance(IDLE_PASS)) await this.#passIfTriggered();
  }

  #isBehind(): boolean {
    return this.#holder().commit !== this.#commits.at(-1);
  }

  /** Only what rings in the real loop makes a pass; there is no schedule that would hide a missing ring. */
  async #passIfTriggered(): Promise<void> {
    this.#clock.ringDue();
    const agent = this.#holder();
    if (this.#isBehind() || isTriggered(agent, this.#clock.now())) await this.#pass(agent);
  }

  async #pass(agent: SimAgent): Promise<void> {
    takeCommit(agent, this.#commits);
    if (this.#hazards.late.isEmpty()) this.#witness.forget();
    agent.reads.clear();
    agent.transferred.clear();
    this.#passes += 1;
    this.#stage.say(() => `pass of ${agent.name} at ${agent.stack.tip.slice(0, 6)}`);
    const faults = this.#witness.faults.length;
    const outcome = await passOnce(agent);
    for (const fault of this.#witness.faults.slice(faults)) this.#stage.say(() => `FAULT ${fault}`);
    if (outcome !== undefined) return;
    this.#stage.say(() => `${agent.name} is killed`);
    const others = this.#agents.filter((each) => each !== agent);
    this.#agents = others.length > 0 ? others : [this.#start()];
    this.#takeLease(this.#holder());
  }

  #takeLease(next: SimAgent): void {
    next.stack.isHolder = true;
    forgetParent(next.stack);
    next.looksAgain = true;
  }

  #holder(): SimAgent {
    const [holder] = this.#agents;
    if (holder === undefined) throw new Error("a story without an agent");
    return holder;
  }

  #start(): SimAgent {
    this.#started += 1;
    const reads = new Map<SimObject, number>();
    const transferred = new Set<SimObject>();
    const port: SimPort = new SimPort(this.#server, {
      onBegin: (line) => this.#begin(line, agent),
      onRequest: (line) => this.#request(line, agent),
      onRead: (key) => {
        const object = this.#server.find(key);
        if (object !== undefined) reads.set(object, this.#server.serial);
      },
      write: (key, body, send) => {
        const object = this.#server.find(key);
        if (object === undefined) return send();
        const after = this.#witness.watch(object, { body, send }, agent);
        this.#stage.say(() => `  wrote o${object.role.index}: ${readSpec(body).revision}`);
        return after;
      },
      remove: (key, request) => {
        const object = this.#server.find(key);
        if (object !== undefined) this.#witness.watchDelete(object, request, agent);
      },
    });
    const agent = startAgent(
      { name: `agent-${this.#started}`, port, reads, transferred },
      this.#clock,
    );
    return agent;
  }

  /** No write begins of an older commit than the one that was chosen, nor without the Lease. */
  #begin({ verb, key }: Pick<RequestLine, "verb" | "key">, agent: SimAgent): void {
    const { commit, stack, port } = agent;
    const object = this.#server.find(key);
    if (object === undefined || port.isDead || !WRITES.has(verb)) return;
    // An apply that follows the transfer of ownership is the second half of what was begun before.
    const isBegun = agent.transferred.has(object);
    if (verb === "patch") agent.transferred.add(object);
    if (isBegun || (stack.isHolder && stack.tip === commit?.revision)) return;
    this.#witness.faults.push(`o${object.role.index}: a write begins after it was superseded`);
  }

  #request(line: RequestLine, agent: SimAgent): void {
    const isWrite = WRITES.has(line.verb);
    if (isWrite) this.#stage.say(() => `  ${line.verb} ${line.key}`);
    this.#hazards.mayDie(line, agent.port);
    if (isWrite) this.#hazards.late.arrive();
    if (!this.#hazards.isCalm && this.#dice.chance(0.06)) this.#meanwhile(line, agent);
    this.#hazards.mayRefuse(line);
  }

  /** Between two requests of a pass. */
  #meanwhile({ key }: RequestLine, agent: SimAgent): void {
    const what = this.#dice.int(9);
    this.#stage.say(() => "  meanwhile:");
    if (what < 4) operateSome(this.#stage, MOVES_MAX.request);
    else if (what < 6) meddle(this.#stage);
    else if (what < 7) this.#moveLease();
    else if (this.#server.find(key) !== undefined) {
      // Beyond the look at the repository: the pass goes on with the commit that it has taken.
      commitSome(this.#stage, { isSatisfiable: true, isGood: true });
      agent.stack.tip = this.#commits.at(-1)?.revision ?? "";
      agent.source.tip = agent.stack.tip;
    }
  }

  #moveLease(): void {
    const [old, standby] = this.#agents;
    if (old === undefined) return;
    const next = standby ?? this.#start();
    old.stack.isHolder = false;
    this.#takeLease(next);
    this.#agents = [next, old];
    this.#stage.say(() => `the Lease moves to ${next.name}`);
  }

  /** Nobody commits or meddles any more, and everything works: the stack must get in sync. */
  async #end(): Promise<void> {
    this.#calmDown();
    commitLast(this.#stage);
    await this.#getInSync();
  }

  /** In the quiet after the end a last thing happens: what Git says did not change, so everything has to go back. */
  async #goBack(): Promise<void> {
    if (this.#witness.faults.length > 0 || !rollBackPair(this.#stage)) return;
    for (let step = 0; step < 6; step += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one thing happens after the other
      await this.#passIfTriggered();
      operateSome(this.#stage, MOVES_MAX.request);
    }
    this.#calmDown();
    await this.#getInSync();
  }

  async #getInSync(): Promise<void> {
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      await this.#passIfTriggered();
      if (this.#isInSync()) return;
      operateAll(this.#stage);
      this.#clock.pass(10_000);
    }
    const open = this.#server.objects.filter((each) => !isAsWanted(this.#stage, each));
    const names = open.map(({ role }) => `o${role.index}`).join(" ");
    this.#witness.faults.push(`not in sync after ${ROUNDS_MAX} rounds: ${names}`);
    for (const each of this.#holder().stack.status.objects) {
      this.#stage.say(() => `${each.id} ${each.phase} ${JSON.stringify(each.blockers)}`);
    }
  }

  #calmDown(): void {
    this.#stage.say(() => "the end begins");
    this.#hazards.calmDown();
    for (const object of this.#server.objects) {
      object.isStuck = false;
      object.isHanging = false;
      object.isSilent = false;
    }
    for (const following of this.#holder().port.followings) following.isLagging = false;
  }

  #isInSync(): boolean {
    const { objects } = this.#server;
    return isAtRest(this.#holder()) && objects.every((each) => isAsWanted(this.#stage, each));
  }
}
