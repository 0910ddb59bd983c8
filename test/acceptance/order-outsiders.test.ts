import { expect, test } from "vitest";
import { type JsonObject, textAt } from "../../src/core/object/json.ts";
import { auditMark, auditSince, briefEntry } from "../support/audit-log.ts";
import { elasticId, elasticObject, elasticTarget } from "../support/elastic-objects.ts";
import { rollOut, rollOutAll } from "../support/elastic-operator.ts";
import { NEW, OLD } from "../support/elastic-stack.ts";
import { blockersOf, passes, passUntil, writesSince } from "../support/follow-stack.ts";
import type { Files } from "../support/git-repository.ts";
import { deployment, idIn, manifestFiles, marked, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal, type TestUser, takeUser } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

function target(version: string): Files {
  return manifestFiles(elasticObject("Elasticsearch", { name: "logs" }, { version }));
}

function dependentObject(version: string): JsonObject {
  const spec = { version, elasticsearchRef: { name: "logs" } };
  return elasticObject("Kibana", { name: "ui" }, spec);
}

/** A stack with the target at the higher version, rolled out. */
async function openTarget(user?: TestUser): Promise<TestStack> {
  const stack = await openTestStack(user === undefined ? {} : { user });
  await stack.commit(target(NEW));
  await rollOutAll(stack, [elasticTarget("Elasticsearch", stack.namespace, "logs")]);
  return stack;
}

/** The stack of another agent, in the same namespace: neither knows of the other. */
async function openOther({ namespace }: TestStack): Promise<TestStack> {
  return openTestStack({ namespace });
}

function isFree({ objects }: TestStack["stack"]["status"]): boolean {
  return objects.every(({ blockers }) => blockers.length === 0);
}

async function liveVersion({ namespace }: TestStack): Promise<string | undefined> {
  const live = await admin().get(elasticTarget("Elasticsearch", namespace, "logs"));
  return textAt(live, "spec", "version");
}

/** Reads that the stack's agent sent since the mark, watches apart. */
async function readsSince({ user }: TestStack, mark: number): Promise<readonly string[]> {
  const entries = await auditSince(mark, { user: user.name });
  return entries.filter(({ verb }) => verb === "list" || verb === "get").map(briefEntry);
}

/** Somebody who may do all but see Kibanas. @returns how to let them do that, too. */
async function takeNarrowUser(): Promise<{ user: TestUser; widen: () => Promise<unknown> }> {
  const user = await takeUser({ isAdmin: false });
  const apiGroup = "rbac.authorization.k8s.io";
  const metadata = { name: user.name };
  function roleFor(apiGroups: readonly string[]): JsonObject {
    const rules = [{ apiGroups, resources: ["*"], verbs: ["*"] }];
    return { apiVersion: `${apiGroup}/v1`, kind: "ClusterRole", metadata, rules };
  }
  await admin().create(roleFor(GROUPS));
  await admin().create({
    apiVersion: `${apiGroup}/v1`,
    kind: "ClusterRoleBinding",
    metadata,
    roleRef: { apiGroup, kind: "ClusterRole", name: user.name },
    subjects: [{ kind: "User", apiGroup, name: user.name }],
  });
  return {
    user,
    widen: async () => admin().apply(roleFor(["*"]), { as: "admin", force: true }),
  };
}

const GROUPS = [
  "",
  "agent.k8s.elastic.co",
  "apiextensions.k8s.io",
  "apiregistration.k8s.io",
  "apm.k8s.elastic.co",
  "apps",
  "autoscaling",
  "batch",
  "beat.k8s.elastic.co",
  "coordination.k8s.io",
  "elasticsearch.k8s.elastic.co",
  "enterprisesearch.k8s.elastic.co",
  "events.k8s.io",
  "keda.sh",
  "logstash.k8s.elastic.co",
  "maps.k8s.elastic.co",
];

