import type { JsonObject } from "../../src/core/object/json.ts";
import { compareScenarios } from "./compare-servers.ts";
import { configMap } from "./objects.ts";
import { scenario } from "./scenario.ts";

const X = configMap({});

function entriesOf(entry: JsonObject): { readonly merge: JsonObject } {
  return { merge: { metadata: { managedFields: [entry] } } };
}

compareScenarios("managedFields that a client writes", [
  scenario("JSON patch of managedFields moves ownership", async (to) => {
    await to.apply(configMap({ a: "1" }), { as: "alice" });
    const entry = {
      manager: "bob",
      operation: "Apply",
      apiVersion: "v1",
      time: "2024-01-01T00:00:00Z",
      fieldsType: "FieldsV1",
      fieldsV1: { "f:data": { "f:a": {} } },
    };
    await to.patch(
      X,
      { json: [{ op: "replace", path: "/metadata/managedFields", value: [entry] }] },
      { as: "carol" },
    );
    await to.apply(configMap({}), { as: "bob" });
  }),
  scenario("managedFields are reset by an empty list, not by null", async (to) => {
    await to.apply(configMap({ a: "1" }), { as: "alice" });
    await to.patch(X, { merge: { metadata: { managedFields: null } } }, { as: "bob" });
    await to.patch(X, { merge: { metadata: { managedFields: [] } } }, { as: "bob" });
    await to.patch(X, { merge: { data: { b: "1" } } }, { as: "bob" });
    await to.apply(configMap({ a: "1" }), { as: "alice" });
    await to.apply(configMap({}), { as: "alice" });
  }),
  scenario("managedFields are reset by a list of one empty entry", async (to) => {
    await to.apply(configMap({ a: "1" }), { as: "alice" });
    await to.patch(X, { merge: { metadata: { managedFields: [{}] } } }, { as: "bob" });
    await to.apply(configMap({ a: "2" }), { as: "bob" });
  }),
  scenario("managedFields that cannot be read", async (to) => {
    await to.apply(configMap({ a: "1" }), { as: "alice" });
    await to.patch(
      X,
      entriesOf({
        manager: "x",
        operation: "Other",
        apiVersion: "v1",
        fieldsType: "FieldsV1",
        fieldsV1: {},
      }),
      { as: "bob" },
    );
    await to.patch(
      X,
      entriesOf({
        manager: "x",
        operation: "Update",
        apiVersion: "v1",
        fieldsType: "FieldsV2",
        fieldsV1: {},
      }),
      { as: "bob" },
    );
    await to.patch(
      X,
      entriesOf({
        manager: "x",
        operation: "Update",
        apiVersion: "v1",
        fieldsType: "FieldsV1",
        fieldsV1: { nocolon: {} },
      }),
      { as: "bob" },
    );
    await to.patch(
      X,
      entriesOf({
        manager: "x",
        operation: "Update",
        apiVersion: "v1",
        fieldsType: "FieldsV1",
        fieldsV1: { "z:odd": {}, "f:data": { ".": {} } },
      }),
      { as: "bob" },
    );
  }),
]);
