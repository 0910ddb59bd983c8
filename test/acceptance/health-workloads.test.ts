import { expect, test } from "vitest";
import { type JsonObject, textAt } from "../../src/core/object/json.ts";
import { type HealthScene, ONE_POD, openScene } from "../support/health-scene.ts";
import { targetOf } from "../support/kube-client.ts";
import { admin, describeReal } from "../support/real-cluster.ts";

/** Workloads as the real controllers roll them, where a status alone would say that they are done. */
describeReal("verdicts on workloads that leave old pods in place", () => {
  test("a StatefulSet with a partition is mixed until the partition is gone", async () => {
    const scene = await openScene();
    const set = statefulSet(scene, { replicas: 3 });
    await scene.create(set);
    await scene.untilVerdict(set, "ok");
    await patch(set, {
      ...nextTemplate(),
      updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 2 } },
    });
    await scene.untilVerdict(
      set,
      "RollingOut: 1 of 3 pods updated, 2 old pods still there (partition 2)",
    );
    await patch(set, { updateStrategy: { rollingUpdate: { partition: 0 } } });
    await scene.untilVerdict(set, "ok");
    expect(await scene.judge(set)).toBe("ok");
  });

  test("a StatefulSet with OnDelete is old until somebody deletes its pods", async () => {
    const scene = await openScene();
    const set = statefulSet(scene, { replicas: 2, updateStrategy: { type: "OnDelete" } });
    await scene.create(set);
    await scene.untilVerdict(set, "ok");
    await patch(set, nextTemplate());
    await scene.untilVerdict(
      set,
      "RollingOut: 0 of 2 pods updated, 2 old pods still there (update strategy OnDelete)",
    );
    await deletePods(scene, "x-0");
    await scene.untilVerdict(
      set,
      "RollingOut: 1 of 2 pods updated, 1 old pod still there (update strategy OnDelete)",
    );
    await deletePods(scene, "x-1");
    await scene.untilVerdict(set, "ok");
    expect(await scene.judge(set)).toBe("ok");
  });

  test("a StatefulSet whose ordinals move waits for the pods of the new ones", async () => {
    const scene = await openScene();
    const set = statefulSet(scene, { replicas: 2 });
    await scene.create(set);
    await scene.untilVerdict(set, "ok");
    await patch(set, { ordinals: { start: 1 } });
    await scene.untilVerdict(set, "ok");
    expect(await podNames(scene)).toEqual(["x-1", "x-2"]);
  });

  test("a DaemonSet with OnDelete is old until somebody deletes its pods", async () => {
    const scene = await openScene();
    const set = scene.object("apps/v1", "DaemonSet", {
      ...selected(ONE_POD),
      updateStrategy: { type: "OnDelete" },
    });
    await scene.create(set);
    await scene.untilVerdict(set, "ok");
    await patch(set, nextTemplate());
    await scene.untilVerdict(
      set,
      "RollingOut: 0 of 1 pods updated, 1 old pod still there (update strategy OnDelete)",
    );
    await deletePods(scene, ...(await podNames(scene)));
    await scene.untilVerdict(set, "ok");
    expect(await scene.judge(set)).toBe("ok");
  });

  test("a DaemonSet that surges is not done while the old pod stops", async () => {
    const scene = await openScene();
    const set = scene.object("apps/v1", "DaemonSet", {
      ...selected(ONE_POD, { "test.lockstep.dev/stops-after": "2s" }),
      updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
    });
    await scene.create(set);
    await scene.untilVerdict(set, "ok");
    await patch(set, nextTemplate());
    await scene.untilVerdict(set, "RollingOut: 1 of 1 pods updated, 1 old pod still there");
    await scene.untilVerdict(set, "ok");
    expect(await podNames(scene)).toHaveLength(1);
  });
});

function statefulSet(scene: HealthScene, spec: JsonObject): JsonObject {
  return scene.object("apps/v1", "StatefulSet", {
    serviceName: "x",
    podManagementPolicy: "Parallel",
    ...selected(ONE_POD),
    ...spec,
  });
}

function selected(spec: JsonObject, annotations: JsonObject = {}): JsonObject {
  const labels = { app: "x" };
  return {
    selector: { matchLabels: labels },
    template: { metadata: { labels, annotations }, spec },
  };
}

function nextTemplate(): JsonObject {
  return { template: { spec: { containers: [{ name: "a", image: "a:2.0.0" }] } } };
}

async function patch(object: JsonObject, spec: JsonObject): Promise<void> {
  await admin().patch(targetOf(object), { merge: { spec } }, { as: "test" });
}

async function podNames({ namespace }: HealthScene): Promise<readonly string[]> {
  const pods = await admin().list({ apiVersion: "v1", kind: "Pod", namespace });
  return pods.map((pod) => textAt(pod, "metadata", "name") ?? "").toSorted();
}

async function deletePods({ namespace }: HealthScene, ...names: string[]): Promise<void> {
  await Promise.all(
    names.map(async (name) => admin().delete({ apiVersion: "v1", kind: "Pod", namespace, name })),
  );
}
