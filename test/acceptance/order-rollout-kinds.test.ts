import { expect, test } from "vitest";
import type { JsonObject } from "../../src/core/object/json.ts";
import { auditMark } from "../support/audit-log.ts";
import { eventually } from "../support/eventually.ts";
import { blockersOf, passes, passUntil } from "../support/follow-stack.ts";
import type { Files } from "../support/git-repository.ts";
import { idIn, manifestFiles, marked, targetIn } from "../support/kube-manifests.ts";
import { imageOf, nameOf, podsOf } from "../support/pods-of.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openingMs, rolloutStory } from "../support/rollout-story.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

/** How a workload rolls, and how many pods of it are to go before its dependent may. */
const ROLLS: readonly {
  readonly what: string;
  readonly kind: Kind;
  readonly spec: JsonObject;
  readonly pods: number;
}[] = [
  { what: "a StatefulSet, pod by pod", kind: "StatefulSet", spec: { replicas: 2 }, pods: 2 },
  { what: "a DaemonSet", kind: "DaemonSet", spec: {}, pods: 1 },
  {
    what: "a Deployment that first surges to the double",
    kind: "Deployment",
    spec: { replicas: 3, strategy: { rollingUpdate: { maxSurge: "100%", maxUnavailable: 0 } } },
    pods: 3,
  },
  {
    what: "a Deployment that recreates its pods",
    kind: "Deployment",
    spec: { replicas: 2, strategy: { type: "Recreate" } },
    pods: 2,
  },
];

type Kind = "Deployment" | "StatefulSet" | "DaemonSet";

const BEHIND = "wants 2.0.0 has 1.0.0";

describeReal("the order of workloads of each kind", () => {
  test.each(ROLLS.map((row) => [row.what, row] as const))(
    "B1: %s: its dependent is written when the last old pod is gone, within a second of that",
    async (_, { kind, spec, pods }) => {
      const stack = await openTestStack();
      await stack.commit(manifestFiles(db(kind, "1.0.0", spec), api(kind, "1.0.0")));
      stack.start();
      await stack.until("both run", ({ inSync }) => inSync);
      const mark = await auditMark();
      const next = await stack.commit(manifestFiles(db(kind, "2.0.0", spec), api(kind, "2.0.0")));
      await stack.until("both run the next", (status) => status.inSync && status.revision === next);
      const story = await rolloutStory(stack, mark);
      expect(story.slice(0, pods + 2)).toEqual([
        "db written",
        ...Array.from({ length: pods }, () => "a pod of db gone"),
        "api written",
      ]);
      expect(await openingMs(stack, mark, { gone: "db", written: "api" })).toBeLessThan(1_000);
    },
  );

  test("B1: a partition keeps pods of the old version, and the gate shut, until it is lifted", async () => {
    const stack = await openTestStack();
    await stack.commit(partitioned("1.0.0", 1));
    await passUntil(stack, "both run", ({ inSync }) => inSync);
    await stack.commit(partitioned("2.0.0", 1));
    await untilImages(stack, ["db:1.0.0", "db:2.0.0"]);
    await passes(stack, 5);
    expect(blockersOf(stack, apiId(stack))).toEqual([`StatefulSet/db VersionBehind ${BEHIND}`]);
    expect(stack.object(dbId(stack, "StatefulSet"))?.version.running).toEqual(["1.0.0", "2.0.0"]);

    await stack.commit(partitioned("2.0.0", 0));
    await passUntil(stack, "both run the next", ({ inSync }) => inSync);
    await untilImages(stack, ["db:2.0.0", "db:2.0.0"]);
  });

  test.each(["StatefulSet", "DaemonSet"] as const)(
    "B1: a %s with OnDelete keeps the gate shut until somebody has deleted its old pods",
    async (kind) => {
      const stack = await openTestStack();
      const spec = { updateStrategy: { type: "OnDelete" } };
      await stack.commit(manifestFiles(db(kind, "1.0.0", spec), api(kind, "1.0.0")));
      await passUntil(stack, "both run", ({ inSync }) => inSync);
      const next = await stack.commit(manifestFiles(db(kind, "2.0.0", spec), api(kind, "2.0.0")));
      await passUntil(
        stack,
        "db is written",
        () => stack.object(dbId(stack, kind))?.appliedRevision === next,
      );
      await passes(stack, 5);
      expect(blockersOf(stack, apiId(stack))).toEqual([`${kind}/db VersionBehind ${BEHIND}`]);
      for (const pod of await podsOf(stack.namespace, "db")) {
        const { namespace } = stack;
        // oxlint-disable-next-line no-await-in-loop -- one after the other, as a person does
        await admin().delete({ apiVersion: "v1", kind: "Pod", namespace, name: nameOf(pod) });
      }
      await passUntil(stack, "both run the next", ({ inSync }) => inSync);
    },
  );

  test("B1: a paused Deployment never opens the gate, and it is said that it is paused", async () => {
    const stack = await openTestStack();
    await stack.commit(pausable("1.0.0", false));
    await passUntil(stack, "both run", ({ inSync }) => inSync);
    const next = await stack.commit(pausable("2.0.0", true));
    const id = dbId(stack, "Deployment");
    await passUntil(stack, "db is written", () => stack.object(id)?.appliedRevision === next);
    await passes(stack, 5);
    expect(blockersOf(stack, apiId(stack))).toEqual([`Deployment/db VersionBehind ${BEHIND}`]);

    // Paused at the new version with all pods of it: what is waited for is the rollout itself.
    await stack.commit(pausable("2.0.0", false));
    await passUntil(stack, "both run the next", ({ inSync }) => inSync);
    await stack.commit(pausable("2.0.0", true, { note: "another" }));
    const why = "Deployment/db RollingOut wants 2.0.0 has it is paused (spec.paused)";
    await passUntil(stack, "api is held", () => blockersOf(stack, apiId(stack)).includes(why));
    await passes(stack, 5);
    expect(blockersOf(stack, apiId(stack))).toEqual([why]);
  });

  test("B1: a target whose live spec was lowered does not count at the version that its pods still run", async () => {
    const stack = await openTestStack();
    const { namespace } = stack;
    const target = targetIn(namespace, db("Deployment", "2.0.0", {}));
    const name = "db";
    await admin().create({ ...db("Deployment", "2.0.0", {}), metadata: { name, namespace } });
    await untilImages(stack, ["db:2.0.0"]);
    await stack.commit(manifestFiles(api("Deployment", "1.0.0")));
    await passUntil(stack, "api runs", ({ inSync }) => inSync);

    const lower = {
      spec: { paused: true, template: { spec: { containers: [{ name, image: "db:1.0.0" }] } } },
    };
    await admin().patch(target, { strategic: lower }, { as: "kubectl-edit" });
    await untilSeen(stack, target);
    await stack.commit(manifestFiles(api("Deployment", "2.0.0")));
    await passes(stack, 5);
    expect(blockersOf(stack, apiId(stack))).toEqual([`Deployment/db VersionBehind ${BEHIND}`]);
    await untilImages(stack, ["db:2.0.0"]);

    const back = {
      spec: { paused: false, template: { spec: { containers: [{ name, image: "db:2.0.0" }] } } },
    };
    await admin().patch(target, { strategic: back }, { as: "kubectl-edit" });
    await passUntil(stack, "api runs the next", ({ inSync }) => inSync);
  });
});

