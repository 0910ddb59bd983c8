import { expect, test } from "vitest";
import { guardBody } from "../../../../src/core/plan/guard-body.ts";

const live = { metadata: { name: "a", uid: "u", resourceVersion: "7", labels: { theirs: "1" } } };

test("the intent carries uid and resourceVersion of what was read, and nothing else of it", () => {
  const intent = { kind: "ConfigMap", metadata: { name: "a", labels: { ours: "1" } } };
  expect(guardBody(intent, live)).toEqual({
    kind: "ConfigMap",
    metadata: { name: "a", labels: { ours: "1" }, uid: "u", resourceVersion: "7" },
  });
});
