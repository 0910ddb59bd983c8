import { describe, expect, test } from "vitest";
import {
  isJsonObject,
  type JsonObject,
  listAt,
  objectAt,
} from "../../../../src/core/object/json.ts";
import { trackUpdate } from "../../../../src/embedded/ownership/track-update.ts";
import { playWrites, type Write } from "../../../support/ownership-history.ts";
import { builtInKind, ownersOf, WIDGET } from "../../../support/tracked-kinds.ts";

const CONFIG_MAP = builtInKind("v1", "ConfigMap");
const DEPLOYMENT = builtInKind("apps/v1", "Deployment", { hasStatus: true });

function ownersAfter(...writes: readonly Write[]): readonly string[] {
  return ownersOf(playWrites(WIDGET, writes).object);
}

function specOf(spec: JsonObject): JsonObject {
  return { spec };
}

function entry(manager: string, fieldsV1: JsonObject, more: JsonObject = {}): JsonObject {
  const time = "1970-01-01T00:00:01Z";
  const fieldsType = "FieldsV1";
  return {
    manager,
    operation: "Update",
    apiVersion: "test.dev/v1",
    time,
    fieldsType,
    fieldsV1,
    ...more,
  };
}

const created: Write = { by: "u", update: { spec: { title: "1" } } };

describe("an update", () => {
  test("of a new custom object owns each container that comes", () => {
    const metadata = { labels: { a: "1" }, uid: "u", generateName: "w-", resourceVersion: "1" };
    const write = { by: "u", update: { ...specOf({ items: [{ name: "a" }], map: {} }), metadata } };
    expect(ownersAfter(write)).toEqual([
      `u/Update@1 .metadata.generateName .metadata.labels .metadata.labels.a .spec .items .items[name="a"] .items[name="a"].name .map`,
    ]);
  });

  test("of a new built-in object does not own the structs that Go always has", () => {
    const spec = {
      selector: { matchLabels: { a: "b" } },
      strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1 } },
      template: {
        metadata: { labels: { a: "b" } },
        spec: { containers: [{ name: "c", image: "i", resources: {} }] },
      },
    };
    const { object } = playWrites(DEPLOYMENT, [{ by: "u", update: specOf(spec) }]);
    const container = `.template.spec.containers[name="c"]`;
    expect(ownersOf(object)).toEqual([
      [
        "u/Update@1 .selector .strategy.rollingUpdate .strategy.rollingUpdate.maxSurge .strategy.type",
        ".template.metadata.labels .template.metadata.labels.a",
        `${container} ${container}.image ${container}.name ${container}.resources`,
      ].join(" "),
    ]);
  });

  test("takes what it changes from everybody, and what goes is nobody's", () => {
    expect(
      ownersAfter(
        { by: "u", update: specOf({ title: "1", flag: true, map: { a: "1", b: "1" } }) },
        { by: "a", apply: specOf({ title: "1", map: { a: "1", b: "1" } }) },
        { by: "v", update: specOf({ title: "2", map: { b: "1" } }) },
      ),
    ).toEqual(["a/Apply@- .map.b", "u/Update@1 .spec .map .map.b", "v/Update@3 .title"]);
  });

  test("that changes nothing keeps its time; one that takes more refreshes it", () => {
    const first = { by: "u", update: specOf({ title: "1" }) };
    expect(ownersAfter(first, first)).toEqual(["u/Update@1 .spec .title"]);
    expect(ownersAfter(first, { by: "u", update: specOf({ title: "2" }) })).toEqual([
      "u/Update@2 .spec .title",
    ]);
    expect(ownersAfter(first, { by: "v", update: specOf({}) })).toEqual(["u/Update@1 .spec"]);
  });

  test("of a manager without a name is of unknown", () => {
    expect(ownersAfter({ by: "", update: specOf({ title: "1" }) })).toEqual([
      "unknown/Update@1 .spec .title",
    ]);
  });

  test("does not own a status but through its subresource, which owns no spec", () => {
    const both = { ...specOf({ title: "1" }), status: { phase: "a" } };
    expect(ownersAfter({ by: "u", update: both })).toEqual(["u/Update@1 .spec .title"]);
    const through = { by: "s", update: both, subresource: "status" };
    expect(ownersAfter({ by: "u", update: specOf({}) }, through)).toEqual([
      "u/Update@1 .spec",
      "s/Update/status@2 .status .status.phase",
    ]);
  });

  test("through the status of a Deployment owns annotations and no labels", () => {
    const metadata = { labels: { l: "1" }, annotations: { a: "1" } };
    const { object } = playWrites(DEPLOYMENT, [
      { by: "u", update: specOf({ replicas: 1 }) },
      { by: "s", update: { metadata, status: { replicas: 1 } }, subresource: "status" },
    ]);
    expect(ownersOf(object)[1]).toBe(
      "s/Update/status@2 .metadata.annotations .metadata.annotations.a .status .status.replicas",
    );
  });
});

