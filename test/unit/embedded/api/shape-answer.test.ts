import { expect, test } from "vitest";
import { type JsonObject, listAt, textAt } from "../../../../src/core/object/json.ts";
import { shapeAnswer, shapeEvent } from "../../../../src/embedded/api/shape-answer.ts";
import { openWorld } from "../requests/open-world.ts";

const SHOP: JsonObject = { metadata: { name: "shop", resourceVersion: "7" } };
const LIST: JsonObject = {
  kind: "NamespaceList",
  apiVersion: "v1",
  metadata: { resourceVersion: "9" },
  items: [SHOP],
};

function shapingOf(version: "v1" | "v1beta1", shape: "table" | "metadata-list") {
  const resource = openWorld().catalogue.find({ group: "", version: "v1", plural: "namespaces" });
  if (resource === undefined) throw new Error("no namespaces");
  const form = { syntax: "json", shape, version } as const;
  return { form, resource, query: new URLSearchParams(), now: 0 };
}

/** The versions of an answer and of what is in it. */
function versionsOf(answer: JsonObject, inner: readonly (string | number)[]): string {
  return `${textAt(answer, "apiVersion") ?? ""} of ${textAt(answer, ...inner, "apiVersion") ?? ""}`;
}

test.each(["v1", "v1beta1"] as const)("a table of %s has rows of that version", (version) => {
  const row = ["rows", 0, "object"];
  const shaping = shapingOf(version, "table");
  const both = `meta.k8s.io/${version} of meta.k8s.io/${version}`;
  expect(versionsOf(shapeAnswer(LIST, shaping), row)).toBe(both);
  expect(versionsOf(shapeEvent(SHOP, { ...shaping, isFirst: false }) ?? {}, row)).toBe(both);
});

test("only the first event of a watch describes the columns", () => {
  const shaping = shapingOf("v1", "table");
  const columns = [true, false].map(
    (isFirst) =>
      listAt(shapeEvent(SHOP, { ...shaping, isFirst }) ?? {}, "columnDefinitions").length,
  );
  expect(columns).toEqual([3, 0]);
});

test("an object is refused where a list of metadata is asked for", () => {
  const object = { kind: "Namespace", apiVersion: "v1", ...SHOP };
  expect(() => shapeAnswer(object, shapingOf("v1", "metadata-list"))).toThrow(
    expect.objectContaining({
      code: 406,
      message:
        "you requested PartialObjectMetadataList, but the requested object is not a list (*core.Namespace)",
    }),
  );
});

test("a watch that asks for lists of metadata is told nothing", () => {
  const shaping = shapingOf("v1", "metadata-list");
  expect(shapeEvent(SHOP, { ...shaping, isFirst: true })).toBeUndefined();
});