describeReal("versions that go down under dependents of nobody whom the agent knows", () => {
  test("O17: a target is not lowered below what a dependent in the stack of another agent runs", async () => {
    const first = await openTarget();
    const second = await openOther(first);
    const ui = elasticTarget("Kibana", first.namespace, "ui");
    await second.commit(manifestFiles(dependentObject(NEW)));
    await rollOutAll(second, [ui]);

    const mark = await auditMark();
    await first.commit(target(OLD));
    const id = elasticId("Elasticsearch", first.namespace, "logs");
    const held = [`Kibana/ui VersionAhead wants ${OLD} has ${NEW}`];
    const planned = (await first.preview()).objects.find((each) => each.id === id);
    expect(planned).toMatchObject({ action: "hold", blockers: [{ reason: "VersionAhead" }] });
    await passes(first, 3);
    expect(blockersOf(first, id)).toEqual(held);

    // From now on a watch tells of it.
    const quiet = await auditMark();
    await passes(first, 3);
    expect(blockersOf(first, id)).toEqual(held);
    expect(await readsSince(first, quiet)).toEqual([]);
    expect(await writesSince(first, mark)).toEqual([]);

    await second.commit(manifestFiles(dependentObject(OLD)));
    await passUntil(second, "the dependent goes down", ({ objects }) =>
      objects.every(({ phase }) => phase === "ApplyingChanges"),
    );
    await passes(first, 2);
    expect(await writesSince(first, mark)).toEqual([]);
    await rollOut(ui);
    await passUntil(first, "the target goes down", isFree);
    expect(await liveVersion(first)).toBe(OLD);
  });

  test("O17: a dependent that somebody made by hand holds its target as well, until it is gone", async () => {
    const stack = await openTarget();
    const { namespace } = stack;
    const ui = elasticTarget("Kibana", namespace, "ui");
    const object = dependentObject(NEW);
    await admin().create({ ...object, metadata: { name: "ui", namespace } });
    await rollOut(ui);
    stack.start();
    await stack.commit(target(OLD));
    const id = elasticId("Elasticsearch", namespace, "logs");
    await stack.until("it is held", () => blockersOf(stack, id).length > 0);
    expect(blockersOf(stack, id)).toEqual([`Kibana/ui VersionAhead wants ${OLD} has ${NEW}`]);
    await admin().delete(ui);
    await stack.until("the target goes down", isFree);
    expect(await liveVersion(stack)).toBe(OLD);
  });

  test("O17: the annotation of a member of another agent's stack counts, one that somebody wrote does not", async () => {
    const first = await openTestStack();
    const { namespace } = first;
    await first.commit(manifestFiles(versioned("db", "2.0.0")));
    await first.sync();
    const second = await openOther(first);
    const marks = { annotations: { "lockstep.dev/after": "Deployment.apps/db@lockstep" } };
    const api = marked(versioned("api", "2.0.0"), marks);
    await second.commit(manifestFiles(api));
    expect(await second.sync()).toMatchObject({ inSync: true });
    const byHand = marked(versioned("other", "2.0.0"), marks);
    await admin().create({ ...byHand, metadata: { name: "other", namespace, ...marks } });

    await first.commit(manifestFiles(versioned("db", "1.0.0")));
    await passes(first, 3);
    const id = idIn(namespace, versioned("db", "1.0.0"));
    expect(blockersOf(first, id)).toEqual(["Deployment/api VersionAhead wants 1.0.0 has 2.0.0"]);
    await admin().delete(targetIn(namespace, api));
    await passUntil(first, "the target goes down", isFree);
    expect(await first.sync()).toMatchObject({ inSync: true });
  });

  test("O17: while a kind that may depend on it cannot be listed, the target is not lowered, and what helps is said", async () => {
    const { user, widen } = await takeNarrowUser();
    const stack = await openTarget(user);
    const id = elasticId("Elasticsearch", stack.namespace, "logs");
    const mark = await auditMark();
    await stack.commit(target(OLD));
    await passes(stack, 3);
    // Stacks of other tests may have other kinds that this user does not see either.
    expect(blockersOf(stack, id)).toContainEqual(
      expect.stringMatching(
        /^Kibana\/\* Unreadable wants 8.19.2 has its objects cannot be listed \(.+\), so nobody knows .+; let the agent get, list and watch this kind/,
      ),
    );
    expect(await writesSince(stack, mark)).toEqual([]);
    await widen();
    await passUntil(stack, "the target goes down", isFree);
    expect(await liveVersion(stack)).toBe(OLD);
  });

  test("B9: who depends on what is asked for no write but one that lowers a version", async () => {
    const stack = await openTestStack();
    const logs = elasticTarget("Elasticsearch", stack.namespace, "logs");
    await stack.commit(target(OLD));
    await rollOutAll(stack, [logs]);
    const mark = await auditMark();
    await stack.commit(target(NEW));
    await rollOutAll(stack, [logs]);
    expect(await writesSince(stack, mark)).toHaveLength(1);
    const lists = await readsSince(stack, mark);
    expect(lists.filter((line) => line.startsWith("list kibanas"))).toEqual([]);
  });
});

function versioned(name: string, tag: string): JsonObject {
  return deployment(name, { pod: { containers: [{ name: "web", image: `web:${tag}` }] } });
}
