import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cronSchedule } from "../../src/adapters/clock/cron-schedule.ts";
import { closeStack } from "../../src/agent/open-stack.ts";
import { previewStack } from "../../src/agent/preview-stack.ts";
import { refreshTip } from "../../src/agent/refresh-source.ts";
import { runPass } from "../../src/agent/run-pass.ts";
import type { Stack } from "../../src/agent/stack.ts";
import { suspendStack } from "../../src/agent/suspend-stack.ts";
import { syncStack } from "../../src/agent/sync-stack.ts";
import { isJsonObject, type JsonObject, numberAt, textAt } from "../../src/core/object/json.ts";
import type { StackStatus } from "../../src/core/report/status-document.ts";
import type { LeasePort } from "../../src/ports/lease-port.ts";
import { type AuditEntry, auditMark, auditSince } from "./audit-log.ts";
import { connectStack } from "./connect-stack.ts";
import { disturbObject, makeTheirs } from "./disturb-object.ts";
import { type DrawnState, drawState } from "./draw-state.ts";
import { eventually } from "./eventually.ts";
import { commitFiles, makeRepository } from "./git-repository.ts";
import { isAtRest } from "./is-at-rest.ts";
import { targetOf } from "./kube-client.ts";
import { manifestFiles } from "./kube-manifests.ts";
import { realClock } from "./real-clock.ts";
import { admin, makeNamespace, type TestUser } from "./real-cluster.ts";
import { type SentWrite, sentWrites } from "./sent-writes.ts";
import { setElasticStatus } from "./set-elastic-status.ts";
import { SILENT_LOG } from "./system-ports.ts";

/** What came of a state: the plan, and what the one pass after it sent. */
export interface PlayedState {
  readonly state: DrawnState;
  readonly plan: StackStatus;
  readonly sentByPlan: readonly SentWrite[];
  readonly sentByPass: readonly SentWrite[];
  /** Somebody else wrote between the plan and the pass's own writes, so that they were of two states. */
  readonly isDisturbed: boolean;
}

interface Place {
  readonly name: string;
  readonly namespace: string;
  readonly agentNamespace: string;
  readonly repository: string;
  readonly folder: string;
  readonly config: readonly string[];
  readonly user: TestUser;
}

const SYNC_TIMEOUT_MS = 30_000;

