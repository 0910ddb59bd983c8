import { describeState } from "../../core/wording/describe-state.ts";
import type { ClockPort } from "../../ports/clock-port.ts";
import { EXIT_CODES } from "../exit-code.ts";
import type { Outside } from "../outside.ts";
import { withStacks } from "../with-stacks.ts";
import { openDemoAgent } from "./demo-agent.ts";
import { demoConfig } from "./demo-config.ts";
import { openNarrator } from "./narrator.ts";
import { playFight } from "./play-fight.ts";
import { playForeignEdit } from "./play-foreign-edit.ts";
import { playInstall } from "./play-install.ts";
import { playUpgrade } from "./play-upgrade.ts";
import type { Playing } from "./playing.ts";
import { openStatusFeed } from "./status-feed.ts";

/** One part of the demo. */
interface Act {
  readonly title: string;
  /** @returns what went otherwise than it should, in a sentence. */
  readonly play: (playing: Playing) => Promise<string | undefined>;
}

const ACTS: readonly Act[] = [
  { title: "Act 1: install", play: playInstall },
  { title: "Act 2: all versions in one commit", play: playUpgrade },
  { title: "Act 3: somebody edits the cluster", play: playForeignEdit },
  { title: "Act 4: somebody does not give up", play: playFight },
];

const OPENING = [
  "Lockstep keeps a Kubernetes cluster equal to a Git repository. This is a play in four acts, about a minute long. The agent in it is the real one; the cluster is a small one inside of this process, and the repository a copy of the example. Both are gone when it ends.",
];

const CLOSING = [
  "That was all. Next, “npm start” runs the same example until you stop it, with a page to look at and commands to try; README.md has the rest.",
];

/** An act that takes longer does not come to its end any more, in milliseconds. */
const ACT_MS_MAX = 120_000;
const POD_START_MS = 500;
const POD_START_FAST_MS = 60;
const COLUMNS_MAX = 100;
/** Lines of the agent's log that are kept in case of trouble. */
const LOG_LINES_MAX = 100;

/**
 * Plays the demo to its end, on a cluster and a repository of its own: nothing of the user's is read or written.
 *
 * @returns 0; 1 when an act does not come to its end, or when it is stopped.
 */
export async function runDemo(
  { isFast }: { readonly isFast: boolean },
  outside: Outside,
): Promise<number> {
  const log: string[] = [];
  const restoreLog = outside.redirectLog((line) => {
    log.push(line);
    if (log.length > LOG_LINES_MAX) log.shift();
  });
  const wrong = await playAll(isFast, outside).finally(restoreLog);
  if (wrong === undefined) return EXIT_CODES.inSync;
  if (!outside.signal.aborted) outside.stderr.write(log.join(""));
  outside.stderr.write(`${wrong}\n`);
  return EXIT_CODES.open;
}

async function playAll(isFast: boolean, outside: Outside): Promise<string | undefined> {
  const stage = await outside.openDemo();
  const podStartMs = isFast ? POD_START_FAST_MS : POD_START_MS;
  const { config, stack } = demoConfig({ folder: stage.folder, podStartMs });
  const { branch, url: repository } = stack.source;
  await stage.makeRepository({ repository, branch });
  const { kubeconfig } = await outside.openEmbedded(config);
  const [wrong] = await withStacks({ config, stacks: [stack] }, outside, async (opened) => {
    const feed = openStatusFeed();
    const agent = openDemoAgent(opened, { feed, outside });
    const pause = pauseUntil(outside.signal, opened.stack.setup.ports.clock);
    const narrator = openNarrator({
      print: outside.stdout,
      palette: outside.palette,
      columns: columnsOf(outside),
      now: outside.now,
      pause: isFast ? async () => Promise.resolve() : pause,
    });
    const { now } = outside;
    const { stack: played } = opened;
    try {
      return await playActs(
        { stage, repository, kubeconfig, stack: played, agent, feed, narrator, now, pause },
        outside.signal,
      );
    } finally {
      await agent.stop();
    }
  });
  return wrong;
}

async function playActs(playing: Playing, signal: AbortSignal): Promise<string | undefined> {
  const stopped = whenAborted(signal);
  await Promise.race([playing.narrator.say(OPENING), stopped]);
  for (const { title, play } of ACTS) {
    if (signal.aborted) return STOPPED;
    playing.narrator.title(title);
    // oxlint-disable-next-line no-await-in-loop -- one act after the other
    const wrong = await Promise.race([
      play(playing),
      stopped,
      playing.agent.failed(),
      whenLate(playing),
    ]);
    if (wrong !== undefined) return wrong === STOPPED ? wrong : `${title}: ${wrong}`;
  }
  await Promise.race([playing.narrator.say(CLOSING), stopped]);
  return undefined;
}

const STOPPED = "The demo was stopped; nothing is left of it.";

async function whenLate({ feed, stack }: Playing): Promise<string> {
  await new Promise<void>((resolve) => {
    stack.setup.ports.clock.after(ACT_MS_MAX, resolve);
  });
  const status = feed.current();
  const state = status === undefined ? "the agent has said nothing" : describeState(status).text;
  return `it did not come to its end within two minutes; ${state}`;
}

async function whenAborted(signal: AbortSignal): Promise<string> {
  if (signal.aborted) return STOPPED;
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(STOPPED), { once: true });
  });
}

/** Waits; for ever once the signal came. */
function pauseUntil(signal: AbortSignal, clock: ClockPort): (delayMs: number) => Promise<void> {
  return async (delayMs) =>
    new Promise((resolve) => {
      clock.after(delayMs, () => {
        if (!signal.aborted) resolve();
      });
    });
}

function columnsOf({ stderr }: Outside): number {
  return stderr.isTerminal ? Math.min(COLUMNS_MAX, stderr.columns()) : COLUMNS_MAX;
}
