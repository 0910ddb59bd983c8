import { expect, test } from "vitest";
import type { JsonObject } from "../../src/core/object/json.ts";
import { passes } from "../support/follow-stack.ts";
import { deployment } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import {
  countRollouts,
  create,
  fromSecret,
  openInSync,
  passUntilRolled,
  podWithEnv,
  SHORT_WINDOW,
  secret,
  setData,
  WATCHED,
} from "../support/restart-scene.ts";

const CONTAINER = { name: "web", image: "web:1.0.0" };

function withVolume(volume: JsonObject): JsonObject {
  return { containers: [CONTAINER], volumes: [{ name: "v", ...volume }] };
}

function withEnv(valueFrom: JsonObject): JsonObject {
  return { containers: [{ ...CONTAINER, env: [{ name: "A", valueFrom }] }] };
}

/** Each form with a Secret of its own, named like the form. */
const SECRET_FORMS: Readonly<Record<string, JsonObject>> = {
  env: withEnv({ secretKeyRef: { name: "env", key: "a" } }),
  "env-from": podWithEnv(fromSecret("env-from")),
  volume: withVolume({ secret: { secretName: "volume" } }),
  projected: withVolume({ projected: { sources: [{ secret: { name: "projected" } }] } }),
  init: {
    containers: [CONTAINER],
    initContainers: [{ name: "first", image: "first:1", envFrom: [fromSecret("init")] }],
  },
  csi: withVolume({
    csi: { driver: "csi.sea.example", nodePublishSecretRef: { name: "csi" } },
  }),
};

const CONFIG_FORMS: Readonly<Record<string, JsonObject>> = {
  "c-env": withEnv({ configMapKeyRef: { name: "c-env", key: "a" } }),
  "c-env-from": podWithEnv({ configMapRef: { name: "c-env-from" } }),
  "c-volume": withVolume({ configMap: { name: "c-volume" } }),
  "c-projected": withVolume({ projected: { sources: [{ configMap: { name: "c-projected" } }] } }),
};

function settings(name: string, value: string): JsonObject {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, labels: WATCHED },
    data: { a: value },
  };
}

function workloads(forms: Readonly<Record<string, JsonObject>>): readonly JsonObject[] {
  return Object.entries(forms).map(([name, pod]) => deployment(name, { pod }));
}

describeReal("by which form a pod uses a Secret or ConfigMap", () => {
  test("S3: each form in which a pod names a Secret or ConfigMap restarts it once", async () => {
    const secrets = Object.keys(SECRET_FORMS);
    const maps = Object.keys(CONFIG_FORMS);
    const all = [...workloads(SECRET_FORMS), ...workloads(CONFIG_FORMS)];
    const stack = await openInSync(
      all,
      [
        ...secrets.map((name) => secret(name, { a: "one" })),
        ...maps.map((name) => settings(name, "one")),
      ],
      { config: ["secrets: { window: 300ms, rollAtOnce: 20 }"] },
    );
    await Promise.all([
      ...secrets.map(async (name) => setData(stack, name, { a: "two" })),
      ...maps.map(async (name) =>
        admin().patch(
          { apiVersion: "v1", kind: "ConfigMap", namespace: stack.namespace, name },
          { merge: { data: { a: "two" } } },
          { as: "person" },
        ),
      ),
    ]);
    await passUntilRolled(stack, all, 2);
    await passes(stack, 3);
    const counts = await Promise.all(all.map(async (each) => countRollouts(stack, each)));
    expect(counts).toEqual(all.map(() => 2));
  });

  test.each([
    { config: SHORT_WINDOW, what: "nothing by default", rollouts: 1 },
    {
      config: "secrets: { window: 300ms, imagePullSecrets: true }",
      what: "once where the config says so",
      rollouts: 2,
    },
  ])("S3: a Secret that pulls images restarts $what", async ({ config, rollouts }) => {
    const pod = { containers: [CONTAINER], imagePullSecrets: [{ name: "registry" }] };
    const web = deployment("web", { pod });
    const beside = deployment("beside", { pod: podWithEnv(fromSecret("registry")) });
    const stack = await openInSync([web, beside], [secret("registry", { a: "one" })], {
      config: [config],
    });
    await setData(stack, "registry", { a: "two" });
    await passUntilRolled(stack, [beside], 2);
    await passes(stack, 3);
    expect(await countRollouts(stack, web)).toBe(rollouts);
  });

  test("S3: an optional Secret that is absent is no error; the pods restart when it appears", async () => {
    const pod = podWithEnv(fromSecret("late", { optional: true }));
    const web = deployment("web", { pod });
    const stack = await openInSync([web], []);
    await passes(stack, 2);
    expect(await countRollouts(stack, web)).toBe(1);
    await create(stack, secret("late", { a: "one" }));
    await passUntilRolled(stack, [web], 2);
    await passes(stack, 3);
    expect(await countRollouts(stack, web)).toBe(2);
  });

  test("S3: pods that wait for a Secret are not restarted when it comes: they start with it", async () => {
    const web = deployment("web", { pod: podWithEnv(fromSecret("late")) });
    const stack = await openInSync([web], []);
    await create(stack, secret("late", { a: "one" }));
    await passes(stack, 4);
    expect(await countRollouts(stack, web)).toBe(1);
    await setData(stack, "late", { a: "two" });
    await passUntilRolled(stack, [web], 2);
  });
});
