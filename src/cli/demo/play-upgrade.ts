import { describeGraph, type GraphDocument } from "../../core/graph/describe-graph.ts";
import { changedLines } from "./changed-lines.ts";
import { findAhead } from "./find-ahead.ts";
import { type Playing, tellUntil } from "./playing.ts";
import { raiseVersions } from "./raise-versions.ts";

const MESSAGE = "Raise every version";

const BEFORE = [
  "Somebody raises all versions in one commit. Were they all sent at once, a new web would meet an old db.",
  "Watch who goes, and which version the others wait for: the one that the pods really run, not the one that was asked for.",
];

/** Act 2: everything gets a new version in one commit. */
export async function playUpgrade(playing: Playing): Promise<string | undefined> {
  const { stage, narrator, repository, feed } = playing;
  await narrator.say(BEFORE);
  const edges = edgesOf(playing);
  const ahead = new Set<string>();
  let looks = 0;
  const stop = feed.follow((status) => {
    looks += 1;
    for (const id of findAhead(status, edges)) ahead.add(id);
  });
  const before = feed.current();
  const { commit, changes } = await stage.commitEdit({
    repository,
    message: MESSAGE,
    edit: raiseVersions,
  });
  narrator.mark();
  narrator.command(`git commit -am "${MESSAGE}"`);
  narrator.show(changedLines(changes));
  await tellUntil(playing, before, ({ inSync, revision }) => inSync && revision === commit);
  stop();
  if (ahead.size > 0) return `${[...ahead].join(", ")} ran a version above what it depends on`;
  await narrator.say([
    `What never happened: in ${looks} looks at the running versions nothing ran above what it depends on. Going down, the order is the other way round.`,
  ]);
  return undefined;
}

function edgesOf({ stack }: Playing): GraphDocument["edges"] {
  return stack.desired === undefined ? [] : describeGraph(stack.desired.graph).edges;
}
