import { expect, test } from "vitest";
import { type JsonObject, objectAt, textAt } from "../../src/core/object/json.ts";
import { auditMark } from "../support/audit-log.ts";
import { eventually } from "../support/eventually.ts";
import { blockersOf, passes, passUntil, writesSince } from "../support/follow-stack.ts";
import { type Interposed, interpose } from "../support/interpose.ts";
import { deployment, idIn, manifestFiles, marked, targetIn } from "../support/kube-manifests.ts";
import { ownersOf } from "../support/managed-fields.ts";
import { person } from "../support/person.ts";
import { makeReady, podsOf } from "../support/pods-of.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import {
  countRollouts,
  create,
  fromSecret,
  openInSync,
  passUntilRolled,
  podWithEnv,
  reader,
  SHORT_WINDOW,
  secret,
  setData,
} from "../support/restart-scene.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

const WEB = reader("web", "db");
const CONTENT = "lockstep.dev/content-";

async function annotationsOf(stack: TestStack, workload: JsonObject): Promise<JsonObject> {
  const live = await admin().get(targetIn(stack.namespace, workload));
  return objectAt(live, "spec", "template", "metadata", "annotations") ?? {};
}

/** The one digest that the pod template was given. */
async function digestOf(stack: TestStack): Promise<string> {
  const found = Object.entries(await annotationsOf(stack, WEB)).filter(([key]) =>
    key.startsWith(CONTENT),
  );
  const [entry] = found;
  return typeof entry?.[1] === "string" ? entry[1] : "";
}

function secretAndConsumer(value: string, tag: string): readonly JsonObject[] {
  return [
    secret("db", { a: value }),
    deployment("web", {
      pod: { containers: [{ name: "web", image: `web:${tag}`, envFrom: [fromSecret("db")] }] },
    }),
  ];
}

describeReal("restarts among other changes", () => {
  test("S12: annotations of others and of Git stay on the template, ours is ours alone and no drift", async () => {
    const web = deployment("web", {
      spec: {
        template: {
          metadata: { labels: { app: "web" }, annotations: { team: "a", note: "x" } },
          spec: podWithEnv(fromSecret("db")),
        },
      },
    });
    const stack = await openInSync([web], [secret("db", { a: "one" })]);
    await person(["rollout", "restart", "deployment/web", `--namespace=${stack.namespace}`]);
    await setData(stack, "db", { a: "two" });
    await passUntilRolled(stack, [web], 3);
    const annotations = await annotationsOf(stack, web);
    const own = Object.keys(annotations).filter((key) => key.startsWith(CONTENT));
    expect(Object.keys(annotations).filter((key) => !own.includes(key))).toEqual([
      "kubectl.kubernetes.io/restartedAt",
      "note",
      "team",
    ]);
    const live = await admin().get(targetIn(stack.namespace, web));
    expect(own.map((key) => ownersOf(live, `spec.template.metadata.annotations.${key}`))).toEqual([
      ["lockstep Apply"],
    ]);
    const { note: _, ...kept } = { team: "a", note: "x" };
    const less = deployment("web", {
      spec: {
        template: {
          metadata: { labels: { app: "web" }, annotations: kept },
          spec: podWithEnv(fromSecret("db")),
        },
      },
    });
    await stack.commit(manifestFiles(less));
    const status = await passUntil(stack, "it is in sync", ({ inSync }) => inSync);
    const after = await annotationsOf(stack, web);
    expect([after["note"], after[own[0] ?? ""], status.drift]).toEqual([
      undefined,
      annotations[own[0] ?? ""],
      [],
    ]);
  });

  test("S12: a restart that somebody takes away or forges is drift like any other", async () => {
    const stack = await openInSync([WEB], [secret("db", { a: "one" })]);
    await setData(stack, "db", { a: "two" });
    await passUntilRolled(stack, [WEB], 2);
    const digest = await digestOf(stack);
    const [key = ""] = Object.keys(await annotationsOf(stack, WEB)).filter((each) =>
      each.startsWith(CONTENT),
    );
    for (const value of [null, "k1-00.forged"]) {
      const annotations = { [key]: value };
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await admin().patch(
        targetIn(stack.namespace, WEB),
        { merge: { spec: { template: { metadata: { annotations } } } } },
        { as: "kubectl-edit" },
      );
      // oxlint-disable-next-line no-await-in-loop -- as above
      await eventually("it is reverted", async () => {
        await stack.pass();
        return (await digestOf(stack)) === digest ? true : undefined;
      });
    }
    expect(stack.stack.status.drift.map(({ action }) => action)).toContain("reverted");
  });

  test("S13: a Secret and its consumer of one commit: the Secret first, then one rollout", async () => {
    const stack = await openInSync(secretAndConsumer("one", "1.0.0"), []);
    await passes(stack, 3);
    expect(await countRollouts(stack, WEB)).toBe(1);
    const mark = await auditMark();
    await stack.commit(manifestFiles(...secretAndConsumer("two", "1.1.0")));
    await passUntilRolled(stack, [WEB], 2);
    await passes(stack, 4);
    expect(await countRollouts(stack, WEB)).toBe(2);
    const written = (await writesSince(stack, mark)).filter(({ isDryRun }) => !isDryRun);
    expect(written.map(({ resource }) => resource)).toEqual(["secrets", "deployments"]);
  });

  test("S13: a Secret that alone changes in Git restarts its consumer once", async () => {
    const stack = await openInSync([secret("db", { a: "one" }), WEB], []);
    await stack.commit(manifestFiles(secret("db", { a: "two" }), WEB));
    await passUntilRolled(stack, [WEB], 2);
    await passes(stack, 3);
    expect(await countRollouts(stack, WEB)).toBe(2);
  });

  test("S14: a restart shuts the gates of dependents while it rolls, and then opens them", async () => {
    const slow = deployment("db", {
      spec: {
        strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
        template: {
          metadata: { labels: { app: "db" }, annotations: { "test.lockstep.dev/ready": "never" } },
          spec: podWithEnv(fromSecret("db")),
        },
      },
    });
    const after = { "lockstep.dev/after": "Deployment.apps/db" };
    const app = marked(deployment("app"), { annotations: after });
    const stack = await openTestStack({ config: [SHORT_WINDOW] });
    await create(stack, secret("db", { a: "one" }));
    await stack.commit(manifestFiles(slow, app));
    await eventually("db is there", async () => {
      await stack.pass();
      return (await podsOf(stack.namespace, "db")).length > 0 ? true : undefined;
    });
    await readyAll(stack);
    await passUntil(stack, "it is in sync", ({ inSync }) => inSync);
    await setData(stack, "db", { a: "two" });
    await eventually("it rolls", async () => {
      await stack.pass();
      return (await countRollouts(stack, slow)) === 2 ? true : undefined;
    });
    const next = marked(deployment("app", { spec: { replicas: 2 } }), { annotations: after });
    await stack.commit(manifestFiles(slow, next));
    const id = idIn(stack.namespace, app);
    await passUntil(stack, "app is held", () => stack.object(id)?.phase === "DelayingChanges");
    expect(blockersOf(stack, id)[0]).toMatch(/^Deployment\/db RollingOut /);
    await readyAll(stack);
    await passUntil(stack, "it is in sync", ({ inSync }) => inSync);
    expect(await countRollouts(stack, slow)).toBe(2);
  });
});

