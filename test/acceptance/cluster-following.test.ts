import { describe, expect, test } from "vitest";
import { type JsonObject } from "../../src/core/object/json.ts";
import { resourceVersionOf } from "../../src/core/object/live-object.ts";
import { CONFIG_MAPS, configMap, namesIn } from "../support/config-maps.ts";
import { connectTestCluster } from "../support/connect-test-cluster.ts";
import { eventually } from "../support/eventually.ts";
import { admin, describeReal, freshNamespace, takeUser } from "../support/real-cluster.ts";

describeReal("ClusterPort on a real API server", () => {
  describe("a following", () => {
    test("lists, then follows changes and deletions", async () => {
      const { cluster, errors } = await connectTestCluster();
      const namespace = await freshNamespace();
      await admin().create(configMap(namespace, "first"));
      let calls = 0;
      const following = cluster.follow(
        { ...CONFIG_MAPS, namespace, labelSelector: "app=test" },
        () => {
          calls += 1;
        },
      );
      expect([following.state().kind, calls]).toEqual(["syncing", 0]);
      await eventually("synced", () => following.state().kind === "synced");
      expect(namesIn(following)).toEqual(["first"]);
      const version = following.state().version;

      const second = await admin().create(configMap(namespace, "second"));
      await eventually("second is there", () => namesIn(following).length === 2);
      expect(following.state().version).toBeGreaterThan(version);
      expect(BigInt(following.state().resourceVersion)).toBeGreaterThanOrEqual(
        BigInt(resourceVersionOf(second)),
      );
      await admin().delete({ apiVersion: "v1", kind: "ConfigMap", namespace, name: "first" });
      await eventually("first is gone", () => namesIn(following).join() === "second");
      await admin().patch(
        { apiVersion: "v1", kind: "ConfigMap", namespace, name: "second" },
        { merge: { metadata: { labels: { app: null } } } },
      );
      await eventually("second left the selection", () => namesIn(following).length === 0);
      expect(calls).toBeGreaterThanOrEqual(4);
      following.stop();
      expect(errors).toEqual([]);
    });

    test("of one object by name sees only that one", async () => {
      const { cluster } = await connectTestCluster();
      const namespace = await freshNamespace();
      await Promise.all(
        ["one", "two"].map(async (name) => admin().create(configMap(namespace, name))),
      );
      const following = cluster.follow({ ...CONFIG_MAPS, namespace, name: "two" }, () => {});
      await eventually("synced", () => following.state().kind === "synced");
      expect(namesIn(following)).toEqual(["two"]);
    });

    test("of a kind that is not served yet finds it when its CRD comes, and loses it when the CRD goes", async () => {
      const { cluster, errors } = await connectTestCluster();
      const namespace = await freshNamespace();
      const group = `${namespace}.example.com`;
      const apiVersion = `${group}/v1`;
      const following = cluster.follow(
        { ...CONFIG_MAPS, apiVersion, kind: "Late", namespace },
        () => {},
      );
      await eventually("not served", () => following.state().kind === "not-served");
      expect(following.state().reason).toBe(`the cluster serves no Late in ${apiVersion}`);

      await admin().create(lateCrd(group));
      await eventually("served", () => following.state().kind === "synced", { timeoutMs: 15_000 });
      await admin().create({ apiVersion, kind: "Late", metadata: { name: "a", namespace } });
      await eventually("a is there", () => namesIn(following).join() === "a");
      expect((await cluster.findKind({ group, kind: "Late" }))?.facts).toEqual({
        hasStatusSubresource: false,
        declaresObservedGeneration: false,
      });

      await admin().delete({
        apiVersion: "apiextensions.k8s.io/v1",
        kind: "CustomResourceDefinition",
        name: `lates.${group}`,
      });
      await eventually("no longer served", () => following.state().kind === "not-served", {
        timeoutMs: 30_000,
      });
      expect(namesIn(following)).toEqual([]);
      expect(errors).toEqual([]);
    });

    test("that is forbidden says so, goes on trying, and works once it is allowed", async () => {
      const user = await takeUser({ isAdmin: false });
      const { cluster } = await connectTestCluster({ user });
      const namespace = await freshNamespace();
      await admin().create(configMap(namespace, "a"));
      const following = cluster.follow({ ...CONFIG_MAPS, namespace }, () => {});
      await eventually("unreadable", () => following.state().kind === "unreadable");
      expect(following.state().reason).toContain("forbidden");
      await admin().create({
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "RoleBinding",
        metadata: { name: "read", namespace },
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" },
        subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: user.name }],
      });
      await eventually("synced", () => following.state().kind === "synced");
      expect(namesIn(following)).toContain("a");
    });

    test("that is stopped ends its watch at once", async () => {
      const { cluster } = await connectTestCluster();
      const namespace = await freshNamespace();
      let calls = 0;
      const following = cluster.follow({ ...CONFIG_MAPS, namespace }, () => {
        calls += 1;
      });
      await eventually("synced", () => following.state().kind === "synced");
      following.stop();
      const seen = calls;
      await admin().create(configMap(namespace, "later"));
      const other = cluster.follow({ ...CONFIG_MAPS, namespace }, () => {});
      await eventually("another following saw it", () => namesIn(other).includes("later"));
      expect([calls, namesIn(following).includes("later")]).toEqual([seen, false]);
    });
  });
});

function lateCrd(group: string): JsonObject {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `lates.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { kind: "Late", listKind: "LateList", plural: "lates", singular: "late" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object" } },
        },
      ],
    },
  };
}
