import { expect, test } from "vitest";
import { type JsonObject, objectAt } from "../../src/core/object/json.ts";
import { passUntil } from "../support/follow-stack.ts";
import { interpose } from "../support/interpose.ts";
import { deployment, idIn, manifestFiles, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import {
  countRollouts,
  create,
  fromSecret,
  openInSync,
  passUntilRolled,
  podWithEnv,
  secret,
  setData,
} from "../support/restart-scene.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

/** Its pods take their time. */
function slowReader(name: string, annotations: JsonObject): JsonObject {
  return deployment(name, {
    spec: {
      template: {
        metadata: { labels: { app: name }, annotations },
        spec: podWithEnv(fromSecret("db")),
      },
    },
  });
}

const SLOW = { "test.lockstep.dev/ready-after": "1500ms" };
const NEVER = { "test.lockstep.dev/ready": "never" };
const WAITS = "its pods restart once the rollout that goes on is done";

function dueOf(stack: TestStack, workload: JsonObject): string {
  const conditions = stack.object(idIn(stack.namespace, workload))?.conditions ?? [];
  return conditions.find(({ type }) => type === "RestartDue")?.message ?? "";
}

async function isRolledOut(namespace: string, workload: JsonObject): Promise<boolean> {
  const live = await admin().find(targetIn(namespace, workload));
  const { updatedReplicas, availableReplicas, replicas } = objectAt(live ?? {}, "status") ?? {};
  return replicas === 1 && updatedReplicas === 1 && availableReplicas === 1;
}

describeReal("a source that changes while a workload rolls out", () => {
  test.each([
    { choice: "wait", doneBefore: [true, true], isTold: true },
    { choice: "restart", doneBefore: [true, false], isTold: false },
  ])("S10: duringRollout: $choice", async ({ choice, doneBefore, isTold }) => {
    const web = slowReader("web", SLOW);
    const done: boolean[] = [];
    const stack = await openInSync([web], [secret("db", { a: "one" })], {
      config: [`secrets: { window: 100ms, duringRollout: ${choice} }`],
      wrapCluster: (cluster) =>
        interpose(cluster, {
          async beforeApply({ ref: { id } }) {
            if (id.kind === "Deployment") done.push(await isRolledOut(id.namespace, web));
          },
        }),
    });
    done.length = 0;
    await setData(stack, "db", { a: "two" });
    await passUntil(stack, "it rolls", () => done.length === 1);
    await setData(stack, "db", { a: "three" });
    const told = new Set<string>();
    await passUntil(stack, "it has rolled again", ({ inSync }) => {
      told.add(dueOf(stack, web));
      return inSync && done.length === 2;
    });
    expect(done).toEqual(doneBefore);
    expect(told.has(`${WAITS}: Secret/${stack.namespace}/db changed`)).toBe(isTold);
    expect(await countRollouts(stack, web)).toBe(3);
  });

  test("S10: one that stands still is not waited for: the new content may be what it needs", async () => {
    const web = slowReader("web", NEVER);
    const stack = await openTestStack({
      config: [
        "secrets: { window: 100ms, duringRollout: wait }",
        "gates: { progressDeadline: 3s }",
      ],
    });
    await create(stack, secret("db", { a: "wrong" }));
    await stack.commit(manifestFiles(web));
    await passUntil(stack, "it rolls", ({ objects }) =>
      objects.some(({ phase }) => phase === "ApplyingChanges"),
    );
    await setData(stack, "db", { a: "right" });
    await passUntil(stack, "it waits", () => dueOf(stack, web).startsWith(WAITS));
    expect(await countRollouts(stack, web)).toBe(1);
    await passUntil(stack, "it restarts", () => dueOf(stack, web) === "");
    expect(await countRollouts(stack, web)).toBe(2);
  });

  test("S10: what Git changes does not wait, and takes the content along", async () => {
    const web = slowReader("web", SLOW);
    const next = slowReader("web", { ...SLOW, version: "two" });
    const stack = await openInSync([web], [secret("db", { a: "one" })], {
      config: ["secrets: { window: 100ms, duringRollout: wait }"],
    });
    await setData(stack, "db", { a: "two" });
    await passUntil(stack, "it rolls", ({ objects }) =>
      objects.some(({ phase }) => phase === "ApplyingChanges"),
    );
    await setData(stack, "db", { a: "three" });
    await passUntil(stack, "it waits", () => dueOf(stack, web).startsWith(WAITS));
    await stack.commit(manifestFiles(next));
    await stack.pass();
    await passUntilRolled(stack, [web], 3);
    expect(await countRollouts(stack, web)).toBe(3);
  });
});
