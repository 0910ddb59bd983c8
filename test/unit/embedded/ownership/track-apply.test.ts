import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../../src/core/object/json.ts";
import { trackApply } from "../../../../src/embedded/ownership/track-apply.ts";
import { StatusError } from "../../../../src/embedded/status-error.ts";
import { playWrites, type Write } from "../../../support/ownership-history.ts";
import { ownersOf, WIDGET, widget } from "../../../support/tracked-kinds.ts";

function applied(by: string, spec: Json, options: Partial<Write> = {}): Write {
  return { by, apply: { spec }, ...options };
}

function updated(by: string, spec: Json): Write {
  return { by, update: { spec } };
}

describe("an apply", () => {
  test.each<{ what: string; writes: readonly Write[]; spec: Json; owners: readonly string[] }>([
    {
      what: "of a new object owns what it sets",
      writes: [applied("a", { title: "1", ports: [{ port: 80 }] })],
      spec: { title: "1", ports: [{ port: 80 }] },
      owners: [
        `a/Apply@1 .ports[port=80,protocol="TCP"] .ports[port=80,protocol="TCP"].port .title`,
      ],
    },
    {
      what: "of the same values shares them, and has no time of its own",
      writes: [applied("a", { title: "1" }), applied("b", { title: "1" })],
      spec: { title: "1" },
      owners: ["b/Apply@- .title", "a/Apply@1 .title"],
    },
    {
      what: "that changes nothing keeps its time, whatever it owns now",
      writes: [
        updated("u", { title: "1", flag: true }),
        applied("a", { title: "1" }),
        applied("a", { flag: true, title: "1" }),
      ],
      spec: { title: "1", flag: true },
      owners: ["a/Apply@- .flag .title", "u/Update@1 .spec .flag .title"],
    },
    {
      what: "removes what it owned alone and sets no longer",
      writes: [
        applied("a", { title: "1", flag: true, map: { x: "1" } }),
        applied("a", { title: "1" }),
      ],
      spec: { title: "1" },
      owners: ["a/Apply@2 .title"],
    },
    {
      what: "leaves what another applier owns too",
      writes: [
        applied("a", { title: "1", flag: true }),
        applied("b", { title: "1" }),
        applied("a", { flag: true }),
      ],
      spec: { title: "1", flag: true },
      owners: ["b/Apply@- .title", "a/Apply@1 .flag"],
    },
    {
      what: "leaves what an updater owns",
      writes: [
        updated("u", { title: "1", flag: true }),
        applied("a", { title: "1" }),
        applied("a", {}),
      ],
      spec: { title: "1", flag: true },
      owners: ["a/Apply@- .spec", "u/Update@1 .spec .flag .title"],
    },
    {
      what: "leaves what nobody owns",
      writes: [
        updated("u", { title: "1", flag: true, struct: { a: "1" } }),
        { by: "u", update: { metadata: { managedFields: [ownedAt("test.dev/v1")] } } },
        applied("a", { struct: { inner: { x: "1" } } }),
      ],
      spec: { struct: { a: "1", inner: { x: "1" } } },
      owners: ["a/Apply@3 .struct.inner.x"],
    },
    {
      what: "leaves a struct for what others own in it",
      writes: [
        applied("a", { struct: { a: "1", inner: { x: "1" } } }),
        updated("u", { struct: { a: "1", inner: { x: "1", y: "1" } } }),
        applied("a", { title: "1" }),
      ],
      spec: { struct: { inner: { y: "1" } }, title: "1" },
      owners: ["a/Apply@3 .title", "u/Update@2 .struct.inner.y"],
    },
    {
      what: "takes an item with what others own in it, but not the item of others",
      writes: [
        applied("a", { items: [{ name: "a" }, { name: "b" }] }),
        updated("u", { items: [{ name: "a", value: "1" }, { name: "b" }] }),
        applied("b", { items: [{ name: "b" }] }),
        applied("a", {}),
      ],
      spec: { items: [{ name: "b" }] },
      owners: [`b/Apply@- .items[name="b"] .items[name="b"].name`, "a/Apply@4 .spec"],
    },
    {
      what: "takes a key of a map with what others own below it",
      writes: [
        applied("a", { maps: { k: { x: "1" } } }),
        updated("u", { maps: { k: { x: "1", y: "1" } } }),
        applied("a", { title: "1" }),
      ],
      spec: { maps: null, title: "1" },
      owners: ["a/Apply@3 .title"],
    },
    {
      what: "leaves null where the last of a map goes that somebody owns as empty",
      writes: [
        applied("a", { map: { x: "1" } }),
        applied("b", { map: {} }),
        applied("a", { title: "1" }),
      ],
      spec: { map: null, title: "1" },
      owners: ["b/Apply@- .map", "a/Apply@3 .title"],
    },
    {
      what: "with force takes the field, and the other keeps the rest",
      writes: [
        applied("a", { title: "1", flag: true }),
        applied("b", { title: "2" }, { force: true }),
      ],
      spec: { title: "2", flag: true },
      owners: ["a/Apply@1 .flag", "b/Apply@2 .title"],
    },
    {
      what: "of the status owns no spec",
      writes: [
        updated("u", { title: "1" }),
        { by: "a", apply: { spec: { title: "1" }, status: { phase: "x" } }, subresource: "status" },
      ],
      spec: { title: "1" },
      owners: ["a/Apply/status@2 .status.phase", "u/Update@1 .spec .title"],
    },
    {
      what: "in another version goes on with what was owned in the first",
      writes: [
        applied("a", { title: "1", flag: true }),
        { by: "u", update: { metadata: { managedFields: [ownedAt("test.dev/v2")] } } },
        applied("a", { title: "2" }),
      ],
      spec: { title: "2" },
      owners: ["a/Apply@3 .title"],
    },
  ])("$what", ({ writes, spec, owners }) => {
    const { object, refusal } = playWrites(WIDGET, writes);
    expect(refusal).toBeUndefined();
    expect(object["spec"]).toEqual(spec);
    expect(ownersOf(object)).toEqual(owners);
  });

  test("that sets nothing has no entry", () => {
    const { object } = playWrites(WIDGET, [{ by: "a", apply: {} }]);
    expect(object).toEqual({
      apiVersion: "test.dev/v1",
      kind: "Widget",
      metadata: { name: "w" },
    });
  });
});

