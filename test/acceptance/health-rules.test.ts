import { randomBytes } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { type JsonObject, textAt } from "../../src/core/object/json.ts";
import type { ClockPort } from "../../src/ports/clock-port.ts";
import { auditMark } from "../support/audit-log.ts";
import { eventually } from "../support/eventually.ts";
import { blockersOf, passes, passUntil, writesSince } from "../support/follow-stack.ts";
import type { Target } from "../support/kube-client.ts";
import { idIn, manifestFiles, marked, settings, targetIn } from "../support/kube-manifests.ts";
import { realClock } from "../support/real-clock.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

describeReal("health rules of the config", () => {
  test("a kind that writes no conditions gates by its own rule, and opens no gate before its rule says ready", async () => {
    const { stack, database, object } = await openDatabase([
      `ready: status.phase == "Ready" && status.replicas >= spec.replicas && !exists(status.error)`,
    ]);
    const app = marked(settings("app", { a: "1" }), {
      annotations: { "lockstep.dev/after": `Database.${groupOf(database)}/db@ready` },
    });
    await stack.commit(manifestFiles(object({ replicas: 2 }), app));
    await passUntil(stack, "the database is there", ({ writes }) => writes === 1);
    const mark = await auditMark();
    async function seen(status: JsonObject): Promise<readonly string[]> {
      await writeStatus(database, status);
      await passUntil(stack, "it is seen", () =>
        blockersOf(stack, idIn(stack.namespace, app)).some((line) =>
          line.includes(JSON.stringify(status["phase"])),
        ),
      );
      await passes(stack, 2);
      return blockersOf(stack, idIn(stack.namespace, app));
    }
    await passes(stack, 3);
    expect(blockersOf(stack, idIn(stack.namespace, app))).toEqual([
      "Database/db NotReady wants ready has the health rule does not say ready: status.phase is missing, status.replicas is missing, spec.replicas is 2, status.error is missing",
    ]);
    expect(await seen({ phase: "Creating", replicas: 2 })).toEqual([
      `Database/db NotReady wants ready has the health rule does not say ready: status.phase is "Creating", status.replicas is 2, spec.replicas is 2, status.error is missing`,
    ]);
    expect(await seen({ phase: "Ready", replicas: 1 })).toEqual([
      `Database/db NotReady wants ready has the health rule does not say ready: status.phase is "Ready", status.replicas is 1, spec.replicas is 2, status.error is missing`,
    ]);
    expect(await writesSince(stack, mark)).toEqual([]);
    expect(stack.object(idIn(stack.namespace, object({})))?.phase).toBe("ApplyingChanges");

    await writeStatus(database, { phase: "Ready", replicas: 2 });
    await passUntil(stack, "the app is there", ({ writes }) => writes === 2);
    await passUntil(stack, "in sync", (status) => status.inSync);
    expect(stack.object(idIn(stack.namespace, object({})))?.phase).toBe("Ready");
  });

  test("what a rule calls failed is Stalled at once, holds its dependents, and is looked at again", async () => {
    const { stack, database, object } = await openDatabase([
      `ready: status.phase == "Ready"`,
      `failed: status.phase == "Broken"`,
    ]);
    const app = marked(settings("app", { a: "1" }), {
      annotations: { "lockstep.dev/after": `Database.${groupOf(database)}/db` },
    });
    await stack.commit(manifestFiles(object({}), app));
    await passUntil(stack, "the database is there", ({ writes }) => writes === 1);
    await writeStatus(database, { phase: "Broken" });
    const id = idIn(stack.namespace, object({}));
    await passUntil(stack, "it is stalled", () => stack.object(id)?.phase === "Stalled");
    expect(stack.object(id)?.cause).toEqual({
      pod: "",
      reason: "Failed",
      message: `the health rule says failed: status.phase is "Broken"`,
    });
    await passes(stack, 2);
    expect(blockersOf(stack, idIn(stack.namespace, app))).toEqual([
      `Database/db Stalled wants ready has the health rule says failed: status.phase is "Broken"`,
    ]);
    expect(await admin().find(targetIn(stack.namespace, app))).toBeUndefined();

    await writeStatus(database, { phase: "Ready" });
    await passUntil(stack, "the app is there", ({ writes }) => writes === 2);
  });

  test("without a rule a kind that has never written status opens no gate, and its own health is unknown after a minute", async () => {
    let aheadMs = 0;
    const clock = { ...realClock, now: () => realClock.now() + aheadMs };
    const { stack, database, object } = await openDatabase([], clock);
    const app = marked(settings("app", { a: "1" }), {
      annotations: { "lockstep.dev/after": `Database.${groupOf(database)}/db` },
    });
    const id = idIn(stack.namespace, object({}));
    await stack.commit(manifestFiles(object({}), app));
    await passUntil(stack, "the database is there", ({ writes }) => writes === 1);
    await writeStatus(database, { phase: "Ready" });
    await passes(stack, 3);
    const held = "Database/db NotReady wants ready has it has never written status";
    expect(blockersOf(stack, idIn(stack.namespace, app))).toEqual([held]);
    expect(stack.object(id)?.phase).toBe("ApplyingChanges");

    aheadMs = 61_000;
    await passes(stack, 2);
    expect(stack.object(id)?.phase).toBe("Ready");
    expect(stack.object(id)?.conditions.map(({ type }) => type)).toEqual(["HealthUnknown"]);
    expect(blockersOf(stack, idIn(stack.namespace, app))).toEqual([held]);
    expect(await admin().find(targetIn(stack.namespace, app))).toBeUndefined();

    await writeStatus(database, { conditions: [{ type: "Ready", status: "True" }] });
    await passUntil(stack, "the app is there", ({ writes }) => writes === 2);
    expect(stack.object(id)?.conditions).toEqual([]);
  });

  test("a kind with its version at a place of its own gates by that version", async () => {
    const { stack, database, object } = await openDatabase([
      `ready: status.phase == "Ready"`,
      "version: { declared: spec.image.tag, running: status.image }",
    ]);
    const after = `Database.${groupOf(database)}/db`;
    function app(version: string): JsonObject {
      return marked(settings("app", { version }), { annotations: { "lockstep.dev/after": after } });
    }
    await stack.commit(manifestFiles(object({ image: { tag: "1.4.0" } }), app("1.4.0")));
    await passUntil(stack, "the database is there", ({ writes }) => writes === 1);
    await writeStatus(database, { phase: "Ready", image: "1.4.0" });
    await passUntil(stack, "in sync", (status) => status.inSync);

    await stack.commit(manifestFiles(object({ image: { tag: "1.5.0" } }), app("1.5.0")));
    await passUntil(stack, "the database is changed", ({ writes }) => writes === 3);
    await passes(stack, 5);
    expect(blockersOf(stack, idIn(stack.namespace, app("1.5.0")))).toEqual([
      "Database/db VersionBehind wants 1.5.0 has 1.4.0",
    ]);
    const target = targetIn(stack.namespace, app("1.5.0"));
    expect(textAt(await admin().get(target), "data", "version")).toBe("1.4.0");
    await writeStatus(database, { phase: "Ready", image: "1.5.0" });
    await eventually("the app follows", async () => {
      await stack.pass();
      return textAt(await admin().get(target), "data", "version") === "1.5.0";
    });
  });
});

