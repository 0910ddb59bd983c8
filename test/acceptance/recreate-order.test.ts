import { expect, test } from "vitest";
import { type JsonObject, numberAt, textAt } from "../../src/core/object/json.ts";
import { auditMark, auditSince, briefEntry } from "../support/audit-log.ts";
import { eventually } from "../support/eventually.ts";
import { passes, passUntil } from "../support/follow-stack.ts";
import { startAgent } from "../support/killable-agent.ts";
import { idIn, manifestFiles, marked, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack } from "../support/test-stack.ts";
import { ALLOWED, rolling, writesOf } from "../support/unchangeable.ts";

const AFTER_DB = { annotations: { "lockstep.dev/after": "Deployment.apps/db@lockstep" } };

function apiAfterDb(version: string, labels: JsonObject): JsonObject {
  return marked(marked(rolling("api", version, { labels }), ALLOWED), AFTER_DB);
}

describeReal("the order in which objects are made anew", () => {
  test("O21: SIGKILL between the delete and the create: the next agent makes it from Git, once", async () => {
    const stack = await openTestStack();
    const pods = { "test.lockstep.dev/stops-after": "3s" };
    const before = marked(rolling("web", "1.0.0", { pods }), ALLOWED);
    const labels = { app: "web", part: "front" };
    const after = marked(rolling("web", "1.0.0", { pods, labels }), ALLOWED);
    const target = targetIn(stack.namespace, before);
    await stack.commit(manifestFiles(before));
    const first = await startAgent(stack);
    await eventually(
      "both pods are ready",
      async () => numberAt(await admin().find(target), "status", "readyReplicas") === 2,
      { timeoutMs: 20_000 },
    );
    const mark = await auditMark();
    await stack.commit(manifestFiles(after));
    await eventually("it is deleted", async () => {
      return (await writesOf(stack, mark, after)).includes("delete 200");
    });
    await first.kill();
    await eventually("it is gone", async () => (await admin().find(target)) === undefined, {
      timeoutMs: 20_000,
    });
    expect(await writesOf(stack, mark, after)).toEqual(["delete 200"]);

    const second = await startAgent(stack);
    await eventually(
      `it is there again; the agent said: ${second.said()}`,
      async () => textAt(await admin().find(target), "spec", "selector", "matchLabels", "part"),
      { timeoutMs: 25_000 },
    );
    expect(await writesOf(stack, mark, after)).toEqual(["delete 200", "patch 201"]);
  }, 120_000);

  test("O17: a target that is made anew at a lower version goes after its dependent", async () => {
    const stack = await openTestStack();
    await stack.commit(
      manifestFiles(
        marked(rolling("db", "2.0.0"), ALLOWED),
        marked(rolling("api", "2.0.0"), AFTER_DB),
      ),
    );
    expect(await stack.sync()).toMatchObject({ inSync: true });
    const mark = await auditMark();
    const labels = { app: "db", part: "back" };
    const lower = marked(rolling("db", "1.0.0", { labels }), ALLOWED);
    await stack.commit(manifestFiles(lower, marked(rolling("api", "1.0.0"), AFTER_DB)));
    expect(await stack.sync()).toMatchObject({ inSync: true });
    const entries = await auditSince(mark, { user: stack.user.name, isWrite: true });
    const told = entries.filter(({ resource, code }) => resource === "deployments" && code < 300);
    expect(told.map(briefEntry)).toEqual([
      "patch deployments/api 200",
      "delete deployments/db 200",
      "patch deployments/db 201",
    ]);
  });

  test("B2: a dependent is not taken away while its target's upgrade hangs, because it could not come back", async () => {
    const stack = await openTestStack();
    const db = rolling("db", "1.0.0");
    const api = apiAfterDb("1.0.0", { app: "api" });
    await stack.commit(manifestFiles(db, api));
    expect(await stack.sync()).toMatchObject({ inSync: true });
    const mark = await auditMark();
    const hanging = rolling("db", "2.0.0", { pods: { "test.lockstep.dev/ready": "never" } });
    const lower = apiAfterDb("0.9.0", { app: "api", part: "front" });
    await stack.commit(manifestFiles(hanging, lower));
    await passUntil(stack, "db hangs", ({ objects }) =>
      objects.some(({ version }) => version.running.includes("2.0.0")),
    );
    await passes(stack, 3);
    const status = stack.object(idIn(stack.namespace, api));
    expect([status?.phase, status?.action]).toEqual(["DelayingChanges", "hold"]);
    expect(await writesOf(stack, mark, api)).toEqual([]);
    expect(await admin().get(targetIn(stack.namespace, api))).toBeDefined();
  });
});
