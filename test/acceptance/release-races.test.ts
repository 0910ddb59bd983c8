import { expect, test } from "vitest";
import { letGo } from "../../src/agent/let-go.ts";
import { letGoOfStack, ownersOf } from "../../src/agent/let-go-of-stack.ts";
import { type JsonObject, valueAt } from "../../src/core/object/json.ts";
import { annotationOf, idOf, labelOf, uidOf } from "../../src/core/object/live-object.ts";
import type { ReleasedObject } from "../../src/core/report/release-document.ts";
import { eventually } from "../support/eventually.ts";
import { type Interposed, interpose } from "../support/interpose.ts";
import type { Target } from "../support/kube-client.ts";
import { manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { leavingStack } from "../support/leaving-stack.ts";
import { entriesOf, entryOf } from "../support/managed-fields.ts";
import { installWebhook } from "../support/mutating-webhook.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

const SKY = settings("sky", { day: "blue", night: "black" });
const PART_OF = "applyset.kubernetes.io/part-of";
const STACK = "lockstep.dev/stack";

/** A stack that has synced `sky`, with an entry of somebody who may be there. */
async function openSky(): Promise<{ readonly stack: TestStack; readonly target: Target }> {
  const stack = await openTestStack();
  await stack.commit(manifestFiles(SKY));
  await stack.sync();
  const target = targetIn(stack.namespace, SKY);
  await admin().patch(target, { merge: { data: { kept: "yes" } } }, { as: "keeper" });
  return { stack, target };
}

/** Lets `sky` go while somebody does something once at one moment. */
async function letSkyGo(
  stack: TestStack,
  point: keyof Interposed,
  deed: () => Promise<unknown>,
): Promise<ReleasedObject> {
  let isDone = false;
  const cluster = interpose(stack.stack.setup.ports.cluster, {
    [point]: async () => {
      if (isDone) return;
      isDone = true;
      await deed();
    },
  });
  const leaving = leavingStack(stack, cluster);
  const ref = { id: { ...idOf(SKY), namespace: stack.namespace }, apiVersion: "v1" };
  const options = { ...leaving.ports, ...ownersOf(leaving), isDryRun: false };
  const released = await letGo(ref, options);
  expect(isDone).toBe(true);
  return released;
}

/** A second writer who has a right to what he writes: by Update, and by Apply beside us. */
async function writeAsOthers(target: Target): Promise<void> {
  const { namespace = "" } = target;
  const metadata = { labels: { by: "anna" }, annotations: { seen: "here" } };
  await admin().patch(target, { merge: { metadata, data: { cloud: "white" } } }, { as: "anna" });
  const peer = settings("sky", { night: "black", star: "one" }, { namespace });
  await admin().apply(peer, { as: "peer", force: true });
}

describeReal("A second writer between two requests of a release", () => {
  test.each(["beforeRead", "beforePatch", "afterPatch"] as const)(
    "F15: %s: our entry and marks are gone, no value and nobody else's entry is lost",
    async (point) => {
      const { stack, target } = await openSky();
      const keeper = entryOf(await admin().get(target), "keeper Update");

      const released = await letSkyGo(stack, point, async () => writeAsOthers(target));

      expect(released).toMatchObject({ outcome: "released", message: "" });
      const after = await admin().get(target);
      expect(after["data"]).toEqual({
        day: "blue",
        night: "black",
        kept: "yes",
        cloud: "white",
        star: "one",
      });
      expect([labelOf(after, "by"), annotationOf(after, "seen")]).toEqual(["anna", "here"]);
      expect([labelOf(after, STACK), labelOf(after, PART_OF)]).toEqual([undefined, undefined]);
      expect(entryOf(after, "keeper Update")).toEqual(keeper);
      expect(entriesOf(after).toSorted()).toEqual([
        "anna Update",
        "keeper Update",
        "lockstep-released Update",
        "peer Apply",
      ]);
    },
  );

  test("F15: somebody takes a mark of ours off: the rest goes", async () => {
    const { stack, target } = await openSky();
    const released = await letSkyGo(stack, "beforePatch", async () =>
      admin().patch(target, { merge: { metadata: { labels: { [STACK]: null } } } }, { as: "anna" }),
    );
    expect(released.outcome).toBe("released");
    expect(entriesOf(await admin().get(target))).not.toContain("lockstep Apply");
  });

  test("F15: another stack takes it: it is left alone, and who has it is said", async () => {
    const { stack, target } = await openSky();
    const { namespace } = stack;
    const labels = { [STACK]: "other", [PART_OF]: "applyset-other-v1" };
    const taken = settings("sky", {}, { namespace, labels });
    const released = await letSkyGo(stack, "beforePatch", async () =>
      admin().apply(taken, { as: "other-agent", force: true }),
    );
    expect(released).toMatchObject({
      outcome: "not-ours",
      message: "it is of other by now, which somebody else syncs",
    });
    const after = await admin().get(target);
    expect([labelOf(after, STACK), labelOf(after, PART_OF)]).toEqual(Object.values(labels));
  });

  test("F15: it is deleted meanwhile: that is fine, and it is not made again", async () => {
    const { stack, target } = await openSky();
    const released = await letSkyGo(stack, "beforePatch", async () => admin().delete(target));
    expect(released.outcome).toBe("gone");
    expect(await admin().find(target)).toBeUndefined();
  });

  test("F15: somebody makes it anew meanwhile: his is left as it is", async () => {
    const { stack, target } = await openSky();
    const { namespace } = stack;
    const made: JsonObject[] = [];
    const released = await letSkyGo(stack, "beforePatch", async () => {
      await admin().delete(target);
      const anew = settings("sky", { day: "grey" }, { namespace });
      made.push(await admin().create(anew, { as: "anna" }));
    });
    expect(released.outcome).toBe("not-ours");
    expect([await admin().get(target)]).toEqual(made);
  });

  test("F15: somebody writes it faster than it can be let go: nothing is changed, and it says what to do", async () => {
    const { stack, target } = await openSky();
    const before = await admin().get(target);
    let count = 0;
    const cluster = interpose(stack.stack.setup.ports.cluster, {
      beforePatch: async () => {
        count += 1;
        await admin().patch(target, { merge: { data: { count: String(count) } } }, { as: "anna" });
      },
    });
    const leaving = leavingStack(stack, cluster);
    const left = await letGoOfStack(leaving, {
      isDryRun: false,
      beforeEach: async () => undefined,
    });
    expect(left.objects.map(({ outcome }) => outcome)).toEqual(["refused"]);
    expect(left.objects[0]?.message).toMatch(/stop that, then repeat this$/);
    const after = await admin().get(target);
    expect(entryOf(after, "lockstep Apply")).toEqual(entryOf(before, "lockstep Apply"));
    expect([valueAt(after, "data", "count"), labelOf(after, STACK)]).toEqual(["5", stack.name]);
    expect(await admin().find(parentOf(stack))).toBeDefined();
  });

  test("F15: a webhook puts our marks back in the same request: it is refused, and named as such", async () => {
    const { stack, target } = await openSky();
    const value = labelOf(await admin().get(target), PART_OF) ?? "";
    await installWebhook({
      namespace: stack.namespace,
      apiGroup: "",
      resource: "configmaps",
      mutate: () => [
        { op: "add", path: "/metadata/labels", value: { [PART_OF]: value, [STACK]: stack.name } },
      ],
    });
    const released = await letSkyGo(stack, "beforeRead", async () => undefined);
    expect(released.outcome).toBe("refused");
    expect(released.message).toContain("put back in the same request");
  });
});

describeReal("What a stack leaves in the agent's namespace", () => {
  test("F15: the parents of its present and earlier names and its Lease go, what others have under such names stays", async () => {
    const before = await openTestStack();
    await before.commit(manifestFiles(SKY));
    await before.sync();
    const { name, agentNamespace: namespace } = before;
    const renamed = await openTestStack({
      like: { ...before, name: `${name}-new` },
      config: [`renamedFrom: [${name}, ${name}-older]`],
    });
    const strange = settings(`lockstep-${name}-older`, { mine: "yes" }, { namespace });
    const stranger = await admin().create(strange);
    await renamed.lease.hold(`lockstep-${name}-new`);

    const left = await letGoOfStack(leavingStack(renamed), {
      isDryRun: false,
      beforeEach: async () => undefined,
    });

    expect(left.objects.map(({ outcome }) => outcome)).toEqual(["released"]);
    expect(entriesOf(await admin().get(targetIn(before.namespace, SKY)))).not.toContain(
      "lockstep Apply",
    );
    await eventually("its own parents are gone", async () => {
      const maps = await admin().list({ apiVersion: "v1", kind: "ConfigMap", namespace });
      return maps.filter((each) => valueAt(each, "metadata", "name") !== CA).length === 1
        ? true
        : undefined;
    });
    expect(uidOf(await admin().get(targetIn(namespace, strange)))).toBe(uidOf(stranger));
    expect(await leasesOf(namespace)).toEqual([]);
  });

  test("F15: a parent that is written meanwhile goes all the same; a Lease that somebody else holds stays", async () => {
    const { stack } = await openSky();
    const { agentNamespace: namespace, name } = stack;
    const apiVersion = "coordination.k8s.io/v1";
    const lease = { apiVersion, kind: "Lease", namespace, name: `lockstep-${name}` };
    await admin().patch(lease, { merge: { spec: { holderIdentity: "replica-2" } } });
    let isDone = false;
    const cluster = interpose(stack.stack.setup.ports.cluster, {
      beforeDelete: async () => {
        if (isDone) return;
        isDone = true;
        await admin().patch(parentOf(stack), { merge: { data: { note: "late" } } });
      },
    });
    const left = await letGoOfStack(leavingStack(stack, cluster), {
      isDryRun: false,
      beforeEach: async () => undefined,
    });
    expect(left).toMatchObject({ objects: [{ outcome: "released" }], isUnknown: false });
    expect(isDone).toBe(true);
    await eventually("the parent is gone", async () =>
      (await admin().find(parentOf(stack))) === undefined ? true : undefined,
    );
    expect(await leasesOf(namespace)).toEqual([`lockstep-${name}`]);
  });
});

/** The controllers put one into each namespace. */
const CA = "kube-root-ca.crt";

async function leasesOf(namespace: string): Promise<readonly unknown[]> {
  const apiVersion = "coordination.k8s.io/v1";
  const leases = await admin().list({ apiVersion, kind: "Lease", namespace });
  return leases.map((each) => valueAt(each, "metadata", "name"));
}

function parentOf({ agentNamespace: namespace, name }: TestStack): Target {
  return { apiVersion: "v1", kind: "ConfigMap", namespace, name: `lockstep-${name}` };
}
