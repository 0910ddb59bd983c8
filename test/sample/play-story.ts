import { setTimeout as delay } from "node:timers/promises";
import type { JsonObject } from "../../src/core/object/json.ts";
import { resourceVersionOf } from "../../src/core/object/live-object.ts";
import { auditMark } from "../support/audit-log.ts";
import { elasticTarget } from "../support/elastic-objects.ts";
import { type KillableAgent, startAgent } from "../support/killable-agent.ts";
import type { Target } from "../support/kube-client.ts";
import { manifestFiles } from "../support/kube-manifests.ts";
import { admin, realCluster } from "../support/real-cluster.ts";
import { openTestStack, type TestStack, type WhenDone } from "../support/test-stack.ts";
import { withTag } from "../support/workload-manifests.ts";
import type { Act, Edit, Part, Story, Wish } from "./draw-story.ts";
import { findUnlike } from "./observer/find-unlike.ts";
import { type FollowedNamespace, followNamespace } from "./observer/follow-namespace.ts";
import { type Judgement, judgeWrites } from "./observer/judge-writes.ts";
import { readRequests } from "./observer/read-requests.ts";
import { EDITED_LIMIT } from "./observer/sight.ts";
import { playOperator } from "./play-operator.ts";
import { tellStory } from "./tell-story.ts";
import { versionText, writeManifest } from "./write-manifest.ts";

/** So long nothing moves at most in a stack that is on its way. A dead agent's Lease is the longest of its pauses. */
const QUIET_MS = 45_000;

/** A story that has no rest goes on without it. */
const REST_MS = 15_000;

/** What is killed was written just before, or nothing is to be written. */
const WRITTEN_MS = 4000;

/** A story while it is played. */
interface Play {
  readonly story: Story;
  readonly stack: TestStack;
  readonly followed: FollowedNamespace;
  readonly foreign: Set<number>;
  readonly commits: Map<string, ReadonlyMap<string, readonly string[]>>;
  readonly trace: string[];
  wishes: readonly Wish[];
  tip: string;
  agent: KillableAgent | undefined;
}

/** What a story came to; the trace says what happened. */
export interface StoryEnd extends Judgement {
  readonly trace: readonly string[];
}

/** Plays a story in a namespace of its own with an agent of its own, and judges what the agent wrote. */
export async function playStory(story: Story, whenDone: WhenDone): Promise<StoryEnd> {
  const from = await auditMark();
  const stack = await openTestStack({ whenDone });
  const { namespace, user } = stack;
  const followed = await followNamespace(realCluster(), namespace);
  const ended = new AbortController();
  const stage = { namespace, history: followed.history, parts: story.parts };
  const operator = playOperator(admin(), stage, ended.signal);
  whenDone(async () => {
    ended.abort();
    await Promise.all([operator, followed.stop()]);
  });
  const play: Play = {
    story,
    stack,
    followed,
    foreign: new Set(),
    commits: new Map(),
    trace: [],
    wishes: [],
    tip: "",
    agent: undefined,
  };
  for (const act of story.acts) {
    // oxlint-disable-next-line no-await-in-loop -- one thing happens after the other
    if (act.isAfterRest) await untilConverged(play, REST_MS);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await delay(act.afterMs);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await perform(play, act, whenDone);
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (act === story.acts[0]) await start(play, whenDone);
  }
  const unlike = await untilNothingMoves(play);
  const requests = await readRequests(
    { path: realCluster().auditLog, from },
    { user: user.name, namespace },
  );
  const { history, faults } = followed;
  const judged = judgeWrites({ history, requests, foreign: play.foreign, commits: play.commits });
  return {
    faults: [...faults, ...judged.faults, ...unlike],
    judged: judged.judged,
    trace: [...play.trace, ...tellStory(history), play.agent?.said() ?? ""],
  };
}

/** Where it is to be killed, the agent has to be a process of its own. */
async function start(play: Play, whenDone: WhenDone): Promise<void> {
  const isToBeKilled = play.story.acts.some(({ what }) => what === "kill");
  if (isToBeKilled) play.agent = await startAgent(play.stack, { whenDone });
  else play.stack.start();
}

