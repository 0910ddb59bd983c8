import { expect, test } from "vitest";
import type { JsonObject } from "../../src/core/object/json.ts";
import { resourceVersionOf, uidOf } from "../../src/core/object/live-object.ts";
import { auditMark, auditSince, briefEntry } from "../support/audit-log.ts";
import { passes, passUntil } from "../support/follow-stack.ts";
import {
  idIn,
  manifestFiles,
  marked,
  service,
  settings,
  targetIn,
} from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack } from "../support/test-stack.ts";
import {
  ALLOWED,
  claim,
  crd,
  immutable,
  rolling,
  statefulSet,
  writesOf,
} from "../support/unchangeable.ts";

const HELP = 'with lockstep.dev/recreate: "allowed" in Git it is deleted and made anew';

/** What cannot be changed in place, with the field that the refusal has to name. */
interface Row {
  readonly what: string;
  readonly field: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
}

const RBAC = "rbac.authorization.k8s.io";

const ROWS: readonly Row[] = [
  {
    what: "a Service that gets no address any more",
    field: "spec.clusterIPs[0]",
    before: service("web"),
    after: service("web", { clusterIP: "None" }),
  },
  {
    what: "a Service without an address that gets another type, and keeps its node port from then on",
    field: "spec.clusterIPs[0]",
    before: service("web", { clusterIP: "None" }),
    after: service("web", { type: "NodePort" }),
  },
  {
    what: "a Deployment with another selector",
    field: "spec.selector",
    before: rolling("web", "1.0.0"),
    after: rolling("web", "1.0.0", { labels: { app: "web", part: "front" } }),
  },
  {
    what: "a StatefulSet with other claims",
    field: "Git changed spec.volumeClaimTemplates",
    before: statefulSet("db", { replicas: 0 }),
    after: statefulSet("db", {
      replicas: 0,
      volumeClaimTemplates: [claim("data", "ReadWriteOnce")],
    }),
  },
  {
    what: "a StatefulSet with another Service",
    field: "Git changed spec.serviceName",
    before: statefulSet("db", { serviceName: "db" }),
    after: statefulSet("db", { serviceName: "data" }),
  },
  {
    what: "a RoleBinding with another role",
    field: "roleRef",
    before: immutable("RoleBinding", `${RBAC}/v1`, { roleRef: roleRef("view") }),
    after: immutable("RoleBinding", `${RBAC}/v1`, { roleRef: roleRef("edit") }),
  },
  {
    what: "an immutable ConfigMap",
    field: "data",
    before: { ...settings("old", { mode: "fast" }), immutable: true },
    after: { ...settings("old", { mode: "slow" }), immutable: true },
  },
  {
    what: "an immutable Secret",
    field: "data",
    before: immutable("Secret", "v1", { immutable: true, data: { key: "b2xk" } }),
    after: immutable("Secret", "v1", { immutable: true, data: { key: "bmV3" } }),
  },
  {
    what: "a Pod with one container more",
    field: "spec.containers",
    before: immutable("Pod", "v1", { spec: { containers: [container("a")] } }),
    after: immutable("Pod", "v1", { spec: { containers: [container("a"), container("b")] } }),
  },
];

function roleRef(name: string): JsonObject {
  return { apiGroup: RBAC, kind: "ClusterRole", name };
}

function container(name: string): JsonObject {
  return { name, image: `${name}:1.0.0` };
}

