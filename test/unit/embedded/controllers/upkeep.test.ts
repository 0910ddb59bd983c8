import { expect, test } from "vitest";
import { type JsonObject, listAt, textAt } from "../../../../src/core/object/json.ts";
import { uidOf } from "../../../../src/core/object/live-object.ts";
import { CONFIG_MAPS, CRDS, NAMESPACES, PODS } from "../../../../src/embedded/kinds/collections.ts";
import {
  briefConditions,
  type ControllerWorld,
  namesOf,
  openControllerWorld,
  type Target,
} from "../../../support/controller-world.ts";
import { pod, workload } from "../../../support/workload-manifests.ts";

function configMap(
  name: string,
  owners: readonly JsonObject[] = [],
  namespace = "shop",
): JsonObject {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace, ...(owners.length === 0 ? {} : { ownerReferences: owners }) },
  };
}

function target(name: string): Target {
  return { apiVersion: "v1", kind: "ConfigMap", name };
}

function reference(world: ControllerWorld, name: string, more: JsonObject = {}): JsonObject {
  const owner = world.get(target(name));
  const uid = owner === undefined ? "no-such-uid" : uidOf(owner);
  return { apiVersion: "v1", kind: "ConfigMap", name, uid, ...more };
}

/** ConfigMaps of the namespace, but for the one that each namespace has; `†` for one that is being deleted. */
function left(world: ControllerWorld): string {
  return world
    .list(CONFIG_MAPS)
    .filter((each) => textAt(each, "metadata", "namespace") === "shop")
    .filter((each) => textAt(each, "metadata", "name") !== "kube-root-ca.crt")
    .map((each) => {
      const owners = listAt(each, "metadata", "ownerReferences").map((owner) =>
        textAt(owner, "name"),
      );
      const isEnding = textAt(each, "metadata", "deletionTimestamp") !== undefined;
      const of = owners.length === 0 ? "" : `<${owners.join("+")}`;
      return `${textAt(each, "metadata", "name")}${isEnding ? "†" : ""}${of}`;
    })
    .join(" ");
}

test.each([
  { name: "background", options: { propagationPolicy: "Background" }, outcome: "" },
  { name: "nothing said", options: {}, outcome: "" },
  { name: "orphan", options: { propagationPolicy: "Orphan" }, outcome: "child grandchild<child" },
  { name: "foreground", options: { propagationPolicy: "Foreground" }, outcome: "" },
])("deleting an owner: $name", ({ options, outcome }) => {
  const world = openControllerWorld();
  world.create(configMap("owner"));
  world.create(configMap("child", [reference(world, "owner", { blockOwnerDeletion: true })]));
  world.create(configMap("grandchild", [reference(world, "child", { blockOwnerDeletion: true })]));
  world.timers.pass(1_000);
  expect(left(world)).toBe("child<owner grandchild<child owner");
  world.remove(target("owner"), options);
  world.timers.pass(1_000);
  expect(left(world)).toBe(outcome);
  expect(world.defects).toEqual([]);
});

test("foreground: the owner waits for a dependent that a finalizer holds", () => {
  const world = openControllerWorld();
  world.create(configMap("owner"));
  world.create(configMap("child", [reference(world, "owner", { blockOwnerDeletion: true })]));
  world.patch(target("child"), { metadata: { finalizers: ["example.org/hold"] } });
  world.remove(target("owner"), { propagationPolicy: "Foreground" });
  world.timers.pass(2_000);
  expect(left(world)).toBe("child†<owner owner†");
  world.patch(target("child"), { metadata: { finalizers: null } });
  world.timers.pass(1_000);
  expect(left(world)).toBe("");
});

test.each([
  { name: "its owner was never there", owners: ["nobody"], outcome: "a b" },
  { name: "one of two owners is there", owners: ["nobody", "a"], outcome: "a b child<a" },
  { name: "both are there", owners: ["a", "b"], outcome: "a b child<a+b" },
])("a new object stays or goes: $name", ({ owners, outcome }) => {
  const world = openControllerWorld();
  world.create(configMap("a"), configMap("b"));
  world.create(
    configMap(
      "child",
      owners.map((each) => reference(world, each)),
    ),
  );
  world.timers.pass(1_000);
  expect(left(world)).toBe(outcome);
});

test("an owner of the same name with another uid is no owner", () => {
  const world = openControllerWorld();
  world.create(configMap("a"));
  world.create(configMap("child", [{ ...reference(world, "a"), uid: "of-an-earlier-one" }]));
  world.timers.pass(1_000);
  expect(left(world)).toBe("a");
});

test("an owner in another namespace counts as missing", () => {
  const world = openControllerWorld();
  world.create(configMap("a"));
  world.create(configMap("child", [reference(world, "a")], "default"));
  world.timers.pass(1_000);
  expect(world.get({ ...target("child"), namespace: "default" })).toBeUndefined();
});

test("an owner whose kind is not known is waited for", () => {
  const world = openControllerWorld();
  world.create(
    configMap("child", [{ apiVersion: "example.org/v1", kind: "Thing", name: "x", uid: "y" }]),
  );
  world.timers.pass(1_000);
  expect(left(world)).toBe("child<x");
});

