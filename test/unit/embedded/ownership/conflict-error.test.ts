import { describe, expect, test } from "vitest";
import type { Json } from "../../../../src/core/object/json.ts";
import type { StatusError } from "../../../../src/embedded/status-error.ts";
import { causesOf, playWrites, type Write } from "../../../support/ownership-history.ts";
import { WIDGET } from "../../../support/tracked-kinds.ts";

describe("conflicts", () => {
  test("one", () => {
    const refusal = refusalOf(updated("u", { title: "1" }), applied("a", { title: "2" }));
    expect(refusal?.code).toBe(409);
    expect(refusal?.message).toBe(
      `Apply failed with 1 conflict: conflict with "u" using test.dev/v1: .spec.title`,
    );
    expect(causesOf(refusal)).toEqual([
      `{"reason":"FieldManagerConflict","message":"conflict with \\"u\\" using test.dev/v1","field":".spec.title"}`,
    ]);
  });

  test("several of several managers, members of one level before what is below them", () => {
    const refusal = refusalOf(
      applied("a", { items: [{ name: "a", value: "1" }], title: "1" }),
      applied("b", { title: "1" }),
      { by: "s", update: { metadata: { labels: { l: "1" } } }, subresource: "status" },
      {
        by: "c",
        apply: {
          metadata: { name: "w", labels: { l: "2" } },
          spec: { items: [{ name: "a", value: "2" }], title: "2" },
        },
      },
    );
    expect(refusal?.message.split("\n")).toEqual([
      `Apply failed with 4 conflicts: conflicts with "a":`,
      "- .spec.title",
      `- .spec.items[name="a"].value`,
      `conflicts with "b":`,
      "- .spec.title",
      `conflicts with "s" with subresource "status" using test.dev/v1:`,
      "- .metadata.labels.l",
    ]);
  });

  test("none about what goes, and none with oneself as an applier", () => {
    expect(
      refusalOf(
        applied("a", { title: "1", list: ["a"] }),
        applied("b", { title: "1" }),
        applied("a", { list: ["b"] }),
      ),
    ).toBeUndefined();
  });

  test("with an item that is live twice", () => {
    const refusal = refusalOf(
      updated("u", { items: [{ name: "a", value: "1" }, { name: "a" }] }),
      applied("a", { items: [{ name: "a", value: "1" }] }),
    );
    expect(refusal?.message).toBe(
      `Apply failed with 1 conflict: conflict with "u" using test.dev/v1: .spec.items[name="a"]`,
    );
  });
});

function applied(by: string, spec: Json): Write {
  return { by, apply: { spec } };
}

function updated(by: string, spec: Json): Write {
  return { by, update: { spec } };
}

function refusalOf(...writes: readonly Write[]): StatusError | undefined {
  return playWrites(WIDGET, writes).refusal;
}
