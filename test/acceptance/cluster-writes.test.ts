import { describe, expect, test } from "vitest";
import { listAt, numberAt, textAt } from "../../src/core/object/json.ts";
import { resourceVersionOf, uidOf } from "../../src/core/object/live-object.ts";
import { auditMark, auditSince } from "../support/audit-log.ts";
import { configMap, configMapRef, guarded, managersOf, refusalOf } from "../support/config-maps.ts";
import { connectTestCluster } from "../support/connect-test-cluster.ts";
import { admin, describeReal, freshNamespace } from "../support/real-cluster.ts";

describeReal("ClusterPort on a real API server", () => {
  describe("writes", () => {
    test("A1: an apply creates, then changes, as one Apply entry of our manager", async () => {
      const { cluster, user } = await connectTestCluster();
      const namespace = await freshNamespace();
      const ref = configMapRef(namespace, "settings");
      const mark = await auditMark();
      const created = await cluster.apply({
        ref,
        body: configMap(namespace, "settings", { a: "1" }),
        isDryRun: false,
      });
      const changed = await cluster.apply({
        ref,
        body: guarded(configMap(namespace, "settings", { a: "2" }), created.object),
        isDryRun: false,
      });
      expect([created.isCreated, changed.isCreated]).toEqual([true, false]);
      const entries = listAt(changed.object, "metadata", "managedFields");
      expect(
        entries.map((entry) => `${textAt(entry, "manager")} ${textAt(entry, "operation")}`),
      ).toEqual(["lockstep Apply"]);
      const sent = await auditSince(mark, { user: user.name, namespace });
      expect(sent.map((each) => new URL(each.uri, "https://x").search)).toEqual([
        "?fieldManager=lockstep&force=true&fieldValidation=Strict",
        "?fieldManager=lockstep&force=true&fieldValidation=Strict",
      ]);
    });

    test("a dry run and a probe change nothing and count as reads", async () => {
      const { cluster } = await connectTestCluster();
      const namespace = await freshNamespace();
      const ref = configMapRef(namespace, "trial");
      const body = configMap(namespace, "trial");
      expect((await cluster.apply({ ref, body, isDryRun: true })).isCreated).toBe(true);
      expect(uidOf(await cluster.probeCreate({ ref, body }))).not.toBe("");
      expect(await cluster.read(ref)).toEqual({ kind: "absent" });
      expect(cluster.requestCounts()).toMatchObject({ writes: 0, watches: 0 });
    });

    test.each([
      { who: "somebody wrote since the read", stale: "resourceVersion" },
      { who: "the object is another one by now", stale: "uid" },
      { who: "the object is gone", stale: "object" },
    ])("an apply is a conflict when $who", async ({ stale }) => {
      const { cluster } = await connectTestCluster();
      const namespace = await freshNamespace();
      const ref = configMapRef(namespace, "raced");
      const seen = await admin().create(configMap(namespace, "raced"));
      const body = guarded(configMap(namespace, "raced", { a: "ours" }), seen);
      const target = { apiVersion: "v1", kind: "ConfigMap", namespace, name: "raced" };
      if (stale === "resourceVersion") {
        await admin().patch(target, { merge: { data: { a: "theirs" } } });
      } else {
        await admin().delete(target);
      }
      if (stale === "uid") await admin().create(configMap(namespace, "raced"));
      const refusal = await refusalOf(cluster.apply({ ref, body, isDryRun: false }));
      expect(refusal.code).toBe("conflict");
      expect((await cluster.read(ref)).kind).toBe(stale === "object" ? "absent" : "present");
    });

    test("F5: an ownership patch on an object that changed since is a conflict, and changes nothing", async () => {
      const { cluster } = await connectTestCluster();
      const namespace = await freshNamespace();
      const ref = configMapRef(namespace, "owned");
      await admin().apply(configMap(namespace, "owned", { a: "1" }), { as: "lockstep" });
      const target = { apiVersion: "v1", kind: "ConfigMap", namespace, name: "owned" };
      const seen = await admin().patch(target, { merge: { data: { b: "2" } } }, { as: "somebody" });
      const ours = listAt(seen, "metadata", "managedFields").filter(
        (entry) => textAt(entry, "manager") === "lockstep",
      );
      const patch = [
        { op: "replace", path: "/metadata/managedFields", value: ours },
        { op: "replace", path: "/metadata/resourceVersion", value: resourceVersionOf(seen) },
      ] as const;
      const later = await admin().patch(target, { merge: { data: { c: "3" } } }, { as: "third" });
      expect((await refusalOf(cluster.patchOwnership({ ref, patch }))).code).toBe("conflict");
      expect(managersOf(await admin().get(target))).toEqual(managersOf(later));

      const guard = {
        op: "replace",
        path: "/metadata/resourceVersion",
        value: resourceVersionOf(later),
      } as const;
      const patched = await cluster.patchOwnership({ ref, patch: [patch[0], guard] });
      expect(managersOf(patched)).toEqual(["lockstep Apply"]);
    });

    test("a missing namespace has a code of its own", async () => {
      const { cluster } = await connectTestCluster();
      const body = configMap("no-such-namespace", "a");
      const refusal = await refusalOf(
        cluster.apply({ ref: configMapRef("no-such-namespace", "a"), body, isDryRun: true }),
      );
      expect(`${refusal.code}: ${refusal.message}`).toBe(
        'missing-namespace: ConfigMap/no-such-namespace/a: namespaces "no-such-namespace" not found',
      );
    });

    test("an event of the same kind is one series whose count grows", async () => {
      const { cluster } = await connectTestCluster();
      const namespace = await freshNamespace();
      const object = await admin().create(configMap(namespace, "web"));
      const regarding = { ...configMapRef(namespace, "web"), uid: uidOf(object) };
      const held = { regarding, type: "Normal", reason: "Held", note: "waits for db" } as const;
      await Promise.all([cluster.recordEvent(held), cluster.recordEvent(held)]);
      await cluster.recordEvent({ ...held, note: "ü".repeat(2_000) });
      await cluster.recordEvent(held);
      const events = await admin().list({ apiVersion: "v1", kind: "Event", namespace });
      const briefs = events.map(
        (event) =>
          `${textAt(event, "reason")} ${numberAt(event, "count")} ${textAt(event, "message")?.length} ${textAt(event, "involvedObject", "name")}`,
      );
      expect(briefs.toSorted()).toEqual(["Held 1 511 web", "Held 3 12 web"]);
    });
  });
});
