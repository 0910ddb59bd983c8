import { expect, test } from "vitest";
import type { JsonObject } from "../../src/core/object/json.ts";
import { eventually } from "../support/eventually.ts";
import { blockersOf, passUntil } from "../support/follow-stack.ts";
import { deployment, idIn, manifestFiles, marked } from "../support/kube-manifests.ts";
import { imageOf, nameOf, podsOf } from "../support/pods-of.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

/** What keeps the new revision from running, and what is said of it. */
const ROWS: readonly {
  readonly what: string;
  readonly kind: string;
  readonly tag: string;
  readonly pod?: JsonObject;
  readonly reason: string;
  readonly message: RegExp;
}[] = [
  ...["Deployment", "StatefulSet", "DaemonSet"].flatMap((kind) => [
    {
      what: "cannot pull its image",
      kind,
      tag: "broken-2.0.0",
      reason: "ImagePullBackOff",
      message: /^Back-off pulling image "db:broken-2.0.0"$/,
    },
    {
      what: "crash-loops",
      kind,
      tag: "crash-2.0.0",
      reason: "CrashLoopBackOff",
      message: /^back-off 40s restarting failed container=db$/,
    },
  ]),
  ...["Deployment", "StatefulSet"].map((kind) => ({
    what: "fits no node",
    kind,
    tag: "2.0.0",
    pod: { nodeSelector: { disk: "none-has-it" } },
    reason: "Unschedulable",
    message: /nodes? are available.*didn't match Pod's node affinity\/selector/,
  })),
];

describeReal("the first cause of a stall", () => {
  test.each(ROWS.map((row) => [row.kind, row.what, row] as const))(
    "B10: a %s whose new revision %s: Stalled names its new pod and the reason, within the deadline",
    async (kind, _, { tag, pod = {}, reason, message }) => {
      const stack = await openStackWithOldPod(kind);
      const { namespace } = stack;
      await stack.commit(manifestFiles(workload(kind, { tag, pod })));
      const begun = Date.now();
      await passUntil(stack, "it stalls", () => phaseOf(stack, kind) === "Stalled");
      expect(Date.now() - begun).toBeLessThan(15_000);
      const cause = stack.object(idOf(stack, kind))?.cause;
      expect(cause?.reason).toBe(reason);
      expect(cause?.message).toMatch(message);
      const [named] = (await podsOf(namespace, "db")).filter((each) => nameOf(each) === cause?.pod);
      expect(named === undefined ? "no pod" : imageOf(named)).toBe(`db:${tag}`);
      await expectEvent(stack, kind, reason);
    },
  );

  test("B10: a Deployment whose new revision a quota refuses: Stalled says so", async () => {
    const stack = await openStackWithOldPod("Deployment");
    const { namespace } = stack;
    const quota = { apiVersion: "v1", kind: "ResourceQuota", namespace, name: "one-pod" };
    await admin().create({
      apiVersion: quota.apiVersion,
      kind: quota.kind,
      metadata: { name: quota.name, namespace },
      spec: { hard: { pods: "1" } },
    });
    await eventually("the quota counts", async () => {
      const used = await admin().get(quota);
      return JSON.stringify(used["status"] ?? {}).includes('"used":{"pods":"1"}');
    });
    await stack.commit(manifestFiles(workload("Deployment", { tag: "2.0.0", pod: {} })));
    await passUntil(stack, "it stalls", () => phaseOf(stack, "Deployment") === "Stalled");
    const cause = stack.object(idOf(stack, "Deployment"))?.cause;
    expect(cause?.reason).toBe("FailedCreate");
    expect(cause?.message).toMatch(/^pods "db-[^"]*" is forbidden: exceeded quota: one-pod/);
    await expectEvent(stack, "Deployment", "FailedCreate");

    // It goes on by itself when the quota does.
    await admin().delete(quota);
    await passUntil(stack, "it runs", (status) => status.inSync);
  });

  test("B10: the dependent names the cause too, and waits", async () => {
    const stack = await openStackWithOldPod("Deployment");
    const db = workload("Deployment", { tag: "broken-2.0.0", pod: {} });
    const api = marked(deployment("api"), {
      annotations: { "lockstep.dev/after": "Deployment.apps/db" },
    });
    await stack.commit(manifestFiles(db, api));
    const id = idIn(stack.namespace, api);
    await passUntil(stack, "api shows the stall", () =>
      blockersOf(stack, id).some((line) => line.includes(" Stalled ")),
    );
    expect(blockersOf(stack, id)).toEqual([
      expect.stringMatching(
        /^Deployment\/db Stalled wants broken-2.0.0 has pod db-[a-z0-9-]+: ImagePullBackOff: Back-off pulling image "db:broken-2.0.0"$/,
      ),
    ]);
    expect(stack.object(id)?.phase).toBe("DelayingChanges");
  });
});

/** In sync at 1.0.0 with a pod that has begun to crash since: it is not to blame for what comes. */
async function openStackWithOldPod(kind: string): Promise<TestStack> {
  const stack = await openTestStack({ config: ["gates: { progressDeadline: 3s }"] });
  const { namespace } = stack;
  await stack.commit(manifestFiles(workload(kind, { tag: "1.0.0", pod: {} })));
  await passUntil(stack, "it runs", (status) => status.inSync);
  const [old] = await podsOf(namespace, "db");
  const name = old === undefined ? "" : nameOf(old);
  const waiting = { reason: "CrashLoopBackOff", message: "the old one" };
  const status = { name: "db", ready: true, restartCount: 1, image: "db:1.0.0", imageID: "" };
  await admin().patch(
    { apiVersion: "v1", kind: "Pod", namespace, name },
    { merge: { status: { containerStatuses: [{ ...status, state: { waiting } }] } } },
    { as: "kubelet", subresource: "status" },
  );
  return stack;
}

/** One pod, or one on each node. */
function workload(
  kind: string,
  { tag, pod }: { readonly tag: string; readonly pod: JsonObject },
): JsonObject {
  const template = {
    metadata: { labels: { app: "db" } },
    spec: { containers: [{ name: "db", image: `db:${tag}` }], ...pod },
  };
  const selector = { matchLabels: { app: "db" } };
  const more: Readonly<Record<string, JsonObject>> = {
    Deployment: { strategy: { rollingUpdate: { maxUnavailable: 0 } } },
    StatefulSet: { serviceName: "db" },
  };
  const spec = { selector, template, ...more[kind] };
  return { apiVersion: "apps/v1", kind, metadata: { name: "db" }, spec };
}

function idOf(stack: TestStack, kind: string): string {
  return `${kind}.apps/${stack.namespace}/db`;
}

function phaseOf(stack: TestStack, kind: string): string | undefined {
  return stack.object(idOf(stack, kind))?.phase;
}

/** People who only look at the object see it as well. */
async function expectEvent(stack: TestStack, kind: string, reason: string): Promise<void> {
  const { namespace } = stack;
  await eventually("the event is there", async () => {
    const events = await admin().list({ apiVersion: "events.k8s.io/v1", kind: "Event", namespace });
    return events.some((each) => {
      const text = JSON.stringify(each);
      return text.includes('"reason":"Stalled"') && text.includes(kind) && text.includes(reason);
    });
  });
}
