import { describe, expect, test } from "vitest";
import { closeStack } from "../../src/agent/open-stack.ts";
import { ClusterError } from "../../src/core/cluster-error.ts";
import { type JsonObject, objectAt } from "../../src/core/object/json.ts";
import { contentDigest } from "../support/content-digest.ts";
import { eventually } from "../support/eventually.ts";
import { type FollowedTemplates, followTemplates } from "../support/follow-templates.ts";
import { hasCaughtUp } from "../support/has-caught-up.ts";
import type { Target } from "../support/kube-client.ts";
import { deployment, manifestFiles, targetIn } from "../support/kube-manifests.ts";
import { type MovableClock, movableClock } from "../support/movable-clock.ts";
import { Killed, type NumberedRequests, numberRequests } from "../support/number-requests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { fromSecret, openInSync, podWithEnv, secret, setData } from "../support/restart-scene.ts";
import { openTestStack, type TestStack, type WhenDone } from "../support/test-stack.ts";

/** One workload restarts more often here than any would: no pace is to hold it. */
const CONFIG = ["secrets: { window: 300ms, budget: 100 }"];
const CONTENT = "lockstep.dev/content-";

/** A story has ended long before; without an end the test would never. */
const REQUESTS_MAX = 60;

interface Fault {
  readonly what: string;
  /** In place of the request. */
  readonly deed: (stage: Stage, send: () => Promise<unknown>) => Promise<void>;
  /** Pod templates that one change makes at most: another change may come between its two halves. */
  readonly templatesMax: number;
}

const FAULTS: readonly Fault[] = [
  {
    what: "does not reach the server",
    deed: async () => refuse("unreachable"),
    templatesMax: 1,
  },
  {
    what: "loses its answer",
    async deed(_stage, send) {
      await send();
      refuse("unreachable");
    },
    templatesMax: 1,
  },
  { what: "meets a conflict", deed: async () => refuse("conflict"), templatesMax: 1 },
  {
    what: "is not sent, for the agent is killed before it",
    deed: async ({ requests }) => kill(requests),
    templatesMax: 1,
  },
  {
    what: "is the last one, for the agent is killed after it",
    async deed({ requests }, send) {
      await send();
      kill(requests);
    },
    templatesMax: 1,
  },
  {
    what: "comes just after the content changed once more",
    deed: async (stage) => stage.change(),
    templatesMax: 2,
  },
];

function refuse(code: "unreachable" | "conflict"): never {
  throw new ClusterError(code, "a fault of the test");
}

function kill(requests: NumberedRequests): never {
  requests.cut();
  throw new Killed();
}

/** A stack whose agent is replaced when it was killed. */
interface Stage {
  readonly whenDone: WhenDone;
  readonly clock: MovableClock;
  readonly templates: FollowedTemplates;
  stack: TestStack;
  requests: NumberedRequests;
  value: number;
  /** Another content of the Secret, one that was never there. */
  change(): Promise<void>;
}

/** What changes, and who restarts for it. */
interface Scene {
  readonly what: string;
  readonly manifests: (value: number) => readonly JsonObject[];
  readonly change: (stack: TestStack, value: number) => Promise<void>;
  readonly made: readonly JsonObject[];
}

function web(name: string, tag: number): JsonObject {
  const pod = podWithEnv(fromSecret("db"));
  return deployment(name, {
    pod: {
      ...pod,
      containers: [{ name: "web", image: `web:1.0.${tag}`, envFrom: [fromSecret("db")] }],
    },
  });
}

const SCENES: readonly Scene[] = [
  {
    what: "a person changes a Secret",
    manifests: () => [web("web", 0), web("api", 0)],
    made: [secret("db", { a: "0" })],
    change: async (stack, value) => setData(stack, "db", { a: `${value}` }),
  },
  {
    what: "a commit changes a Secret and its consumers",
    manifests: (value) => [secret("db", { a: `${value}` }), web("web", value), web("api", value)],
    made: [],
    async change(stack, value) {
      const { manifests } = SCENES[1] ?? { manifests: () => [] };
      await stack.commit(manifestFiles(...manifests(value)));
    },
  },
];

const CASES = SCENES.flatMap((scene) =>
  FAULTS.map((fault) => [scene.what, fault.what, { scene, fault }] as const),
);

