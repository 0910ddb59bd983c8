import { expect, test } from "vitest";
import { type JsonObject, objectAt } from "../../src/core/object/json.ts";
import { eventually } from "../support/eventually.ts";
import { passes, passUntil } from "../support/follow-stack.ts";
import { interpose } from "../support/interpose.ts";
import { deployment, idIn, manifestFiles, marked, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import {
  countRollouts,
  create,
  fromSecret,
  openInSync,
  passUntilRolled,
  podWithEnv,
  reader,
  secret,
  setData,
} from "../support/restart-scene.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

const SECRETS = [secret("x", { a: "one" }), secret("y", { a: "one" })];

function pausedReader(name: string): JsonObject {
  return deployment(name, { pod: podWithEnv(fromSecret("x")), spec: { paused: true } });
}

function setReader(name: string, updateStrategy: JsonObject): JsonObject {
  const like = deployment(name, { pod: podWithEnv(fromSecret("x")) });
  const spec = { ...objectAt(like, "spec"), serviceName: name, updateStrategy };
  return { ...like, kind: "StatefulSet", spec };
}

/** Its pods run and are never ready. */
function brokenReader(name: string, source: string): JsonObject {
  return deployment(name, {
    spec: {
      template: {
        metadata: { labels: { app: name }, annotations: { "test.lockstep.dev/ready": "never" } },
        spec: podWithEnv(fromSecret(source)),
      },
    },
  });
}

async function openWith(
  manifests: readonly JsonObject[],
  config: readonly string[],
): Promise<TestStack> {
  const stack = await openTestStack({ config });
  await Promise.all(SECRETS.map(async (each) => create(stack, each)));
  await stack.commit(manifestFiles(...manifests));
  return stack;
}

async function untilPhase(
  stack: TestStack,
  workloads: readonly JsonObject[],
  phase: string,
): Promise<void> {
  await passUntil(stack, `all are ${phase}`, () =>
    workloads.every((each) => stack.object(idIn(stack.namespace, each))?.phase === phase),
  );
}

/** Makes passes until the workload has had so many pod templates. */
async function untilRolled(
  stack: TestStack,
  workload: JsonObject,
  rollouts: number,
): Promise<void> {
  await eventually(`${rollouts} pod templates`, async () => {
    await stack.pass();
    return (await countRollouts(stack, workload)) === rollouts;
  });
}

async function contentOf(stack: TestStack, workload: JsonObject): Promise<string> {
  const live = await admin().get(targetIn(stack.namespace, workload));
  return JSON.stringify(objectAt(live, "spec", "template", "metadata", "annotations") ?? {});
}

describeReal("which workloads keep restarts of others waiting", () => {
  test.each([
    { what: "is paused", resting: pausedReader("rests") },
    { what: "waits for OnDelete", resting: setReader("rests", { type: "OnDelete" }) },
    {
      what: "has a partition",
      resting: setReader("rests", { type: "RollingUpdate", rollingUpdate: { partition: 5 } }),
    },
  ])("S1: one that $what until a person acts is none of them", async ({ resting }) => {
    const web = reader("web", "y");
    const stack = await openWith([resting, web], ["secrets: { window: 300ms, rollAtOnce: 1 }"]);
    await untilPhase(stack, [web], "Ready");
    const before = await contentOf(stack, resting);
    await setData(stack, "x", { a: "two" });
    await eventually("it knows the content", async () => {
      await stack.pass();
      return (await contentOf(stack, resting)) !== before;
    });
    await setData(stack, "y", { a: "two" });
    await untilRolled(stack, web, 2);
    await passes(stack, 3);
    expect(await countRollouts(stack, web)).toBe(2);
  });

  test("S1: one that stands still for another Secret is none of them, wherever its name stands", async () => {
    const web = reader("web", "x");
    const all = [brokenReader("a", "y"), web, brokenReader("z", "y")];
    const stack = await openWith(all, [
      "secrets: { window: 300ms, rollAtOnce: 1 }",
      "gates: { progressDeadline: 1s }",
    ]);
    await untilPhase(stack, [brokenReader("a", "y"), brokenReader("z", "y")], "Stalled");
    await setData(stack, "x", { a: "two" });
    await untilRolled(stack, web, 2);
    expect(stack.object(idIn(stack.namespace, web))?.blockers).toEqual([]);
  });

  test("S1: all that a Secret broke restart with a better one, though each of them stands still", async () => {
    const all = ["a", "b", "c"].map((name) => brokenReader(name, "x"));
    const stack = await openWith(all, [
      "secrets: { window: 300ms, rollAtOnce: 1 }",
      "gates: { progressDeadline: 1s }",
    ]);
    await untilPhase(stack, all, "Stalled");
    await setData(stack, "x", { a: "two" });
    for (const each of all) {
      // oxlint-disable-next-line no-await-in-loop -- three
      await untilRolled(stack, each, 2);
    }
    await passes(stack, 3);
    const counts = await Promise.all(all.map(async (each) => countRollouts(stack, each)));
    expect(counts).toEqual([2, 2, 2]);
  });
});

describeReal("a dependent of what is to restart", () => {
  test("S14: a target whose Secret changes in the same commit restarts before its dependent changes", async () => {
    const db = reader("db", "db");
    const [app, next] = [1, 2].map((replicas) =>
      marked(deployment("app", { spec: { replicas } }), {
        annotations: { "lockstep.dev/after": "Deployment.apps/db" },
      }),
    );
    const written: string[] = [];
    const stack = await openInSync([secret("db", { a: "one" }), db, app ?? {}], [], {
      wrapCluster: (cluster) =>
        interpose(cluster, {
          async beforeApply({ ref: { id } }) {
            if (id.kind !== "ConfigMap") written.push(`${id.kind}/${id.name}`);
          },
        }),
    });
    written.length = 0;
    await stack.commit(manifestFiles(secret("db", { a: "two" }), db, next ?? {}));
    await passUntilRolled(stack, [db], 2);
    await passes(stack, 3);
    expect(written).toEqual(["Secret/db", "Deployment/db", "Deployment/app"]);
  });
});
