import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { confirmPrune } from "../../src/agent/confirm-prune.ts";
import type { Stack } from "../../src/agent/stack.ts";
import { objectAt, textAt } from "../../src/core/object/json.ts";
import { uidOf } from "../../src/core/object/live-object.ts";
import { auditMark, auditSince } from "../support/audit-log.ts";
import { passUntil } from "../support/follow-stack.ts";
import {
  deployment,
  idIn,
  manifestFiles,
  marked,
  settings,
  targetIn,
} from "../support/kube-manifests.ts";
import { patchAsX } from "../support/protected-fields.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

const KEPT = settings("kept", { a: "1" });
const DATABASE = deployment("database");
const WEB = deployment("web", {
  metadata: { annotations: { "lockstep.dev/after": "Deployment.apps/database" } },
});

/** Names of the stack's objects that were deleted since, in order, with the policy and whether they were guarded. */
async function deletesSince(stack: TestStack, mark: number): Promise<readonly string[]> {
  const entries = await auditSince(mark, { user: stack.user.name, isWrite: true });
  return entries
    .filter(({ verb, code }) => verb === "delete" && code < 300)
    .map(
      ({ name, body }) =>
        `${name} ${JSON.stringify(body?.["propagationPolicy"])} ${Object.keys(
          objectAt(body, "preconditions") ?? {},
        )
          .toSorted()
          .join("+")}`,
    );
}

async function open(): Promise<TestStack> {
  const stack = await openTestStack();
  await stack.commit(manifestFiles(KEPT, DATABASE, WEB));
  await stack.sync();
  return stack;
}

function using(name: string): ReturnType<typeof deployment> {
  const envFrom = [{ configMapRef: { name } }];
  return deployment("web", { pod: { containers: [{ name: "web", image: "web:1.0.0", envFrom }] } });
}

async function remove(stack: TestStack, ...files: readonly string[]): Promise<void> {
  await stack.commit(Object.fromEntries(files.map((file) => [file, null])), "Drop it");
}

