import { randomBytes } from "node:crypto";
import { closeStack } from "../../src/agent/open-stack.ts";
import type { StackStatus } from "../../src/core/report/status-document.ts";
import { auditMark } from "../support/audit-log.ts";
import { eventually } from "../support/eventually.ts";
import { type FollowedTemplates, followTemplates } from "../support/follow-templates.ts";
import { hasCaughtUp } from "../support/has-caught-up.ts";
import type { Target } from "../support/kube-client.ts";
import { manifestFiles } from "../support/kube-manifests.ts";
import { admin } from "../support/real-cluster.ts";
import { create } from "../support/restart-scene.ts";
import { strayWrites } from "../support/stray-writes.ts";
import { openTestStack, type TestStack, type WhenDone } from "../support/test-stack.ts";
import { type Expected, expectAfter, expectStart } from "./expect-templates.ts";
import {
  type AgentAct,
  type Burst,
  briefEvent,
  changeState,
  isOfGit,
  type Story,
  type StoryEvent,
  type StorySource,
  type StoryState,
} from "./story.ts";
import { contentOf, gitManifests, sourceObject } from "./story-manifests.ts";

const QUIET_MS = 60_000;

/** No story draws it. */
const FOREIGN_CONTENT = 2_000_000;

interface Play {
  readonly story: Story;
  readonly whenDone: WhenDone;
  readonly templates: FollowedTemplates;
  stack: TestStack;
  state: StoryState;
  /** Names of the ring's keys, the newest last. */
  keys: readonly number[];
  readonly trace: string[];
}

/** What a story came to. */
export interface StoryEnd {
  /** One line for each workload that had other pod templates than it should have had, and for each write that nobody asked for. */
  readonly faults: readonly string[];
  readonly trace: readonly string[];
}

/** Plays a story in a namespace of its own and judges each quiet point. */
export async function playStory(story: Story, whenDone: WhenDone): Promise<StoryEnd> {
  const config = configOf(story);
  const mark = await auditMark();
  const stack = await openTestStack({ whenDone, config });
  const templates = await followTemplates(stack.namespace, whenDone);
  const { start: state } = story;
  const play: Play = { story, whenDone, templates, stack, state, keys: [1], trace: [] };
  for (const source of state.sources.values()) {
    if (source.isInGit || source.content === undefined) continue;
    // oxlint-disable-next-line no-await-in-loop -- a few
    await create(stack, sourceObject(source));
  }
  await stack.commit(manifestFiles(...gitManifests(state)));
  let expected = expectStart(story);
  if (story.isRunning) stack.start();
  await settle(play);
  const faults = [...(await compare(play, expected, "at the start"))];
  for (const burst of story.bursts) {
    if (faults.length > 0) break;
    // oxlint-disable-next-line no-await-in-loop -- one burst after the other
    await playBurst(play, burst);
    expected = expectAfter(expected, burst, { story, state: play.state });
    // oxlint-disable-next-line no-await-in-loop -- as above
    await settle(play);
    const where = `after ${burst.act}; ${burst.events.map(briefEvent).join("; ")}`;
    play.trace.push(where);
    // oxlint-disable-next-line no-await-in-loop -- as above
    faults.push(...(await compare(play, expected, where)));
  }
  return { faults: [...faults, ...(await findStray(play, mark))], trace: play.trace };
}

/** The agent writes what is in Git, and nothing else that pods use. */
async function findStray({ stack, state }: Play, mark: number): Promise<readonly string[]> {
  const ofGit = [...state.sources.values()].filter(({ isInGit }) => isInGit);
  const names = ofGit.map(({ kind, name }) => `${kind.toLowerCase()}s/${name}`);
  return strayWrites(stack, mark, names);
}

function configOf({ isRunning, isWatchingAll, rollAtOnce }: Story): readonly string[] {
  const watch = isWatchingAll ? "all" : "labelled";
  const window = isRunning ? "400ms" : "100ms";
  return [`secrets: { watch: ${watch}, window: ${window}, rollAtOnce: ${rollAtOnce} }`];
}

async function playBurst(play: Play, { act, events }: Burst): Promise<void> {
  const { isRunning } = play.story;
  if (act === "restart") await closeStack(play.stack.stack);
  else if (isRunning) play.stack.start();
  await turnKeys(play, act);
  const before = play.state;
  for (const event of events) {
    play.state = changeState(play.state, event);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    if (!isOfGit(before, event)) await perform(play, event);
  }
  if (events.some((event) => isOfGit(before, event))) {
    await play.stack.commit(manifestFiles(...gitManifests(play.state)));
  }
  if (act !== "restart") return;
  const { stack: like, story, whenDone } = play;
  play.stack = await openTestStack({ like, whenDone, config: configOf(story) });
  if (isRunning) play.stack.start();
}

/** Passes until nothing is to be done, and what was decided on is what the server stores. */
async function settle(play: Play): Promise<void> {
  const { stack } = play;
  if (play.story.isRunning) await untilInSync(play);
  await stack.stop();
  // What is not followed before a first pass is listed by it.
  if (stack.stack.status.revision !== "") {
    await eventually("the watches have caught up", async () => hasCaughtUp(stack));
  }
  try {
    await eventually("it is quiet", async () => isQuiet(stack), { timeoutMs: QUIET_MS });
  } catch (error) {
    const { objects, refusals } = stack.stack.status;
    const open = objects.filter(({ phase }) => phase !== "Ready");
    throw new Error(JSON.stringify({ trace: play.trace, open, refusals }), { cause: error });
  }
}

