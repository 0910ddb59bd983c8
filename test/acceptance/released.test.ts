import { expect, test } from "vitest";
import { valueAt } from "../../src/core/object/json.ts";
import { auditMark, auditSince } from "../support/audit-log.ts";
import { passes, passUntil, writesSince } from "../support/follow-stack.ts";
import { guestObject, serveGuest } from "../support/guest-kinds.ts";
import type { Target } from "../support/kube-client.ts";
import { idIn, manifestFiles, targetIn } from "../support/kube-manifests.ts";
import { ownersOf } from "../support/managed-fields.ts";
import { person } from "../support/person.ts";
import { admin, describeReal, freshNamespace, takeUser } from "../support/real-cluster.ts";
import {
  autoscaler,
  briefDrift,
  grantAllButAutoscalers,
  replicaSetsOf,
  replicasOf,
  scale,
  synced,
  web,
} from "../support/released-scene.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

async function openWithAutoscaler(): Promise<{ stack: TestStack; target: Target }> {
  const stack = await openTestStack();
  await stack.commit(manifestFiles(web(), autoscaler()));
  const target = targetIn(stack.namespace, web());
  await synced(stack);
  return { stack, target };
}

describeReal("Released paths", () => {
  test("F8: with an autoscaler in Git its scaling stays over syncs and later commits; replicas are sent at creation only", async () => {
    const { stack, target } = await openWithAutoscaler();
    expect(await replicasOf(target)).toBe(2);
    await synced(stack);
    expect(ownersOf(await admin().get(target), "spec.replicas")).toEqual([]);
    const [first] = await replicaSetsOf(target);

    await scale(target, 5);
    await untilSeen(stack, target);
    const mark = await auditMark();
    await passes(stack, 3);
    expect(await auditSince(mark, { user: stack.user.name, namespace: stack.namespace })).toEqual(
      [],
    );
    await stack.commit(manifestFiles(web({ tier: "b" }), autoscaler()));
    await synced(stack);
    expect(await replicasOf(target)).toBe(5);
    expect((await replicaSetsOf(target)).map((each) => valueAt(each, "metadata", "uid"))).toEqual([
      valueAt(first, "metadata", "uid"),
    ]);
    await stack.commit(manifestFiles(web({ tier: "b", image: "web:2.0.0" }), autoscaler()));
    const status = await synced(stack);

    const live = await admin().get(target);
    expect(valueAt(live, "spec", "replicas")).toBe(5);
    expect(valueAt(live, "metadata", "labels", "tier")).toBe("b");
    // The server notes no owner of a field that nobody owned before it was scaled.
    expect(ownersOf(live, "spec.replicas")).toEqual([]);
    expect(status).toMatchObject({ drift: [], fights: [] });
    expect(status.lints.map(({ what }) => what)).toEqual([
      `spec.replicas of ${idIn(stack.namespace, web())} counts only when the object is created: ` +
        `${idIn(stack.namespace, autoscaler())} sets it; leave it out`,
    ]);
  });

  test("F8: a commit that changes only released replicas writes nothing", async () => {
    const { stack, target } = await openWithAutoscaler();
    await synced(stack);
    const mark = await auditMark();
    await stack.commit(manifestFiles(web({ replicas: 3 }), autoscaler()));
    const status = await synced(stack);
    expect(await writesSince(stack, mark)).toEqual([]);
    expect([await replicasOf(target), status.drift]).toEqual([2, []]);
  });

  test("F8: an autoscaler that a person makes later releases replicas without a reset or a restart; when it goes they are Git's again", async () => {
    const stack = await openTestStack();
    await stack.commit(manifestFiles(web()));
    const target = targetIn(stack.namespace, web());
    await synced(stack);
    const before = await admin().get(target);
    expect(ownersOf(before, "spec.replicas")).toEqual(["lockstep Apply"]);

    const mark = await auditMark();
    const where = `--namespace=${stack.namespace}`;
    await person(["autoscale", "deployment/web", "--min=1", "--max=9", where]);
    await passUntil(
      stack,
      "the path is released",
      ({ lints, inSync }) => inSync && lints.length > 0,
    );
    const released = await admin().get(target);
    expect(ownersOf(released, "spec.replicas")).toEqual([]);
    expect([released["spec"], valueAt(released, "metadata", "generation")]).toEqual([
      before["spec"],
      valueAt(before, "metadata", "generation"),
    ]);
    expect(
      (await writesSince(stack, mark)).filter(({ resource }) => resource === "deployments"),
    ).toHaveLength(1);

    await scale(target, 5);
    await stack.commit(manifestFiles(web({ tier: "b" })));
    await synced(stack);
    expect(await replicasOf(target)).toBe(5);
    expect(await replicaSetsOf(target)).toHaveLength(1);

    await person(["delete", "hpa/web", where]);
    const status = await passUntil(
      stack,
      "the path is Git's again",
      ({ drift, inSync }) => inSync && drift.length > 0,
    );
    expect(status.drift.map(briefDrift)).toEqual(["changed /spec/replicas = 5 by : reverted"]);
    const after = await admin().get(target);
    expect(valueAt(after, "spec", "replicas")).toBe(2);
    expect(ownersOf(after, "spec.replicas")).toEqual(["lockstep Apply"]);
    await untilSeen(stack, target);
    const quiet = await auditMark();
    await passes(stack, 3);
    expect(await writesSince(stack, quiet)).toEqual([]);
  });

  test("F8: without an autoscaler kubectl scale is reported, reverted and counted as a write", async () => {
    const stack = await openTestStack();
    await stack.commit(manifestFiles(web()));
    const target = targetIn(stack.namespace, web());
    await synced(stack);
    await person(["scale", "deployment/web", "--replicas=5", `--namespace=${stack.namespace}`]);
    await untilSeen(stack, target);
    const status = await stack.sync();
    expect(status.drift.map(briefDrift)).toEqual([
      "changed /spec/replicas = 5 by kubectl: reverted",
    ]);
    expect(status.writes).toBe(1);
    expect(await replicasOf(target)).toBe(2);
  });

  test("F8: a ScaledObject of KEDA that names its target by name alone releases the replicas of a Deployment", async () => {
    await serveGuest("ScaledObject");
    const stack = await openTestStack();
    const scaled = guestObject("ScaledObject", "web", { scaleTargetRef: { name: "web" } });
    await stack.commit(manifestFiles(web(), scaled));
    const target = targetIn(stack.namespace, web());
    await passUntil(
      stack,
      "the path is released",
      ({ objects, lints }) =>
        lints.length > 0 && objects.every(({ appliedRevision }) => appliedRevision !== ""),
    );
    await passes(stack, 1);
    await scale(target, 5);
    await untilSeen(stack, target);
    await stack.commit(manifestFiles(web({ tier: "b" }), scaled));
    await passUntil(stack, "the change is applied", ({ objects, revision }) =>
      objects.some((each) => each.id.endsWith("/web") && each.appliedRevision === revision),
    );
    const live = await admin().get(target);
    expect([
      valueAt(live, "spec", "replicas"),
      valueAt(live, "metadata", "labels", "tier"),
    ]).toEqual([5, "b"]);
    expect(stack.stack.status.drift).toEqual([]);
  });

  test("F8: where autoscalers may not be listed, what their controller scaled is left alone, a person's scaling is not, and it is said", async () => {
    const namespace = await freshNamespace();
    const user = await takeUser({ isAdmin: false });
    await grantAllButAutoscalers(user.name);
    const stack = await openTestStack({ namespace, user });
    await stack.commit(manifestFiles(web()));
    const target = targetIn(namespace, web());
    const status = await synced(stack);
    expect(status.lints.map(({ where }) => where)).toEqual([
      `HorizontalPodAutoscaler.autoscaling/${namespace}`,
    ]);
    await person(["scale", "deployment/web", "--replicas=4", `--namespace=${namespace}`]);
    await untilSeen(stack, target);
    await synced(stack);
    expect(await replicasOf(target)).toBe(2);
    await scale(target, 5);
    await untilSeen(stack, target);
    await stack.commit(manifestFiles(web({ tier: "b" })));
    await synced(stack);
    expect(await replicasOf(target)).toBe(5);
  });
});