function partitioned(version: string, partition: number): Files {
  const spec = { replicas: 2, updateStrategy: { rollingUpdate: { partition } } };
  return manifestFiles(db("StatefulSet", version, spec), api("StatefulSet", version));
}

/** api with labels of its own, so that it can have another change than its version. */
function pausable(version: string, paused: boolean, labels: JsonObject = {}): Files {
  const dependent = marked(api("Deployment", version), { labels });
  return manifestFiles(db("Deployment", version, { paused }), dependent);
}

/** Pods that take a while to stop. */
function db(kind: Kind, version: string, spec: JsonObject): JsonObject {
  const service = kind === "StatefulSet" ? { serviceName: "db" } : {};
  const template = podTemplate("db", version, { "test.lockstep.dev/stops-after": "1200ms" });
  const selector = { matchLabels: { app: "db" } };
  return {
    apiVersion: "apps/v1",
    kind,
    metadata: { name: "db" },
    spec: { selector, template, ...service, ...spec },
  };
}

function api(kind: Kind, version: string): JsonObject {
  const annotations = { "lockstep.dev/after": `${kind}.apps/db@lockstep` };
  const selector = { matchLabels: { app: "api" } };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "api", annotations },
    spec: { selector, template: podTemplate("api", version, {}) },
  };
}

function podTemplate(app: string, version: string, annotations: JsonObject): JsonObject {
  return {
    metadata: { labels: { app }, annotations },
    spec: { containers: [{ name: app, image: `${app}:${version}` }] },
  };
}

function apiId(stack: TestStack): string {
  return idIn(stack.namespace, api("Deployment", "1.0.0"));
}

function dbId(stack: TestStack, kind: Kind): string {
  return idIn(stack.namespace, db(kind, "1.0.0", {}));
}

async function untilImages(stack: TestStack, images: readonly string[]): Promise<void> {
  await eventually(`the pods of db run ${images.join(", ")}`, async () => {
    await stack.pass();
    const seen = (await podsOf(stack.namespace, "db")).map(imageOf).toSorted();
    return seen.join() === images.join();
  });
}
