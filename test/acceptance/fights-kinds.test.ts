import { expect, onTestFinished, test } from "vitest";
import type { JsonObject } from "../../src/core/object/json.ts";
import {
  briefFights,
  contestOf,
  look,
  MINUTE_MS,
  openFight,
  take,
} from "../support/fight-scene.ts";
import { targetOf } from "../support/kube-client.ts";
import { idIn, service, settings, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";

const BUDGET = ["fights: { budget: 3 }"];

const ROLE: JsonObject = {
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "Role",
  metadata: { name: "reader" },
  rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get"] }],
};

/** A kind without a spec, or without a change of it. */
const SPECLESS: readonly {
  readonly what: string;
  readonly manifest: JsonObject;
  readonly patch: (round: number) => JsonObject;
  readonly path: string;
}[] = [
  {
    what: "data of a ConfigMap",
    manifest: settings("colours", { sky: "blue" }),
    patch: (round) => ({ data: { sky: `green-${round}` } }),
    path: "/data/sky",
  },
  {
    what: "a key that Git has not of a ConfigMap",
    manifest: settings("colours", { sky: "blue" }),
    patch: (round) => ({ data: { sea: `green-${round}` } }),
    path: "/data/sea",
  },
  {
    what: "the rules of a Role",
    manifest: ROLE,
    patch: (round) => ({
      rules: [{ apiGroups: [""], resources: ["secrets"], verbs: ["get", `v${round}`] }],
    }),
    path: "/rules",
  },
  {
    what: "a label alone",
    manifest: service("web", {}, { labels: { team: "blue" } }),
    patch: (round) => ({ metadata: { labels: { team: `green-${round}` } } }),
    path: "/metadata/labels/team",
  },
  {
    what: "an annotation that Git has not",
    manifest: service("web"),
    patch: (round) => ({ metadata: { annotations: { note: `green-${round}` } } }),
    path: "/metadata/annotations/note",
  },
  {
    what: "a label that is taken away",
    manifest: service("web", {}, { labels: { team: "blue" } }),
    patch: () => ({ metadata: { labels: { team: null } } }),
    path: "/metadata/labels/team",
  },
];

describeReal("Fights over any kind", () => {
  test.each(SPECLESS)("W3: $what: budget, slow pace, named, over", async (row) => {
    const scene = await openFight([row.manifest], { config: BUDGET });
    const target = targetIn(scene.stack.namespace, row.manifest);
    const id = idIn(scene.stack.namespace, row.manifest);
    const counts: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const move = { as: "rival", patch: row.patch(round) };
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      counts.push((await take(scene, target, move)).writes.length);
    }
    expect(counts.map((count) => count > 0)).toEqual([true, true, true, false, false]);
    // Who took something away leaves no entry.
    const isRemoval = row.what.endsWith("taken away");
    expect(briefFights(scene.stack.stack.status.fights)).toEqual([
      `${row.path} by ${isRemoval ? "" : "rival"}: 3, contested`,
    ]);
    expect(contestOf(scene.stack.stack.status, id)).toMatch(
      isRemoval ? /^somebody took / : /^rival took /,
    );

    scene.clock.move(MINUTE_MS);
    expect((await look(scene, target)).writes.length).toBeGreaterThan(0);
    scene.clock.move(10 * MINUTE_MS);
    const over = await look(scene, target);
    expect([over.writes, over.status.inSync, contestOf(over.status, id)]).toEqual([
      [],
      true,
      undefined,
    ]);
  });

  test("W5: a Service of the core and one of another group, with one name: no cross talk", async () => {
    const group = `w5-${Date.now().toString(36)}.test.lockstep.dev`;
    const crd = serviceCrd(group);
    onTestFinished(async () => admin().delete(targetOf(crd)));
    const other: JsonObject = {
      apiVersion: `${group}/v1`,
      kind: "Service",
      metadata: { name: "web", labels: { team: "blue" } },
    };
    const core = service("web", {}, { labels: { team: "blue" } });
    await admin().create(crd);
    const scene = await openFight([core, other], { config: BUDGET });
    const { namespace, stack } = scene.stack;
    const [coreId, otherId] = [idIn(namespace, core), idIn(namespace, other)];
    const patch = { metadata: { labels: { team: "red" } } };
    for (let round = 0; round < 4; round += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      await take(scene, targetIn(namespace, core), { as: "rival", patch });
    }
    expect(contestOf(stack.status, coreId)).toMatch(/^rival took /);
    expect(contestOf(stack.status, otherId)).toBeUndefined();

    const { status, writes } = await take(scene, targetIn(namespace, other), {
      as: "visitor",
      patch,
    });
    expect(writes).toEqual(["patch services/web 200"]);
    expect(status.fights).toMatchObject([{ id: coreId, managers: ["rival"], count: 3 }]);
    expect(status.drift.map(({ id, action }) => `${id} ${action}`)).toEqual([
      `${coreId} contested`,
      `${otherId} reverted`,
    ]);
  });
});

/** A kind with the name of a core one. */
function serviceCrd(group: string): JsonObject {
  const names = {
    kind: "Service",
    plural: "services",
    singular: "service",
    listKind: "ServiceList",
  };
  const openAPIV3Schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `services.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names,
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  };
}
