import { randomBytes } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { renderStatusText } from "../../src/core/inventory/status-text.ts";
import { type JsonObject, textAt } from "../../src/core/object/json.ts";
import { annotationOf, uidOf } from "../../src/core/object/live-object.ts";
import { auditMark, auditSince, briefEntry } from "../support/audit-log.ts";
import { eventually } from "../support/eventually.ts";
import { passUntil } from "../support/follow-stack.ts";
import { targetOf } from "../support/kube-client.ts";
import { deployment, idIn, manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { movableClock } from "../support/movable-clock.ts";
import { admin, describeReal, type TestUser, takeUser } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

const KEPT = settings("kept", { a: "1" });
const DROPPED = settings("dropped", { a: "1" });
const DATABASE = deployment("database");
const WEB = deployment("web", {
  metadata: { annotations: { "lockstep.dev/after": "Deployment.apps/database" } },
});
const SECRET = { apiVersion: "v1", kind: "Secret", metadata: { name: "key" }, stringData: {} };

async function open(...objects: readonly JsonObject[]): Promise<TestStack> {
  const stack = await openTestStack();
  await stack.commit(manifestFiles(KEPT, ...objects));
  await stack.sync();
  return stack;
}

async function drop(stack: TestStack, ...objects: readonly JsonObject[]): Promise<void> {
  const files = Object.keys(manifestFiles(...objects));
  await stack.commit(Object.fromEntries(files.map((file) => [file, null])), "Drop it");
}

function parentOf({ name, agentNamespace }: TestStack): Parameters<typeof targetIn>[1] {
  const metadata = { name: `lockstep-${name}`, namespace: agentNamespace };
  return { apiVersion: "v1", kind: "ConfigMap", metadata };
}

async function loseParent(stack: TestStack): Promise<void> {
  await admin().delete(targetOf(parentOf(stack)));
}

/** The kinds that the parent names, by what is stored. */
async function namedKinds(stack: TestStack): Promise<readonly string[]> {
  const key = "applyset.kubernetes.io/contains-group-kinds";
  const live = await admin().get(targetOf(parentOf(stack)));
  return (annotationOf(live, key) ?? "").split(",");
}

/** Somebody who may write ConfigMaps and keep Leases, and list nothing else. */
async function takeNarrowUser(): Promise<TestUser> {
  const user = await takeUser({ isAdmin: false });
  const apiGroup = "rbac.authorization.k8s.io";
  const metadata = { name: user.name };
  const rules = [
    { apiGroups: [""], resources: ["configmaps", "events"], verbs: ["*"] },
    { apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["*"] },
    { apiGroups: ["events.k8s.io"], resources: ["events"], verbs: ["*"] },
  ];
  const role = { apiVersion: `${apiGroup}/v1`, kind: "ClusterRole", metadata, rules };
  const binding = {
    apiVersion: `${apiGroup}/v1`,
    kind: "ClusterRoleBinding",
    metadata,
    roleRef: { apiGroup, kind: "ClusterRole", name: user.name },
    subjects: [{ kind: "User", apiGroup, name: user.name }],
  };
  await admin().create(role);
  await admin().create(binding);
  return user;
}

/** A group whose own server does not answer: its Service has no endpoints. @returns its name. */
async function serveNobody(namespace: string): Promise<{ group: string; api: JsonObject }> {
  const group = `g${randomBytes(4).toString("hex")}.silent.lockstep.dev`;
  const service = { name: "nobody", namespace, port: 443 };
  const api = {
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name: `v1.${group}` },
    spec: {
      group,
      version: "v1",
      service,
      groupPriorityMinimum: 1,
      versionPriority: 1,
      insecureSkipTLSVerify: true,
    },
  };
  const metadata = { name: "nobody", namespace };
  await admin().create({ apiVersion: "v1", kind: "Service", metadata, spec: PORT });
  await admin().create(api);
  onTestFinished(async () => admin().delete(targetOf(api)));
  return { group, api };
}

const MINUTE_MS = 60_000;

/** What one pass reads, watches apart. */
async function readsOfPass(stack: TestStack): Promise<readonly string[]> {
  const mark = await auditMark();
  await stack.pass();
  const entries = await auditSince(mark, { user: stack.user.name });
  return entries.filter(({ verb }) => verb === "get" || verb === "list").map(briefEntry);
}

const PORT = { ports: [{ port: 443 }] };

