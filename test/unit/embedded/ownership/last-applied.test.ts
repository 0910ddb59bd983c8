import { describe, expect, test } from "vitest";
import { type JsonObject, objectAt } from "../../../../src/core/object/json.ts";
import { playWrites, type Write } from "../../../support/ownership-history.ts";
import { ownersOf, WIDGET, widget } from "../../../support/tracked-kinds.ts";

const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

describe("what kubectl applied by itself before", () => {
  const config = widget({ title: "1", list: ["a"] });
  const annotations = { [LAST_APPLIED]: JSON.stringify(config) };
  const before: Write = {
    by: "kubectl-client-side-apply",
    update: { spec: config["spec"] ?? {}, metadata: { annotations } },
  };

  test("may be taken by kubectl without force, and the annotation follows", () => {
    const { object, refusal } = playWrites(WIDGET, [before, applied("kubectl", { title: "<2>" })]);
    expect(refusal).toBeUndefined();
    expect(objectAt(object, "metadata", "annotations")).toEqual({
      [LAST_APPLIED]: `{"apiVersion":"test.dev/v1","kind":"Widget","metadata":{"name":"w"},"spec":{"title":"\\u003c2\\u003e"}}\n`,
    });
    expect(ownersOf(object)[0]).toBe("kubectl/Apply@2 .title");
  });

  test("is a conflict for anybody else, and where it was changed since", () => {
    const other = playWrites(WIDGET, [before, applied("flux", { title: "2" })]);
    expect(other.refusal?.code).toBe(409);
    const changed = playWrites(WIDGET, [
      before,
      updated("u", { title: "9", list: ["a"] }),
      applied("kubectl", { title: "2", list: ["b"] }),
    ]);
    expect(changed.refusal?.message).toBe(
      `Apply failed with 1 conflict: conflict with "u" using test.dev/v1: .spec.title`,
    );
  });

  test.each([
    ["no JSON", "{"],
    ["no object", "[]"],
    ["another version", JSON.stringify({ ...config, apiVersion: "test.dev/v2" })],
    ["something else", JSON.stringify(widget({ zoo: 1 }))],
  ])("is nothing when it is %s", (_, text) => {
    const write = {
      ...before,
      update: { ...before.update, metadata: { annotations: { [LAST_APPLIED]: text } } },
    };
    expect(playWrites(WIDGET, [write, applied("kubectl", { title: "2" })]).refusal?.code).toBe(409);
  });

  test("leaves no annotation where there was none", () => {
    const { object } = playWrites(WIDGET, [applied("kubectl", { title: "1" })]);
    expect(objectAt(object, "metadata", "annotations")).toBeUndefined();
  });

  test("is dropped when the annotations would become too long", () => {
    const long = "x".repeat(256 * 1024);
    const { object } = playWrites(WIDGET, [before, applied("kubectl", { title: long })]);
    expect(objectAt(object, "metadata", "annotations")).toEqual({});
  });
});

function applied(by: string, spec: JsonObject): Write {
  return { by, apply: { spec } };
}

function updated(by: string, spec: JsonObject): Write {
  return { by, update: { spec } };
}