async function perform(play: Play, act: Act, whenDone: WhenDone): Promise<void> {
  switch (act.what) {
    case "commit":
      return commit(play, act.wishes);
    case "edit":
      return edit(play, act);
    case "kill": {
      const { history } = play.followed;
      await history.until(() => carriers(play).length >= act.written, WRITTEN_MS);
      await play.agent?.kill();
      play.trace.push(`killed when ${carriers(play).join(" ")} carried the last commit`);
      play.agent = await startAgent(play.stack, { whenDone });
    }
  }
}

/** Who carries the last commit. */
function carriers({ followed: { history }, tip }: Play): readonly string[] {
  return history.names().filter((name) => history.latest(name)?.commit === tip);
}

async function commit(play: Play, wishes: readonly Wish[]): Promise<void> {
  const { parts } = play.story;
  const manifests = wishes.map((wish, index) => writeManifest(parts, index, wish));
  play.wishes = wishes;
  play.tip = await play.stack.commit(manifestFiles(...manifests));
  const targets = wishes.map(
    (wish, index) =>
      [nameAt(parts, index), wish.targets.map((target) => nameAt(parts, target))] as const,
  );
  play.commits.set(play.tip, new Map(targets));
  const wanted = wishes.map(
    ({ version, replicas }, index) =>
      `${nameAt(parts, index)} ${parts[index]?.kind} 9.${version} x${replicas} after [${targets[index]?.[1].join(" ")}]`,
  );
  play.trace.push(`commit ${play.tip.slice(0, 6)}: ${wanted.join("; ")}`);
}

function nameAt(parts: readonly Part[], index: number): string {
  return parts[index]?.name ?? "";
}

async function edit(play: Play, act: Act & { what: "edit" }): Promise<void> {
  const { parts } = play.story;
  const edited = act.edit.field === "all versions" ? parts : parts.slice(act.part, act.part + 1);
  await Promise.all(edited.map(async (part) => editPart(play, part, act.edit)));
}

async function editPart(play: Play, part: Part, change: Edit): Promise<void> {
  if (play.followed.history.latest(part.name) === undefined) return;
  const isWorkload = part.kind === "Deployment" || part.kind === "StatefulSet";
  const patch = patchOf(part, change, isWorkload);
  const after = await admin().patch(
    targetOf(part, play.stack.namespace),
    isWorkload ? { strategic: patch } : { merge: patch },
    { as: "kubectl-edit" },
  );
  play.foreign.add(Number(resourceVersionOf(after)));
  play.trace.push(`edit ${part.name} at ${resourceVersionOf(after)}: ${JSON.stringify(patch)}`);
}

function targetOf({ kind, name }: Part, namespace: string): Target {
  if (kind === "Deployment" || kind === "StatefulSet") {
    return { apiVersion: "apps/v1", kind, namespace, name };
  }
  return elasticTarget(kind, namespace, name);
}

function patchOf({ name }: Part, change: Edit, isWorkload: boolean): JsonObject {
  switch (change.field) {
    case "label":
      return { metadata: { labels: { edited: "yes" } } };
    case "history":
      return { spec: { revisionHistoryLimit: EDITED_LIMIT } };
    case "replicas":
      return { spec: { [isWorkload ? "replicas" : "count"]: change.value } };
    case "version":
    case "all versions": {
      const version = versionText(change.value);
      return isWorkload ? withTag(name, version) : { spec: { version } };
    }
  }
}

/** Nobody disturbs any more. A slow machine has its time: only a stack that stands still is given up. */
async function untilNothingMoves(play: Play): Promise<readonly string[]> {
  const { history } = play.followed;
  const count = history.count;
  const unlike = await untilConverged(play, QUIET_MS);
  return unlike.length > 0 && history.count > count ? untilNothingMoves(play) : unlike;
}

/** Waits until all is as the last commit wants it; else says what is not. */
async function untilConverged(
  { story, followed, wishes }: Play,
  timeoutMs: number,
): Promise<readonly string[]> {
  const { history } = followed;
  const wanted = wishes.map(({ version, replicas }, index) => ({
    name: nameAt(story.parts, index),
    version,
    size: replicas,
  }));
  await history.until(() => findUnlike(history, wanted).length === 0, timeoutMs);
  return findUnlike(history, wanted);
}