/** Each is a moment at which the Secret changes once more. */
const MOMENTS: readonly {
  readonly what: string;
  readonly at: (change: () => Promise<void>) => Interposed;
}[] = [
  {
    what: "before the agent reads it",
    at: (change) => ({
      beforeRead: async ({ id }) => (id.kind === "Secret" ? change() : undefined),
    }),
  },
  {
    what: "between its read and its write",
    at: (change) => ({
      beforeApply: async ({ ref }) => (ref.id.kind === "Deployment" ? change() : undefined),
    }),
  },
  {
    what: "just after its write",
    at: (change) => ({
      afterApply: async ({ ref }) => (ref.id.kind === "Deployment" ? change() : undefined),
    }),
  },
];

describeReal("a Secret that changes while its consumer restarts", () => {
  test.each(MOMENTS)("S11: $what: the pods know the last content in the end", async ({ at }) => {
    let isArmed = false;
    const changes: (() => Promise<void>)[] = [];
    const stack = await openInSync([WEB], [secret("db", { a: "one" })], {
      wrapCluster: (cluster) =>
        interpose(
          cluster,
          at(async () => {
            if (!isArmed) return;
            isArmed = false;
            await changes.pop()?.();
          }),
        ),
    });
    await setData(stack, "db", { a: "last" });
    await passUntilRolled(stack, [WEB], 2);
    const last = await digestOf(stack);
    // Not the first one: the template would be that of the first ReplicaSet again.
    await setData(stack, "db", { a: "next" });
    await passUntilRolled(stack, [WEB], 3);
    changes.push(async () => setData(stack, "db", { a: "last" }));
    isArmed = true;
    await setData(stack, "db", { a: "two" });
    await eventually("the pods know the last content", async () => {
      const { inSync } = await stack.pass();
      return !isArmed && inSync && (await digestOf(stack)) === last ? true : undefined;
    });
    await passes(stack, 4);
    expect(await digestOf(stack)).toBe(last);
  });
});

async function readyAll(stack: TestStack): Promise<void> {
  await eventually("all pods are ready", async () => {
    const pods = await podsOf(stack.namespace, "db");
    const waiting = pods.filter((pod) => textAt(pod, "status", "phase") === "Running");
    await Promise.all(waiting.map(async (pod) => makeReady(stack.namespace, pod)));
    return waiting.length === pods.length ? true : undefined;
  });
}