describeReal("a fault at each request of a restart", () => {
  describe.concurrent("played side by side", () => {
    test.for(CASES)(
      "S11: %s, and a request %s: one restart, with the last content",
      { timeout: 240_000 },
      async ([, , { scene, fault }], { onTestFinished }) => {
        const stage = await openStage(scene, onTestFinished);
        const faults: string[] = [];
        for (let at = 0; at < REQUESTS_MAX; at += 1) {
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          const outcome = await playFault(stage, fault, at);
          faults.push(...outcome.faults);
          if (!outcome.hasCome) break;
        }
        expect(faults).toEqual([]);
        expect(stage.value).toBeGreaterThan(5);
      },
    );
  });
});

async function openStage(scene: Scene, whenDone: WhenDone): Promise<Stage> {
  const clock = movableClock();
  const requests = numberRequests();
  const options = { config: CONFIG, clock, wrapCluster: requests.wrap, whenDone };
  const stack = await openInSync(scene.manifests(0), scene.made, options);
  const templates = await followTemplates(stack.namespace, whenDone);
  const stage: Stage = {
    whenDone,
    clock,
    templates,
    stack,
    requests,
    value: 0,
    async change() {
      stage.value += 1;
      await scene.change(stage.stack, stage.value);
    },
  };
  await untilQuiet(stage);
  return stage;
}

async function playFault(
  stage: Stage,
  { deed, templatesMax }: Fault,
  at: number,
): Promise<{ readonly hasCome: boolean; readonly faults: readonly string[] }> {
  const before = await countTemplates(stage);
  await stage.change();
  const { requests } = stage;
  requests.arm(at, async (send) => deed(stage, send));
  await untilQuiet(stage);
  const after = await countTemplates(stage);
  const wanted = await wantedDigest(stage.stack);
  const faults = await Promise.all(
    ["web", "api"].map(async (name) => {
      const count = (after.get(name) ?? 0) - (before.get(name) ?? 0);
      const isRight = count >= 1 && count <= templatesMax;
      const digest = await givenDigest(stage.stack, name);
      return [
        ...(isRight ? [] : [`request ${at}: ${name} got ${count} pod templates`]),
        ...(digest === wanted ? [] : [`request ${at}: ${name} has ${digest}, not ${wanted}`]),
      ];
    }),
  );
  return { hasCome: requests.hasCome(), faults: faults.flat() };
}

/** Passes of whichever agent lives, until nothing is to be done. */
async function untilQuiet(stage: Stage): Promise<void> {
  await eventually("it is quiet", async () => {
    try {
      const { writes } = await stage.stack.pass();
      // What was refused is tried again after a while.
      stage.clock.move(5_000);
      if (!isAtRest(stage) || !(await hasCaughtUp(stage.stack))) return undefined;
      const again = await stage.stack.pass();
      return isAtRest(stage) && again.writes === writes;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      await replaceAgent(stage);
      return undefined;
    }
  });
}

function isAtRest({ stack: { stack } }: Stage): boolean {
  const { inSync, objects, refusals } = stack.status;
  const isDue = objects.some(({ conditions }) =>
    conditions.some(({ type }) => type === "RestartDue"),
  );
  return inSync && !isDue && refusals.length === 0;
}

async function replaceAgent(stage: Stage): Promise<void> {
  const { stack: like, clock, whenDone } = stage;
  await closeStack(like.stack);
  stage.requests = numberRequests();
  const wrapCluster = stage.requests.wrap;
  stage.stack = await openTestStack({ like, clock, config: CONFIG, wrapCluster, whenDone });
}

async function countTemplates({ stack, templates }: Stage): Promise<ReadonlyMap<string, number>> {
  const counts = ["web", "api"].map(async (name): Promise<readonly [string, number]> => {
    await templates.until(await admin().get(targetIn(stack.namespace, web(name, 0))));
    return [name, templates.count(name)];
  });
  return new Map(await Promise.all(counts));
}

async function wantedDigest({ namespace, agentNamespace }: TestStack): Promise<string> {
  const db: Target = { apiVersion: "v1", kind: "Secret", namespace, name: "db" };
  const ring = { ...db, namespace: agentNamespace, name: "lockstep-digest-keys" };
  return contentDigest(ring, await admin().get(db));
}

async function givenDigest(stack: TestStack, name: string): Promise<string> {
  const live = await admin().get(targetIn(stack.namespace, web(name, 0)));
  const annotations = objectAt(live, "spec", "template", "metadata", "annotations") ?? {};
  const given = Object.entries(annotations).filter(([key]) => key.startsWith(CONTENT));
  return given.map(([, value]) => (typeof value === "string" ? value : "")).join(" ");
}
