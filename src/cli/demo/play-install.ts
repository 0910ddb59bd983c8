import { type Playing, tellUntil } from "./playing.ts";

const BEFORE = [
  "The cluster is empty, and the agent starts. In the repository are two small applications; an arrow says “comes after”:",
];

const ORDER = [
  ["web → api → db                             by the annotation lockstep.dev/after"],
  ["APM Server → Kibana → Elasticsearch        by their reference fields"],
];

const WATCH = [
  "Watch the order. What depends on something is not even sent before that runs: “waits” says for what, and why.",
];

const AFTER = [
  "Two applications side by side; neither waited for the other, and nobody wrote down an order of steps.",
];

/** Act 1: the agent meets an empty cluster. */
export async function playInstall(playing: Playing): Promise<undefined> {
  const { agent, narrator } = playing;
  await narrator.say(BEFORE);
  narrator.show(ORDER);
  await narrator.say(WATCH);
  narrator.mark();
  agent.start();
  await tellUntil(playing, undefined, ({ inSync }) => inSync);
  await narrator.say(AFTER);
  return undefined;
}
