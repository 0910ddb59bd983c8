import type { JsonObject } from "../../src/core/object/json.ts";
import { uidOf } from "../../src/core/object/live-object.ts";
import { compareScenarios } from "./compare-servers.ts";
import { inTurn } from "./in-turn.ts";
import { configMap } from "./objects.ts";
import { scenario } from "./scenario.ts";

const UID = "01234567-89ab-cdef-0123-456789abcdef";
const OWNER = { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: UID };

function owned(...ownerReferences: readonly JsonObject[]): JsonObject {
  return configMap({}, { ownerReferences });
}

compareScenarios("owner references, finalizers and generated names", [
  scenario("references that are wrong", async (to) => {
    const { uid: _uid, ...withoutUid } = OWNER;
    await inTurn(
      [
        owned({ ...OWNER, uid: "" }),
        owned(withoutUid),
        owned({ ...OWNER, name: "" }),
        owned({ ...OWNER, kind: "" }),
        owned({ ...OWNER, apiVersion: "" }),
        owned({ ...OWNER, apiVersion: "a/b/c" }),
        owned({ ...OWNER, kind: "Event" }),
        owned({ ...OWNER, controller: true }, { ...OWNER, uid: `${UID}2`, controller: true }),
        owned({ ...OWNER, controller: "yes" }),
        owned({ ...OWNER, odd: 1 }),
      ],
      async (object) => to.create(object, { dryRun: "All" }),
    );
  }),
  scenario("the same reference twice", async (to) => {
    await to.create(owned(OWNER, OWNER));
    await to.update(owned(OWNER, { ...OWNER, controller: true }), { as: "bob" });
    await to.apply(owned(OWNER, OWNER), { as: "carol" });
  }),
  scenario("references by merge and strategic patch", async (to) => {
    const owner = await to.create(configMap({}, { name: "owner" }));
    const reference = { ...OWNER, uid: uidOf(owner) };
    await to.create(owned(reference));
    const other = { ...OWNER, uid: UID };
    await to.patch(configMap({}), { strategic: { metadata: { ownerReferences: [other] } } });
    await to.patch(configMap({}), {
      strategic: { metadata: { ownerReferences: [{ $patch: "delete", uid: UID }] } },
    });
    await to.patch(configMap({}), { merge: { metadata: { ownerReferences: [other] } } });
    await to.patch(configMap({}), { merge: { metadata: { ownerReferences: null } } });
  }),
  scenario("an owner's deletion is blocked", async (to) => {
    await to.create(owned({ ...OWNER, blockOwnerDeletion: true, controller: true }));
    await to.get(configMap({}));
  }),
  scenario("finalizers", async (to) => {
    await inTurn(
      [["a"], ["example.com/a", "example.com/a"], ["foregroundDeletion"], ["kubernetes"], [""]],
      async (finalizers) => to.create(configMap({}, { finalizers }), { dryRun: "All" }),
    );
    await to.create(configMap({}, { finalizers: ["orphan", "foregroundDeletion"] }));
    await to.delete(configMap({}));
    await to.get(configMap({}));
  }),
  scenario("names that are generated", async (to) => {
    await inTurn(
      ["generated-", `${"x".repeat(48)}generated-cut`, "Generated-", "generated_"],
      async (generateName) =>
        to.send({
          method: "POST",
          path: "/api/v1/namespaces/$ns/configmaps",
          body: { apiVersion: "v1", kind: "ConfigMap", metadata: { generateName } },
        }),
    );
    await to.send({
      method: "PATCH",
      path: "/api/v1/namespaces/$ns/configmaps/x?fieldManager=alice",
      contentType: "application/apply-patch+yaml",
      body: { apiVersion: "v1", kind: "ConfigMap", metadata: { generateName: "y-" } },
    });
  }),
  scenario("metadata of an apply that only the server sets", async (to) => {
    await to.apply(
      configMap({}, { creationTimestamp: "2001-01-01T00:00:00Z", generation: 7, selfLink: "/x" }),
      { as: "alice" },
    );
    await to.apply(configMap({}, { creationTimestamp: null }), { as: "alice" });
    await to.apply(configMap({}, { deletionTimestamp: "2001-01-01T00:00:00Z" }), { as: "alice" });
    await to.apply(configMap({}, { deletionGracePeriodSeconds: 5 }), { as: "alice" });
    await to.apply(configMap({}, { namespace: "other" }), { as: "alice" });
  }),
]);