describe("managedFields in the body of an update", () => {
  const live = ["u/Update@1 .spec .title"];
  const title = { "f:spec": { "f:title": {} } };

  test("are used: ownership moves, and the one who moves it gets none", () => {
    expect(
      given([entry("x", title, { operation: "Apply", time: "1970-01-01T01:00:02+01:00" })]),
    ).toEqual(["x/Apply@2 .title"]);
    expect(given([entry("x", {}), entry("x", title), entry("y", {})])).toEqual([
      "x/Update@1 .title",
    ]);
  });

  test("of a custom object in a version that its CRD does not name leave it without owners", () => {
    expect(given([entry("x", title, { apiVersion: "test.dev/v2" })])).toEqual([
      "x/Update/test.dev/v2@1 .title",
    ]);
    expect(given([entry("x", title, { apiVersion: "test.dev/v9" }), entry("y", title)])).toEqual(
      [],
    );
  });

  test("are passed over when they are missing or cannot be read", () => {
    expect(given(null)).toEqual(live);
    expect(given([{}, {}])).toEqual(live);
    expect(given([entry("x", title, { operation: "Replace" })])).toEqual(live);
    expect(given([entry("x", title, { apiVersion: "" })])).toEqual(live);
    expect(given([entry("x", title, { fieldsType: "FieldsV2" })])).toEqual(live);
    expect(given([entry("x", { "k:{": {} })])).toEqual(live);
    expect(given([entry("x", title)], "status")).toEqual(live);
  });

  test("reset ownership with one empty entry, for built-in kinds with an empty list too", () => {
    expect(given([{}])).toEqual([]);
    expect(given([])).toEqual(live);
    const { object } = playWrites(CONFIG_MAP, [
      { by: "u", update: { data: { a: "1" } } },
      { by: "u", update: { metadata: { managedFields: [] } } },
    ]);
    expect(ownersOf(object)).toEqual([]);
    expect(objectAt(object, "metadata")).toEqual({ name: "w" });
  });

  test("after a reset updates are not tracked, until somebody applies", () => {
    const reset: Write = { by: "u", update: { metadata: { managedFields: [{}] } } };
    const update: Write = { by: "v", update: specOf({ title: "2" }) };
    expect(ownersAfter(created, reset, update)).toEqual([]);
    expect(
      ownersAfter(created, reset, update, { by: "a", apply: specOf({ title: "2", flag: true }) }),
    ).toEqual(["a/Apply@4 .flag .title", "before-first-apply/Update@4 .spec .title"]);
  });

  test("of a built-in kind in a version that is not served are dropped", () => {
    const { object } = playWrites(CONFIG_MAP, [
      { by: "u", update: { data: { a: "1" } } },
      {
        by: "u",
        update: {
          metadata: {
            managedFields: [
              entry("x", { "f:data": { "f:a": {} } }, { apiVersion: "v9" }),
              entry("y", { "f:data": { "f:a": {} } }, { apiVersion: "v1" }),
            ],
          },
        },
      },
    ]);
    expect(ownersOf(object)).toEqual(["y/Update@1 .data.a"]);
  });

  test("of what has become atomic are of the whole", () => {
    const set = {
      "f:spec": { "f:whole": { "f:a": {} }, "f:list": { 'v:"x"': {} }, "f:map": { "f:a": {} } },
    };
    expect(given([entry("x", set)])).toEqual(["x/Update@1 .list .map.a .whole"]);
  });
});

describe("more than ten updaters", () => {
  const names = Array.from({ length: 12 }, (_, index) => `m${index}`);

  test("the oldest become ancient-changes", () => {
    const owners = ownersAfter(...crowd(...names));
    expect(owners).toHaveLength(10);
    expect(owners[0]).toBe("ancient-changes/Update@3 .spec .open .open.f0 .open.f1 .open.f2");
    expect(owners[1]).toBe("m3/Update@4 .open.f3");
  });

  test("that come at once are merged one after another", () => {
    const managedFields = Array.from({ length: 13 }, (_, index) =>
      entry(`g${String(index).padStart(2, "0")}`, { "f:spec": { [`f:x${index}`]: {} } }),
    );
    const owners = ownersAfter(created, { by: "u", update: { metadata: { managedFields } } });
    expect(owners.slice(0, 2)).toEqual([
      "ancient-changes/Update@1 .x0 .x1 .x2 .x3",
      "g04/Update@1 .x4",
    ]);
    expect(owners).toHaveLength(10);
  });

  test("the first of another version stays alone, and appliers do not count", () => {
    const old = { apiVersion: "test.dev/v2" };
    const { object } = playWrites(WIDGET, crowd(...names.slice(0, 9)));
    const next = {
      ...object,
      metadata: {
        ...objectAt(object, "metadata"),
        managedFields: [
          ...listAt(object, "metadata", "managedFields").filter(isJsonObject),
          entry("old", { "f:spec": { "f:title": {} } }, { ...old, time: "1970-01-01T00:00:00Z" }),
          entry("last", { "f:spec": { "f:flag": {} } }),
          entry("a", { "f:spec": {} }, { operation: "Apply" }),
        ],
      },
    };
    const tracked = trackUpdate({
      live: object,
      next,
      manager: "u",
      subresource: "",
      resource: WIDGET,
      now: 9000,
    });
    expect(ownersOf(tracked).slice(0, 4)).toEqual([
      "a/Apply@1 .spec",
      "old/Update/test.dev/v2@0 .title",
      "ancient-changes/Update@1 .spec .flag .open .open.f0",
      "m1/Update@2 .open.f1",
    ]);
  });
});

function fieldsUntil(last: number): JsonObject {
  const fields = Array.from({ length: last + 1 }, (_, index) => [`f${index}`, 1] as const);
  return { open: Object.fromEntries(fields) };
}

function crowd(...managers: readonly string[]): readonly Write[] {
  return managers.map((by, index) => ({ by, update: specOf(fieldsUntil(index)) }));
}

function given(managedFields: JsonObject["x"], subresource = ""): readonly string[] {
  const update = { metadata: { managedFields: managedFields ?? null } };
  return ownersAfter(created, { by: "v", update, subresource });
}