describeReal("objects that cannot be changed", () => {
  test.each(ROWS)(
    "B18: $what is Stalled at $field, and with leave is made anew",
    async ({ field, before, after }) => {
      const stack = await openTestStack();
      const target = targetIn(stack.namespace, before);
      await stack.commit(manifestFiles(before));
      expect(await stack.sync()).toMatchObject({ inSync: true });
      const old = await admin().get(target);

      const refusedAt = await auditMark();
      await stack.commit(manifestFiles(after));
      const refused = await stack.sync();
      const status = stack.object(idIn(stack.namespace, after));
      expect([status?.phase, status?.action, refused.refusals.map(({ code }) => code)]).toEqual([
        "Stalled",
        "hold",
        ["immutable"],
      ]);
      expect(status?.cause?.message).toContain(field);
      expect(status?.cause?.message).toContain(HELP);
      await passes(stack, 2);
      expect(await writesOf(stack, refusedAt, after)).toEqual([]);
      expect(uidOf(await admin().get(target))).toBe(uidOf(old));

      await stack.commit(manifestFiles(marked(after, ALLOWED)));
      const mark = await auditMark();
      const plan = await stack.preview();
      expect(plan.objects.map(({ action }) => action)).toEqual(["recreate"]);
      expect(await writesOf(stack, mark, after)).toEqual([]);
      // Nobody else deleted it: that is no drift.
      expect(await stack.sync()).toMatchObject({ inSync: true, refusals: [], drift: [] });
      expect(await writesOf(stack, mark, after)).toEqual(["delete 200", "patch 201"]);
      expect(uidOf(await admin().get(target))).not.toBe(uidOf(old));
      await passes(stack, 2);
      expect(await writesOf(stack, mark, after)).toHaveLength(2);
    },
  );

  test("B18: a StorageClass, which has no namespace, is made anew in the same way", async () => {
    const stack = await openTestStack();
    const after = disks(stack.namespace, "fast");
    await stack.commit(manifestFiles(disks(stack.namespace, "slow")));
    await stack.sync();
    const mark = await auditMark();
    await stack.commit(manifestFiles(after));
    expect(await stack.sync()).toMatchObject({ inSync: true });
    expect(await writesOf(stack, mark, after)).toEqual(["delete 200", "patch 201"]);
  });

  test("B18: the trial comes before the delete, which is guarded, and the new one after the last old pod", async () => {
    const stack = await openTestStack();
    const pods = { "test.lockstep.dev/stops-after": "1s" };
    const before = marked(rolling("web", "1.0.0", { pods }), ALLOWED);
    const labels = { app: "web", part: "front" };
    const after = marked(rolling("web", "1.0.0", { pods, labels }), ALLOWED);
    await stack.commit(manifestFiles(before));
    await stack.sync();
    const old = await admin().get(targetIn(stack.namespace, before));

    const mark = await auditMark();
    await stack.commit(manifestFiles(after));
    expect(await stack.sync()).toMatchObject({ inSync: true });
    const entries = await auditSince(mark, { namespace: stack.namespace });
    const own = entries.filter(
      ({ user, resource, verb }) =>
        user === stack.user.name && resource === "deployments" && verb !== "watch",
    );
    const told = own.filter(({ verb, code }) => verb !== "get" && code < 300).map(briefEntry);
    // A process that takes the stack over looks for drift first.
    expect(told).toEqual([
      "patch deployments/web dry-run 200",
      "create deployments dry-run 201",
      "delete deployments/web 200",
      "patch deployments/web dry-run 201",
      "patch deployments/web 201",
    ]);
    const deleted = own.find(({ verb }) => verb === "delete");
    expect(deleted?.body).toMatchObject({
      propagationPolicy: "Foreground",
      preconditions: { uid: uidOf(old), resourceVersion: resourceVersionOf(old) },
    });
    const ends = entries.flatMap((each, index) =>
      each.resource === "pods" && each.verb === "delete" && each.userAgent.startsWith("kwok")
        ? [index]
        : [],
    );
    const created = entries.findIndex(
      (each) =>
        each.user === stack.user.name &&
        each.verb === "patch" &&
        each.code === 201 &&
        !each.isDryRun &&
        each.resource === "deployments",
    );
    expect(ends.length).toBeGreaterThanOrEqual(2);
    expect(ends.every((index) => index < created)).toBe(true);
  });

  test("B18: claims, volumes and kinds are never deleted, whatever the annotation says", async () => {
    const stack = await openTestStack();
    const { namespace } = stack;
    const before = [
      claim("data", "ReadWriteOnce"),
      crd(namespace, "Namespaced"),
      volume(namespace, "/a"),
      kept("1"),
      withClaims("a"),
    ];
    const after = [
      claim("data", "ReadWriteMany"),
      crd(namespace, "Cluster"),
      volume(namespace, "/b"),
      kept("2"),
      withClaims("b"),
    ];
    await stack.commit(manifestFiles(...before.map((each) => marked(each, ALLOWED))));
    await stack.pass();
    await passUntil(stack, "all are there", ({ objects }) =>
      objects.every(({ appliedRevision }) => appliedRevision !== ""),
    );
    const mark = await auditMark();
    await stack.commit(manifestFiles(...after.map((each) => marked(each, ALLOWED))));
    await passes(stack, 3);
    const { objects } = stack.stack.status;
    expect(objects.map(({ phase }) => phase)).toEqual(objects.map(() => "Stalled"));
    for (const { cause } of objects) {
      expect(cause?.message).toContain("it is never deleted to be made anew");
    }
    const entries = await auditSince(mark, { user: stack.user.name, isWrite: true });
    expect(entries.filter(({ verb }) => verb === "delete")).toEqual([]);
  });
});

function disks(name: string, speed: string): JsonObject {
  return {
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    metadata: { name, ...ALLOWED },
    provisioner: "example.com/disks",
    parameters: { speed },
  };
}

/** A kept object says so itself. */
function kept(value: string): JsonObject {
  const annotations = { "lockstep.dev/prune": "disabled" };
  return { ...marked(settings("kept", { value }), { annotations }), immutable: true };
}

/** A StatefulSet whose claims go with it. */
function withClaims(serviceName: string): JsonObject {
  return statefulSet("db", {
    serviceName,
    replicas: 0,
    persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete" },
  });
}

function volume(name: string, path: string): JsonObject {
  return {
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: { name },
    spec: { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], hostPath: { path } },
  };
}