function ownedAt(apiVersion: string): JsonObject {
  return {
    manager: "a",
    operation: "Apply",
    apiVersion,
    time: "1970-01-01T00:00:01Z",
    fieldsType: "FieldsV1",
    fieldsV1: { "f:spec": { "f:title": {}, "f:flag": {} } },
  };
}

describe("a configuration that is refused", () => {
  test.each<{ config: JsonObject; out: string }>([
    {
      config: widget({ zoo: 1 }),
      out: "500 failed to create typed patch object (/w; test.dev/v1, Kind=Widget): .spec.zoo: field not declared in schema",
    },
    {
      config: widget({ title: 1, replicas: "x" }, { namespace: "n" }),
      out: `500 failed to create typed patch object (n/w; test.dev/v1, Kind=Widget): errors:\n  .spec.replicas: expected numeric (int or float), got string\n  .spec.title: expected string, got &value.valueUnstructured{Value:1}`,
    },
    { config: widget({}, { managedFields: [] }), out: "400 metadata.managedFields must be nil" },
    {
      config: { ...widget({}), apiVersion: "test.dev/v2" },
      out: "400 Incorrect version specified in apply patch. Specified patch version: test.dev/v2, expected: test.dev/v1",
    },
  ])("$out", ({ config, out }) => {
    expect(refusalText(config, undefined)).toBe(out);
  });

  test("null managedFields are none", () => {
    expect(refusalText(widget({}, { managedFields: null }), undefined)).toBe("none");
  });

  test("because of the live object", () => {
    expect(refusalText(widget({}), widget({ title: 1 }))).toBe(
      "500 failed to create typed live object (/w; test.dev/v1, Kind=Widget): .spec.title: expected string, got &value.valueUnstructured{Value:1}",
    );
    const live = widget({}, { managedFields: [ownedAt("test.dev/v9")] });
    expect(refusalText(widget({}), live)).toBe(
      "500 request to convert CR to an invalid group/version: test.dev/v9",
    );
  });
});

function refusalText(config: JsonObject, live: JsonObject | undefined): string {
  const common = { manager: "a", force: false, subresource: "", resource: WIDGET, now: 0 };
  try {
    trackApply({ ...common, live, config });
    return "none";
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return `${error.code} ${error.message}`;
  }
}