describeReal("Prune after the parent was lost", () => {
  test("O19: a parent that was lost is rebuilt before anything is deleted", async () => {
    const stack = await open(DATABASE, WEB);
    await loseParent(stack);
    await drop(stack, DATABASE, WEB);
    const later = await openTestStack({ like: stack });
    expect(await later.sync()).toMatchObject({ inSync: true, orphans: [] });
    expect(await admin().find(targetIn(stack.namespace, DATABASE))).toBeUndefined();
  });

  test("O19: a parent that somebody deletes beside a running agent is there again at once, with what it said", async () => {
    const stack = await open(DATABASE);
    stack.start();
    await admin().patch(targetIn(stack.namespace, KEPT), { merge: { data: { a: "2" } } });
    await stack.until("it was taken back", ({ inSync, drift }) => inSync && drift.length > 0);
    // A status that is still to be written would bring it back by itself.
    const before = await eventually("all is written", async () => {
      const live = await admin().get(targetOf(parentOf(stack)));
      return textAt(live, "data", "status.json") === renderStatusText(stack.stack.status) && live;
    });
    await loseParent(stack);
    const after = await eventually("it is there again", async () =>
      admin().find(targetOf(parentOf(stack))),
    );
    expect(uidOf(after)).not.toBe(uidOf(before));
    expect(textAt(after, "data", "revision")).toBe(textAt(before, "data", "revision"));
    expect(await namedKinds(stack)).toEqual(["ConfigMap", "Deployment.apps"]);
  });

  test("O19: kinds that may not be listed are not pruned, are told once, and hold nothing else", async () => {
    const stack = await open(DROPPED, SECRET);
    await loseParent(stack);
    await drop(stack, DROPPED, SECRET);
    const later = await openTestStack({ like: stack, user: await takeNarrowUser() });
    const status = await later.sync();
    expect([status.inSync, status.refusals, status.orphans]).toEqual([true, [], []]);
    expect(status.lints.map(({ what }) => what)).toEqual([
      expect.stringMatching(
        /, and \d+ more kinds may not be listed: |more kinds may not be listed: /,
      ),
    ]);
    expect(await admin().find(targetIn(stack.namespace, DROPPED))).toBeUndefined();
    expect(await admin().find(targetIn(stack.namespace, SECRET))).toBeDefined();
    expect(await namedKinds(later)).toContain("Secret");
    const last = await openTestStack({ like: stack });
    expect(await last.sync()).toMatchObject({ inSync: true, orphans: [], lints: [] });
    expect(await admin().find(targetIn(stack.namespace, SECRET))).toBeUndefined();
    expect(await namedKinds(last)).toEqual(["ConfigMap"]);
  });

  test("B11: while the server of a group is down, nobody knows what it holds: nothing is deleted, and the parent names it", async () => {
    const stack = await open(DROPPED);
    const { group, api } = await serveNobody(stack.namespace);
    await loseParent(stack);
    await drop(stack, DROPPED);
    const mark = await auditMark();
    const later = await openTestStack({ like: stack });
    const held = await passUntil(later, "it is held", ({ orphans }) => orphans.length > 0);
    expect(held.orphans.map(({ id, action }) => `${action} ${id}`)).toEqual([
      `hold ${idIn(stack.namespace, DROPPED)}`,
    ]);
    expect(held.orphans[0]?.reason).toContain(`*.${group} cannot be listed`);
    expect(await namedKinds(later)).toEqual([`*.${group}`, "ConfigMap"]);
    const deletes = await auditSince(mark, { user: later.user.name, isWrite: true });
    expect(deletes.filter(({ verb }) => verb === "delete")).toEqual([]);
    await admin().delete(targetOf(api));
    await passUntil(later, "all is gone", ({ inSync, orphans }) => inSync && orphans.length === 0);
    expect(await namedKinds(later)).toEqual(["ConfigMap"]);
  });
});

describeReal("Prune while the server of a group is down", () => {
  test("O19: objects of its kinds are not gone: the parent keeps naming them, and what they may need stays", async () => {
    const stack = await open(DROPPED);
    const { group, api } = await serveNobody(stack.namespace);
    // As an earlier run left it, when the group was served.
    await admin().patch(targetOf(parentOf(stack)), {
      merge: {
        metadata: {
          annotations: { "applyset.kubernetes.io/contains-group-kinds": `Boat.${group},ConfigMap` },
        },
      },
    });
    await drop(stack, DROPPED);
    const later = await openTestStack({ like: stack });
    const held = await passUntil(later, "it is held", ({ orphans }) => orphans.length > 0);
    expect(held.orphans[0]?.reason).toContain(`Boat.${group} cannot be listed`);
    await later.pass();
    expect(await admin().find(targetIn(stack.namespace, DROPPED))).toBeDefined();
    expect(await namedKinds(later)).toEqual([`Boat.${group}`, "ConfigMap"]);
    await admin().delete(targetOf(api));
    await passUntil(later, "all is gone", ({ inSync, orphans }) => inSync && orphans.length === 0);
    expect(await namedKinds(later)).toEqual(["ConfigMap"]);
  });

  test("B9: it is asked for less and less often: a pass at which nothing changed sends no request", async () => {
    const stack = await open();
    const { group, api } = await serveNobody(stack.namespace);
    await admin().patch(targetOf(parentOf(stack)), {
      merge: {
        metadata: {
          annotations: { "applyset.kubernetes.io/contains-group-kinds": `Boat.${group},ConfigMap` },
        },
      },
    });
    const clock = movableClock();
    const later = await openTestStack({ like: stack, clock });
    await passUntil(later, "it is in sync", ({ inSync }) => inSync);
    for (let asked = 0; asked < 7; asked += 1) {
      clock.move(MINUTE_MS);
      // oxlint-disable-next-line no-await-in-loop -- each pass that asks doubles the wait
      await later.pass();
    }
    expect(await readsOfPass(later)).toEqual([]);
    expect(await readsOfPass(later)).toEqual([]);
    clock.move(MINUTE_MS);
    expect(await readsOfPass(later)).toContain("list apiservices 200");
    expect(await readsOfPass(later)).toEqual([]);
    await admin().delete(targetOf(api));
    clock.move(MINUTE_MS);
    await eventually("it is forgotten", async () => {
      await later.pass();
      return (await namedKinds(later)).join() === "ConfigMap";
    });
    expect(await readsOfPass(later)).toEqual([]);
  });
});
