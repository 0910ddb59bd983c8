import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { contentKeys } from "../../src/adapters/digest/create-content-keys.ts";
import { makeSetup } from "../../src/agent/make-setup.ts";
import { openStack } from "../../src/agent/open-stack.ts";
import { openReportDesk } from "../../src/agent/report-desk.ts";
import { type PassOutcome, runPass } from "../../src/agent/run-pass.ts";
import type { Stack, StackPorts, StackSetup } from "../../src/agent/stack.ts";
import { openView } from "../../src/agent/stack-view.ts";
import { createWakeUp } from "../../src/agent/wake-up.ts";
import { parseConfig } from "../../src/core/config/parse-config.ts";
import { objectKey } from "../../src/core/object/object-id.ts";
import { manifestAtKey } from "../../src/core/plan/look.ts";
import type { ClockPort } from "../../src/ports/clock-port.ts";
import { FakeLedger } from "../support/fake-ledger.ts";
import { FakeSource } from "../support/fake-source.ts";
import { digest } from "../support/look-builder.ts";
import type { Commit } from "./commit.ts";
import type { SimObject } from "./sim-object.ts";
import { Killed, type SimPort } from "./sim-port.ts";

/** One process of the agent: the real code with the play around it. */
export interface SimAgent {
  readonly name: string;
  readonly port: SimPort;
  readonly stack: Stack;
  /** When this pass last read each object, as the server counts. */
  readonly reads: Map<SimObject, number>;
  /** Whose ownership this pass has transferred. */
  readonly transferred: Set<SimObject>;
  readonly source: FakeSource;
  /** So many commits it has seen. */
  commits: number;
  /** What it has in force. */
  commit: Commit | undefined;
  /** It has to look again because of what its last pass left. */
  looksAgain: boolean;
  lookAgainAtMs: number | undefined;
}

const CONFIG = `
cluster: { name: sim, connect: kubeconfig }
agent: { namespace: agents, concurrency: 4 }
stacks:
  - name: shop
    source: { url: https://git.example/team/stack }
    namespace: shop
    apply: { preflight: false }
`;

type SetupInput = Parameters<typeof makeSetup>;

function parseStack(): readonly [SetupInput[0], SetupInput[1]] {
  const parsed = parseConfig(CONFIG, "agent.config.yaml");
  const stack = parsed.ok ? parsed.value.config.stacks[0] : undefined;
  if (!parsed.ok || stack === undefined) throw new Error("no config");
  return [parsed.value.config, stack];
}

const [config, stackConfig] = parseStack();

/** A stack that nobody uses. Its caches are as large as a large stack needs: making those anew for each process would take a third of the time. */
let pattern: Stack | undefined;

/** A process that knows nothing yet. */
export function startAgent(
  process: Pick<SimAgent, "name" | "port" | "reads" | "transferred">,
  clock: ClockPort,
): SimAgent {
  const source = new FakeSource();
  const setup = makeSetup(config, stackConfig, {
    ports: portsOf({ port: process.port, source }, clock),
    version: "0.0.0-test",
    sha256: (text) => hash("sha256", text, "base64url"),
    family: new Map(),
    openSibling: () => source,
  });
  const stack = openSimStack(setup, () => {
    agent.looksAgain = true;
  });
  const agent: SimAgent = {
    ...process,
    stack,
    source,
    commits: 0,
    commit: undefined,
    looksAgain: true,
    lookAgainAtMs: undefined,
  };
  return agent;
}

function openSimStack(setup: StackSetup, onRing: () => void): Stack {
  pattern ??= openStack(setup);
  const wakeUp = { ...createWakeUp(), ring: onRing };
  return {
    ...pattern,
    setup,
    wakeUp,
    view: openView(() => wakeUp.ring()),
    refusals: new Map(),
    desk: openReportDesk(),
    earlier: new LRUCache({ max: 400 }),
    probes: new LRUCache({ max: 100 }),
    versions: new LRUCache({ max: 100 }),
    dryRuns: new LRUCache({ max: 100 }),
    sourceReads: new LRUCache({ max: 100 }),
  };
}

function portsOf(
  { port, source }: Pick<SimAgent, "port" | "source">,
  clock: ClockPort,
): StackPorts {
  return {
    cluster: port,
    source,
    ledger: new FakeLedger(),
    external: { ask: async () => ({ kind: "unpolled" }) },
    clock,
    log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
    metrics: {
      passEnded: nothing,
      written: nothing,
      driftFound: nothing,
      phases: nothing,
      contested: nothing,
    },
    contentKeys,
    digest,
  };
}

function nothing(): void {
  // Nobody listens.
}

/** The agent sees the branch's tip, and every commit before it as in a clone. */
export function takeCommit(agent: SimAgent, commits: readonly Commit[]): void {
  const tip = commits.at(-1);
  if (tip === undefined || agent.commit === tip) return;
  for (const commit of commits.slice(agent.commits)) {
    for (const manifest of commit.manifests) {
      const key = manifestAtKey(objectKey(manifest.id), commit.revision);
      agent.stack.earlier.set(key, manifest);
    }
  }
  agent.commits = commits.length;
  agent.commit = tip;
  agent.source.tip = tip.revision;
  agent.stack.tip = tip.revision;
  agent.stack.desired = tip.desired;
}

/** One whole pass of the real code. @returns `undefined` when the process was killed in it. */
export async function passOnce(agent: SimAgent): Promise<PassOutcome | undefined> {
  agent.looksAgain = false;
  try {
    const outcome = await runPass(agent.stack, { isPreview: false });
    agent.looksAgain ||= outcome.looksAgain;
    agent.lookAgainAtMs = outcome.lookAgainAtMs;
    return outcome;
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    return undefined;
  }
}

/** Something rings in the real loop. */
export function isTriggered({ looksAgain, lookAgainAtMs, port }: SimAgent, nowMs: number): boolean {
  const hasNews = [...port.followings].some((each) => each.hasNews());
  return hasNews || looksAgain || (lookAgainAtMs !== undefined && lookAgainAtMs <= nowMs);
}

/** By its own words everything is rolled out, and nothing is left to do. */
export function isAtRest({ looksAgain, stack }: SimAgent): boolean {
  return (
    !looksAgain &&
    stack.status.orphans.length === 0 &&
    stack.status.objects.every(({ phase, blockers }) => phase === "Ready" && blockers.length === 0)
  );
}