/** A stack with one custom kind of its own, whose controller is the test. Its schema knows nothing of conditions. */
async function openDatabase(
  rule: readonly string[],
  clock: ClockPort = realClock,
): Promise<{
  readonly stack: TestStack;
  readonly database: Target;
  readonly object: (spec: JsonObject) => JsonObject;
}> {
  const group = `h${randomBytes(4).toString("hex")}.test.lockstep.dev`;
  const crd = definition(group);
  await admin().create(crd);
  onTestFinished(async () => {
    await admin().delete({
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      name: `databases.${group}`,
    });
  });
  const stack = await openTestStack({
    clock,
    config:
      rule.length === 0
        ? []
        : ["health:", `  - kind: Database.${group}`, ...rule.map((line) => `    ${line}`)],
  });
  const apiVersion = `${group}/v1`;
  await eventually("the kind is served", async () =>
    admin().list({ apiVersion, kind: "Database", namespace: stack.namespace }),
  );
  return {
    stack,
    database: { apiVersion, kind: "Database", namespace: stack.namespace, name: "db" },
    object: (spec) => ({ apiVersion, kind: "Database", metadata: { name: "db" }, spec }),
  };
}

function definition(group: string): JsonObject {
  const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const openAPIV3Schema = { type: "object", properties: { spec: open, status: open } };
  const served = { served: true, storage: true, subresources: { status: {} } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `databases.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { kind: "Database", plural: "databases" },
      versions: [{ name: "v1", ...served, schema: { openAPIV3Schema } }],
    },
  };
}

function groupOf({ apiVersion }: Target): string {
  return apiVersion.split("/")[0] ?? "";
}

async function writeStatus(target: Target, status: JsonObject): Promise<void> {
  await admin().patch(
    target,
    { merge: { status } },
    { as: "database-operator", subresource: "status" },
  );
}
