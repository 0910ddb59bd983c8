import { type Playing, tellUntil } from "./playing.ts";

const BEFORE = [
  "The cluster is empty, and the agent starts. In the repository are two small applications; an arrow says “comes after”:",
];

const ORDER = [
  ["web → api → db                       by the annotation lockstep.dev/after"],
  ["APM Server → Kibana → Elasticsearch  by their reference fields"],
];

const WATCH = [
  "Watch the order. What depends on something is not sent before that one runs; “waits” says for what, and why.",
];

const AFTER = [
  "The two applications never waited for each other, and nobody had to write down an order of steps.",
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
