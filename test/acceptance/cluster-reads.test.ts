import { describe, expect, test } from "vitest";
import { type JsonObject, textAt } from "../../src/core/object/json.ts";
import { objectKey } from "../../src/core/object/object-id.ts";
import { auditMark, auditSince, briefEntry } from "../support/audit-log.ts";
import { CONFIG_MAPS, configMap, configMapRef } from "../support/config-maps.ts";
import { connectTestCluster } from "../support/connect-test-cluster.ts";
import { admin, describeReal, freshNamespace, takeUser } from "../support/real-cluster.ts";

describeReal("ClusterPort on a real API server", () => {
  describe("kinds", () => {
    test.each([
      { kind: "Deployment.apps", found: "apps/v1 deployments namespaced status observed" },
      { kind: "ConfigMap", found: "v1 configmaps namespaced" },
      { kind: "Namespace", found: "v1 namespaces cluster status" },
      { kind: "Job.batch", found: "batch/v1 jobs namespaced status" },
      {
        kind: "HorizontalPodAutoscaler.autoscaling",
        found: "autoscaling/v2 horizontalpodautoscalers namespaced status observed",
      },
      {
        kind: "Beat.beat.k8s.elastic.co",
        found: "beat.k8s.elastic.co/v1beta1 beats namespaced status observed",
      },
      { kind: "Deployment.nowhere.example", found: "none" },
    ])("$kind → $found", async ({ kind, found }) => {
      const { cluster } = await connectTestCluster();
      const [name = "", ...group] = kind.split(".");
      const served = await cluster.findKind({ group: group.join("."), kind: name });
      const text =
        served === undefined
          ? "none"
          : [
              served.group === "" ? served.version : `${served.group}/${served.version}`,
              served.plural,
              served.isNamespaced ? "namespaced" : "cluster",
              ...(served.facts.hasStatusSubresource ? ["status"] : []),
              ...(served.facts.declaresObservedGeneration ? ["observed"] : []),
            ].join(" ");
      expect(text).toBe(found);
    });

    test("are asked for once, and a missing one once a second", async () => {
      const { cluster, user } = await connectTestCluster();
      const mark = await auditMark();
      await cluster.findKind({ group: "apps", kind: "Deployment" });
      await cluster.findKind({ group: "nowhere.example", kind: "Nothing" });
      await cluster.findKind({ group: "apps", kind: "Deployment" });
      await cluster.findKind({ group: "nowhere.example", kind: "Nothing" });
      await cluster.findKind({ group: "apps", kind: "Deployment" });
      await cluster.findKind({ group: "nowhere.example", kind: "Nothing" });
      const asked = (await auditSince(mark, { user: user.name })).map((each) => each.uri);
      expect(asked.toSorted()).toEqual(["/api", "/api", "/apis", "/apis"]);
    });
  });

  describe("reads", () => {
    test("an object, a missing one, a missing namespace and a kind that is not served", async () => {
      const { cluster } = await connectTestCluster();
      const namespace = await freshNamespace();
      await admin().create(configMap(namespace, "here"));
      const refs = [
        configMapRef(namespace, "here"),
        configMapRef(namespace, "gone"),
        configMapRef("no-such-namespace", "here"),
        {
          id: { group: "nowhere.example", kind: "Thing", namespace, name: "a" },
          apiVersion: "nowhere.example/v1",
        },
      ];
      const sightings = await Promise.all(refs.map(async (ref) => cluster.read(ref)));
      expect(sightings.map((each) => each.kind)).toEqual([
        "present",
        "absent",
        "absent",
        "not-served",
      ]);
      const many = await cluster.readMany(refs);
      expect([...many].map(([key, each]) => `${key} ${each.kind}`)).toEqual([
        `ConfigMap/${namespace}/here present`,
        `ConfigMap/${namespace}/gone absent`,
        "ConfigMap/no-such-namespace/here absent",
        `Thing.nowhere.example/${namespace}/a not-served`,
      ]);
    });

    test("what may not be read is unreadable, never absent", async () => {
      const user = await takeUser({ isAdmin: false });
      const { cluster } = await connectTestCluster({ user });
      const ref = configMapRef("default", "anything");
      expect(await cluster.read(ref)).toEqual({
        kind: "unreadable",
        reason: `ConfigMap/default/anything: configmaps "anything" is forbidden: User "${user.name}" cannot get resource "configmaps" in API group "" in the namespace "default"`,
      });
      const many = await cluster.readMany(
        Array.from({ length: 25 }, (_, n) => configMapRef("default", `a-${n}`)),
      );
      expect(new Set([...many.values()].map((each) => each.kind))).toEqual(new Set(["unreadable"]));
    });

    test("100 reads of which two exist cost one list of names and two reads", async () => {
      const { cluster, user } = await connectTestCluster();
      const namespace = await freshNamespace();
      await admin().create(configMap(namespace, "a-7"));
      await admin().create(configMap(namespace, "a-70"));
      const mark = await auditMark();
      const refs = Array.from({ length: 100 }, (_, n) => configMapRef(namespace, `a-${n}`));
      const many = await cluster.readMany(refs);
      const present = [...many].filter(([, each]) => each.kind === "present").map(([key]) => key);
      expect(present).toEqual([7, 70].map((n) => objectKey(configMapRef(namespace, `a-${n}`).id)));
      const asked = (await auditSince(mark, { user: user.name, namespace })).map(briefEntry);
      expect(asked.toSorted()).toEqual([
        "get configmaps/a-7 200",
        "get configmaps/a-70 200",
        "list configmaps 200",
      ]);
    });

    test("a list is walked page by page, and its items say what they are", async () => {
      const { cluster, user } = await connectTestCluster();
      const namespace = await freshNamespace();
      const names = Array.from({ length: 620 }, (_, n) => `item-${n}`);
      await Promise.all(names.map(async (name) => admin().create(configMap(namespace, name))));
      const mark = await auditMark();
      const items = await cluster.list({ ...CONFIG_MAPS, namespace, labelSelector: "app=test" });
      expect(items.map(briefObject).toSorted()).toEqual(
        names.map((name) => `v1 ConfigMap ${name}`).toSorted(),
      );
      const asked = await auditSince(mark, { user: user.name, namespace });
      expect(asked.map(briefEntry)).toEqual(["list configmaps 200", "list configmaps 200"]);
    });
  });
});

function briefObject(object: JsonObject): string {
  return `${textAt(object, "apiVersion")} ${textAt(object, "kind")} ${textAt(object, "metadata", "name")}`;
}