describeReal("Prune", () => {
  test("O19: what Git drops is deleted, dependents before targets, with their pods, guarded", async () => {
    const stack = await open();
    const mark = await auditMark();
    await remove(stack, "deployment-database.yaml", "deployment-web.yaml");
    const status = await stack.sync();
    expect(await deletesSince(stack, mark)).toEqual([
      'web "Foreground" resourceVersion+uid',
      'database "Foreground" resourceVersion+uid',
    ]);
    expect(
      await admin().list({ apiVersion: "v1", kind: "Pod", namespace: stack.namespace }),
    ).toEqual([]);
    expect([status.inSync, status.orphans]).toEqual([true, []]);
    expect(await admin().find(targetIn(stack.namespace, KEPT))).toBeDefined();
  });

  test("O19: an object with a finalizer keeps later deletes waiting, and is named", async () => {
    const stack = await open();
    const web = targetIn(stack.namespace, WEB);
    await patchAsX(web, { metadata: { finalizers: ["example.com/hold"] } });
    await remove(stack, "deployment-database.yaml", "deployment-web.yaml");
    const { orphans } = await passUntil(stack, "web goes", (seen) =>
      seen.orphans.some(({ reason }) => reason.includes("example.com/hold")),
    );
    expect(orphans.map(({ id, action }) => `${action} ${id}`)).toEqual([
      `hold ${idIn(stack.namespace, DATABASE)}`,
      `prune ${idIn(stack.namespace, WEB)}`,
    ]);
    expect(orphans[0]?.reason).toBe(`waits for ${idIn(stack.namespace, WEB)}: it goes first`);
    await stack.pass();
    expect(await admin().find(targetIn(stack.namespace, DATABASE))).toBeDefined();
    await patchAsX(web, { metadata: { finalizers: null } });
    await passUntil(stack, "all is gone", ({ inSync }) => inSync);
    expect(await admin().find(targetIn(stack.namespace, DATABASE))).toBeUndefined();
  });

  test("O19: a ConfigMap that a change stops using goes when the change is rolled out", async () => {
    const stack = await openTestStack();
    await stack.commit(manifestFiles(settings("one", { a: "1" }), using("one")));
    await stack.sync();
    const mark = await auditMark();
    await stack.commit({
      ...manifestFiles(settings("two", { a: "2" }), using("two")),
      "configmap-one.yaml": null,
    });
    await stack.sync();
    const entries = await auditSince(mark, { user: stack.user.name, isWrite: true });
    const names = entries
      .filter(({ resource }) => resource !== "events" && resource !== "leases")
      .map(({ verb, name }) => `${verb} ${name}`);
    expect(names.filter((line) => !line.includes("lockstep-"))).toEqual([
      "patch two",
      "patch web",
      "delete one",
    ]);
  });

  test.each([
    {
      what: "an empty repository",
      files: ["configmap-kept.yaml", "deployment-database.yaml", "deployment-web.yaml"],
    },
  ])("B11: $what deletes nothing until a person confirms it", async ({ files }) => {
    const stack = await open();
    const mark = await auditMark();
    await remove(stack, ...files);
    const { orphans, inSync } = await stack.sync();
    expect(inSync).toBe(false);
    expect(orphans.map(({ action, confirm }) => `${action} ${confirm}`)).toEqual(
      files.map(() => `hold ${stack.stack.tip}`),
    );
    expect(await deletesSince(stack, mark)).toEqual([]);
    expect(await confirmPrune(stack.stack, stack.stack.tip.slice(0, 7))).toBe(true);
    expect(await stack.sync()).toMatchObject({ inSync: true, orphans: [] });
  });

  test("B11: many at once wait; a trailer of the commit confirms them", async () => {
    const stack = await openTestStack();
    const many = Array.from({ length: 12 }, (_, index) => settings(`s${index + 10}`, { a: "1" }));
    await stack.commit(manifestFiles(KEPT, ...many));
    await stack.sync();
    const mark = await auditMark();
    const dropped = Object.fromEntries(
      Object.keys(manifestFiles(...many)).map((file) => [file, null]),
    );
    await stack.commit(dropped, "Drop them");
    const held = await stack.sync();
    expect(held.orphans.map(({ action }) => action)).toEqual(many.map(() => "hold"));
    expect(held.orphans[0]?.reason).toContain("Git dropped 12 objects of 13 at once");
    expect(await deletesSince(stack, mark)).toEqual([]);
    await stack.commit(
      { "note.md": "yes" },
      `Drop them, really\n\nLockstep-Confirm-Prune: ${stack.name}`,
    );
    expect(await stack.sync()).toMatchObject({ inSync: true, orphans: [] });
  });

  test("O19: an object that moves to another stack of the agent is never deleted", async () => {
    const suffix = randomBytes(4).toString("hex");
    const names = [`from-${suffix}`, `to-${suffix}`];
    const family = { names, open: new Map<string, Stack>() };
    const from = await openTestStack({ name: names[0] ?? "", family });
    const { namespace, agentNamespace } = from;
    const to = await openTestStack({ name: names[1] ?? "", namespace, agentNamespace, family });
    const other = settings("other", { a: "1" });
    await from.commit(manifestFiles(KEPT, other));
    await to.commit({ "note.md": "nothing yet" });
    await from.pass();
    await to.pass();
    await from.sync();
    const uid = uidOf(await admin().get(targetIn(namespace, KEPT)));
    const mark = await auditMark();
    await remove(from, "configmap-kept.yaml");
    await to.commit(manifestFiles(KEPT));
    await from.pass();
    await passUntil(to, "it is taken over", ({ inSync }) => inSync);
    const status = await from.sync();
    expect([status.inSync, status.orphans]).toEqual([true, []]);
    const moved = await admin().get(targetIn(namespace, KEPT));
    expect([uidOf(moved), textAt(moved, "metadata", "labels", "lockstep.dev/stack")]).toEqual([
      uid,
      names[1],
    ]);
    expect(await deletesSince(from, mark)).toEqual([]);
  });

  test("O19: two orphans that depend on each other are deleted together, and the cycle is named", async () => {
    const stack = await openTestStack();
    const [one, two] = ["one", "two"].map((name) => settings(name, { a: "1" }));
    if (one === undefined || two === undefined) throw new Error("there are two");
    const kept = marked(two, {
      annotations: {
        "lockstep.dev/after": "ConfigMap/one@exists",
        "lockstep.dev/prune": "disabled",
      },
    });
    await stack.commit(manifestFiles(KEPT, one, kept));
    await stack.sync();
    // Git would not take both halves of the cycle at once: the first one is left behind by the time of the second.
    await remove(stack, "configmap-two.yaml");
    const after = marked(one, { annotations: { "lockstep.dev/after": "ConfigMap/two@exists" } });
    await stack.commit(manifestFiles(after));
    await stack.sync();
    await patchAsX(targetIn(stack.namespace, two), {
      metadata: { annotations: { "lockstep.dev/prune": null } },
    });
    const mark = await auditMark();
    await remove(stack, "configmap-one.yaml");
    const planned = await stack.preview();
    const [first, second] = [idIn(stack.namespace, one), idIn(stack.namespace, two)];
    expect(planned.orphans.map(({ id, action }) => `${action} ${id}`)).toEqual([
      `prune ${first}`,
      `prune ${second}`,
    ]);
    expect(planned.orphans[0]?.reason).toContain(`${first} → ${second}`);
    expect(await stack.sync()).toMatchObject({ inSync: true, orphans: [] });
    expect(await deletesSince(stack, mark)).toEqual([
      'one "Foreground" resourceVersion+uid',
      'two "Foreground" resourceVersion+uid',
    ]);
  });

  test("B11: a renamed folder, and a commit with a problem, delete nothing", async () => {
    const stack = await openTestStack({ config: [] });
    await stack.commit(manifestFiles(KEPT, DATABASE));
    await stack.sync();
    const mark = await auditMark();
    await stack.commit({ "configmap-kept.yaml": null, "broken.yaml": "apiVersion: v1\nkind: [\n" });
    const status = await stack.sync();
    expect(status.problems).not.toEqual([]);
    expect(await deletesSince(stack, mark)).toEqual([]);
  });

  test("O19: protected kinds and objects that say so stay, and are named", async () => {
    const stack = await openTestStack();
    const claim = {
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      metadata: { name: "data" },
      spec: {
        accessModes: ["ReadWriteOnce"],
        resources: { requests: { storage: "1Gi" } },
        storageClassName: "none",
      },
    };
    const disabled = marked(settings("disabled", {}), {
      annotations: { "lockstep.dev/prune": "disabled" },
    });
    await stack.commit(manifestFiles(KEPT, claim, disabled));
    await passUntil(stack, "all is applied", ({ objects }) =>
      objects.every(({ appliedRevision }) => appliedRevision !== ""),
    );
    await remove(stack, "persistentvolumeclaim-data.yaml", "configmap-disabled.yaml");
    const { orphans, inSync } = await stack.sync();
    expect(orphans.map(({ id, action }) => `${action} ${id}`)).toEqual([
      `keep ${idIn(stack.namespace, disabled)}`,
      `keep ${idIn(stack.namespace, claim)}`,
    ]);
    expect(inSync).toBe(true);
  });
});