/** The loop itself brings it there. */
async function untilInSync({ stack }: Play): Promise<void> {
  await eventually(
    "the loop has done it",
    async () => isAtRest(stack.stack.status) && (await hasCaughtUp(stack)),
    { timeoutMs: QUIET_MS },
  );
}

async function isQuiet(stack: TestStack): Promise<boolean> {
  const { writes } = await stack.pass();
  if (!isAtRest(stack.stack.status) || !(await hasCaughtUp(stack))) return false;
  const again = await stack.pass();
  return isAtRest(again) && again.writes === writes;
}

function isAtRest({ inSync, objects }: StackStatus): boolean {
  const isDue = objects.some(({ conditions }) =>
    conditions.some(({ type }) => type === "RestartDue"),
  );
  return inSync && !isDue;
}

async function compare(
  { stack, state, templates }: Play,
  expected: Expected,
  where: string,
): Promise<readonly string[]> {
  const all = await Promise.all(
    [...state.workloads.values()].map(async ({ kind, name }) => {
      const { namespace } = stack;
      await templates.until(await admin().get({ apiVersion: "apps/v1", kind, namespace, name }));
      const [wanted, had] = [expected.templates.get(name), templates.count(name)];
      return wanted === had ? [] : [`${name}: ${had} pod templates, not ${wanted}, ${where}`];
    }),
  );
  return all.flat();
}

async function turnKeys(play: Play, act: AgentAct): Promise<void> {
  const { agentNamespace: namespace } = play.stack;
  const target = { apiVersion: "v1", kind: "Secret", namespace, name: "lockstep-digest-keys" };
  const newest = play.keys.at(-1) ?? 1;
  // Where no workload uses anything, nothing needs them yet.
  if (act === "nothing" || (await admin().find(target)) === undefined) return;
  if (act === "rotate") {
    const data = { [`k${newest + 1}`]: randomBytes(32).toString("base64") };
    await admin().patch(target, { merge: { data } }, { as: "person" });
    play.keys = [...play.keys, newest + 1];
  }
  if (act === "forget") {
    const older = play.keys.filter((key) => key !== newest);
    const data = Object.fromEntries(older.map((key) => [`k${key}`, null]));
    await admin().patch(target, { merge: { data } }, { as: "person" });
    play.keys = [newest];
  }
  if (act !== "lose-keys") return;
  await admin().delete(target);
  play.keys = [1];
}

/** What somebody does who is not Git. */
async function perform({ stack, state }: Play, event: StoryEvent): Promise<void> {
  const { namespace } = stack;
  const source = state.sources.get(event.name);
  if (source === undefined) {
    const kind = state.workloads.get(event.name)?.kind ?? "";
    return disturb({ apiVersion: "apps/v1", kind, namespace, name: event.name }, event);
  }
  return DEEDS.get(event.what)?.(stack, source);
}

type Deed = (stack: TestStack, source: StorySource) => Promise<void>;

const DEEDS: ReadonlyMap<StoryEvent["what"], Deed> = new Map<StoryEvent["what"], Deed>([
  ["content", async (stack, source) => fill(stack, source)],
  ["drift", async (stack, source) => fill(stack, { ...source, content: FOREIGN_CONTENT })],
  ["metadata", editMetadata],
  ["label", editMetadata],
  ["delete", async (stack, source) => admin().delete(targetOf(stack, source))],
  [
    "recreate",
    async (stack, source) => {
      await admin().delete(targetOf(stack, source));
      await create(stack, sourceObject(source));
    },
  ],
]);

function targetOf({ namespace }: TestStack, { kind, name }: StorySource): Target {
  return { apiVersion: "v1", kind, namespace, name };
}

async function fill(stack: TestStack, source: StorySource): Promise<void> {
  const { data: _, binaryData: __, ...rest } = await admin().get(targetOf(stack, source));
  const content = contentOf(source.kind, source.content ?? 0);
  await admin().update({ ...rest, ...content }, { as: "person" });
}

async function editMetadata(stack: TestStack, source: StorySource): Promise<void> {
  const labels = { "lockstep.dev/watched-by": source.isLabelled ? "lockstep" : null };
  const metadata = { labels, annotations: { note: `n${source.note}` } };
  await admin().patch(targetOf(stack, source), { merge: { metadata } }, { as: "person" });
}

async function disturb(target: Target, { what }: StoryEvent): Promise<void> {
  if (what === "lose") return admin().delete(target);
  if (what === "reset") {
    const json = [{ op: "replace", path: "/metadata/managedFields", value: [{}] }];
    await admin().patch(target, { json }, { as: "person" });
    return;
  }
  const annotations = { "kubectl.kubernetes.io/restartedAt": randomBytes(6).toString("hex") };
  const merge = { spec: { template: { metadata: { annotations } } } };
  await admin().patch(target, { merge }, { as: "kubectl-rollout" });
}