/** Makes the state of a seed on the real server, plans, and makes one pass. Nobody else may use the user meanwhile. */
export async function playState(seed: number, user: TestUser): Promise<PlayedState> {
  const suffix = randomBytes(4).toString("hex");
  const namespace = `plan-${seed}-${suffix}`;
  const state = drawState(seed, namespace);
  const folder = await mkdtemp(join(tmpdir(), "lockstep-plan-"));
  try {
    const repository = await makeRepository(join(folder, "repository.git"));
    const { config } = state;
    const agentNamespace = `agent-${seed}-${suffix}`;
    const place = {
      name: `s-${suffix}`,
      namespace,
      agentNamespace,
      repository,
      folder,
      config,
      user,
    };
    await prepare(state, place);
    return await planAndPass(state, place);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What others had made before the stack came. */
async function makeBefore({ members, namespace }: DrawnState): Promise<void> {
  for (const [index, { isTheirs, drawn }] of members.entries()) {
    if (!isTheirs || !isServed(drawn.body)) continue;
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as they were drawn
    await makeTheirs(inNamespace(drawn.body, namespace), index % 2 === 0);
  }
}

/** What the cluster and the repository hold when the plan is made. */
async function prepare(state: DrawnState, place: Place): Promise<void> {
  const { namespace, members } = state;
  if (state.hasNamespace) await makeNamespace(namespace);
  await makeBefore(state);
  const before = manifestFiles(...present(members.map((each) => each.before)));
  if (state.hasHistory) {
    await commitFiles(place.repository, { files: { ...before, "note.md": "1" } });
    await withAgent(place, async (agent) => live(agent, state));
  }
  for (const member of members.filter(({ drawn }) => isServed(drawn.body))) {
    const body = inNamespace(member.before ?? member.drawn.body, namespace);
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as they were drawn
    await disturbObject(member, body);
  }
  if (state.isSuspended) {
    await withAgent(place, async ({ stack }) =>
      suspendStack(stack, { reason: "freeze", until: "" }),
    );
  }
  const gone = state.hasHistory ? Object.keys(before).map((path) => [path, null] as const) : [];
  const after = manifestFiles(...present(members.map((each) => each.after)));
  await commitFiles(place.repository, {
    files: { ...Object.fromEntries(gone), ...after, "note.md": "2" },
  });
  await untilAtRest(state);
}

function present(bodies: readonly (JsonObject | undefined)[]): readonly JsonObject[] {
  return bodies.filter((each) => each !== undefined);
}

function isServed({ kind }: JsonObject): boolean {
  return kind !== "Gadget" && kind !== "Parcel";
}

function inNamespace(body: JsonObject, namespace: string): JsonObject {
  const { kind, metadata } = body;
  if (kind === "Namespace" || kind === "CustomResourceDefinition") return body;
  return { ...body, metadata: { namespace, ...(isJsonObject(metadata) ? metadata : {}) } };
}

/** The agent brings the first commit as far as it gets; the Elastic operator plays along. */
async function live({ stack }: Agent, state: DrawnState): Promise<void> {
  await pass(stack, state);
  if (await runElastic(state)) await pass(stack, state);
}

async function pass(stack: Stack, state: DrawnState): Promise<void> {
  for (let made = 0; made < state.passesMax; made += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one pass after the other
    await refreshTip(stack);
    // oxlint-disable-next-line no-await-in-loop -- as above
    const { looksAgain } = await runPass(stack, { isPreview: false });
    // oxlint-disable-next-line no-await-in-loop -- as above
    await untilAtRest(state);
    if (!looksAgain) return;
  }
}

/** Every second one runs what its spec says. */
async function runElastic({ namespace, members }: DrawnState): Promise<boolean> {
  const wanted = members.filter(
    ({ drawn, before }, index) => isElastic(drawn.body) && before !== undefined && index % 2 === 0,
  );
  for (const { drawn } of wanted) {
    const target = targetOf(inNamespace(drawn.body, namespace));
    // oxlint-disable-next-line no-await-in-loop -- one or two
    const found = await admin().find(target);
    if (found === undefined) continue;
    const version = textAt(found, "spec", "version") ?? "";
    const observedGeneration = numberAt(found, "metadata", "generation") ?? 0;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await setElasticStatus(admin(), target, {
      version,
      health: "green",
      phase: "Ready",
      observedGeneration,
    });
  }
  return wanted.length > 0;
}

function isElastic({ kind }: JsonObject): boolean {
  return kind === "Elasticsearch" || kind === "Kibana";
}

async function untilAtRest({ namespace, hasNamespace }: DrawnState): Promise<void> {
  if (!hasNamespace) return;
  await eventually(`${namespace} comes to rest`, async () => isAtRest(namespace));
}

async function planAndPass(state: DrawnState, place: Place): Promise<PlayedState> {
  const planMark = await auditMark();
  const plan = await withAgent(place, async ({ stack }) => previewStack(stack));
  const passMark = await auditMark();
  const sentByPlan = await writesSince(planMark, place);
  await withAgent(place, makeOnePass);
  const sentByPass = await writesSince(passMark, place);
  const isDisturbed = await wereOthersThere(planMark, place, sentByPass);
  return { state, plan, sentByPlan, sentByPass, isDisturbed };
}

async function makeOnePass({ stack, lease }: Agent): Promise<void> {
  await syncStack(stack, {
    signal: new AbortController().signal,
    schedule: cronSchedule,
    lease,
    isOnePass: true,
    hasConfirmed: false,
    timeoutMs: SYNC_TIMEOUT_MS,
    onStatus: () => undefined,
  });
}

async function writesSince(
  mark: number,
  { user, agentNamespace }: Place,
): Promise<readonly SentWrite[]> {
  return sentWrites(await auditSince(mark, { isWrite: true, user: user.name }), agentNamespace);
}

/** Before the pass sent anything; or its own writes met somebody else's. */
async function wereOthersThere(
  planMark: number,
  { user, namespace }: Place,
  sentByPass: readonly SentWrite[],
): Promise<boolean> {
  const beganAt = sentByPass[0]?.entry.at;
  const all = await auditSince(planMark, { isWrite: true });
  const others = all.filter((each) => each.user !== user.name && isWithin(each, namespace));
  return (
    others.some(({ at }) => beganAt === undefined || at < beganAt) ||
    sentByPass.some(({ entry }) => entry.code === 409)
  );
}

/** Endpoints follow pods at their own pace, and nothing of a plan rests on them. */
function isWithin({ namespace, resource, name }: AuditEntry, own: string): boolean {
  if (["events", "endpoints", "endpointslices"].includes(resource)) return false;
  return namespace.startsWith(own) || name.startsWith(own);
}

interface Agent {
  readonly stack: Stack;
  readonly lease: LeasePort;
}

/** An agent of its own, as a command of the program has: it knows nothing but what stands in the cluster. */
async function withAgent<Result>(
  place: Place,
  act: (agent: Agent) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(place.folder, "agent-"));
  const { stack, lease } = connectStack({
    ...place,
    folder,
    source: { url: place.repository },
    clock: realClock,
    kubeconfig: place.user.kubeconfig,
    siblings: new Map(),
    family: new Map<string, Stack>(),
    wrapCluster: (cluster) => cluster,
    log: SILENT_LOG,
  });
  try {
    return await act({ stack, lease });
  } finally {
    await closeStack(stack);
    await stack.setup.ports.cluster.close();
  }
}