test("each namespace has its ServiceAccount and the cluster's certificate, and gets them back", () => {
  const world = openControllerWorld();
  const root = { ...target("kube-root-ca.crt"), namespace: "default" };
  expect(world.get(root)?.["data"]).toEqual({ "ca.crt": "certificate" });
  world.remove(root);
  world.timers.pass(1_000);
  expect(world.get(root)?.["data"]).toEqual({ "ca.crt": "certificate" });
  expect(
    world.get({ apiVersion: "v1", kind: "ServiceAccount", namespace: "default", name: "default" }),
  ).toBeDefined();
});

test("a namespace that is deleted takes everything with it", () => {
  const world = openControllerWorld();
  const shop = { apiVersion: "v1", kind: "Namespace", name: "shop" };
  world.create(workload("Deployment", "web", { replicas: 2 }), workload("StatefulSet", "db"));
  world.timers.pass(3_000);
  world.remove(shop);
  world.timers.pass(500);
  expect(world.get(shop)).toBeDefined();
  expect(briefConditions(world.get(shop))).toContain(
    "NamespaceContentRemaining=True SomeResourcesRemain",
  );
  world.timers.pass(3_000);
  expect(namesOf(world.list(NAMESPACES))).toEqual(["default"]);
  expect(world.list(PODS)).toEqual([]);
  expect(world.defects).toEqual([]);
});

test("a finalizer holds a namespace, which says so", () => {
  const world = openControllerWorld();
  const shop = { apiVersion: "v1", kind: "Namespace", name: "shop" };
  world.create(configMap("held"));
  world.patch(target("held"), { metadata: { finalizers: ["example.org/hold"] } });
  world.remove(shop);
  world.timers.pass(2_000);
  const messages = listAt(world.get(shop), "status", "conditions")
    .filter((each) => textAt(each, "status") === "True")
    .map((each) => textAt(each, "message"));
  expect(messages).toEqual([
    "Some resources are remaining: configmaps. has 1 resource instances",
    "Some content in the namespace has finalizers remaining: example.org/hold in 1 resource instances",
  ]);
  world.patch(target("held"), { metadata: { finalizers: null } });
  world.timers.pass(1_000);
  expect(world.get(shop)).toBeUndefined();
});

function crd(plural: string, names: JsonObject = {}): JsonObject {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.example.org` },
    spec: {
      group: "example.org",
      scope: "Namespaced",
      names: { kind: plural.slice(0, 1).toUpperCase() + plural.slice(1, -1), plural, ...names },
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

function crdTarget(plural: string): Target {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    name: `${plural}.example.org`,
  };
}

test("a CRD whose names are taken waits until they are free", () => {
  const world = openControllerWorld();
  world.create(crd("foos", { shortNames: ["f"] }), crd("fobs", { shortNames: ["f"] }));
  world.timers.pass(1_000);
  expect(briefConditions(world.get(crdTarget("foos")))).toBe(
    "NamesAccepted=True NoConflicts, Established=True InitialNamesAccepted",
  );
  expect(briefConditions(world.get(crdTarget("fobs")))).toBe(
    "NamesAccepted=False ShortNamesConflict, Established=False NotAccepted",
  );
  world.remove(crdTarget("foos"));
  world.timers.pass(1_000);
  expect(briefConditions(world.get(crdTarget("fobs")))).toBe(
    "NamesAccepted=True NoConflicts, Established=True InitialNamesAccepted",
  );
});

test("a CRD that is deleted takes its objects with it, and waits for those that are held", () => {
  const world = openControllerWorld();
  world.create(crd("foos"));
  world.timers.pass(1_000);
  const foo = { apiVersion: "example.org/v1", kind: "Foo" };
  const held = { name: "b", namespace: "shop", finalizers: ["example.org/hold"] };
  world.create({ ...foo, metadata: { name: "a", namespace: "shop" } });
  world.create({ ...foo, metadata: held });
  world.remove(crdTarget("foos"));
  world.timers.pass(1_000);
  expect(briefConditions(world.get(crdTarget("foos")))).toBe(
    "NamesAccepted=True NoConflicts, Established=True InitialNamesAccepted, Terminating=True InstanceDeletionInProgress",
  );
  expect(namesOf(world.list({ group: "example.org", plural: "foos" }))).toEqual(["b"]);
  world.patch(
    { apiVersion: "example.org/v1", kind: "Foo", name: "b" },
    { metadata: { finalizers: null } },
  );
  world.timers.pass(1_000);
  expect(namesOf(world.list(CRDS))).not.toContain("foos.example.org");
  expect(world.defects).toEqual([]);
});

test("alone with an API server only CRDs are looked after", () => {
  const world = openControllerWorld({ scope: "api-server" });
  world.create(crd("foos"), pod("one"));
  world.timers.pass(5_000);
  expect(briefConditions(world.get(crdTarget("foos")))).toContain("Established=True");
  expect(textAt(world.list(PODS)[0], "status", "phase")).toBe("Pending");
});
