import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  EMPTY_PARENT,
  isForeignParent,
  parentId,
  readParent,
  renderParent,
  type StackParent,
} from "../../../../src/core/inventory/stack-parent.ts";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { yaml } from "../../../support/graph-builders.ts";

const id = parentId("shop", "agents");
const of = { id, stack: "shop", applySetId: "applyset-x-v1", version: "1.2.3" };

function parentWith(metadata: string): JsonObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: yaml(metadata) };
}

describe("the stack's parent", () => {
  test("is a ConfigMap in the agent's namespace with the keys that kubectl writes", () => {
    const parent: StackParent = {
      scope: { kinds: ["ConfigMap", "Deployment.apps"], namespaces: ["bar", "shop"] },
      revision: "c0ffee",
      status: "{}",
      confirmedPrune: "",
      endedJobs: new Map(),
      fights: "",
      offers: "",
      queue: "",
      restarts: "",
      suspension: undefined,
    };
    expect(renderParent(parent, of)).toEqual(
      yaml(`
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: lockstep-shop
          namespace: agents
          labels:
            applyset.kubernetes.io/id: applyset-x-v1
            lockstep.dev/parent-of: shop
          annotations:
            applyset.kubernetes.io/tooling: lockstep/1.2.3
            applyset.kubernetes.io/contains-group-kinds: ConfigMap,Deployment.apps
            applyset.kubernetes.io/additional-namespaces: bar,shop
        data: { revision: c0ffee, status.json: "{}" }`),
    );
  });

  test("what was rendered is read back", () => {
    const words = fc.array(fc.stringMatching(/^[a-z][a-z.-]{0,9}$/), { maxLength: 4 });
    const parents = fc.record({
      scope: fc.record({ kinds: words, namespaces: words }),
      revision: fc.string(),
      status: fc.string(),
      confirmedPrune: fc.string(),
      suspension: fc.option(
        fc.record({ reason: fc.string(), until: fc.string(), since: fc.string({ minLength: 1 }) }),
        { nil: undefined },
      ),
      fights: fc.string(),
      offers: fc.string(),
      queue: fc.string(),
      restarts: fc.string(),
      endedJobs: fc
        .dictionary(
          fc.stringMatching(/^Job\.batch\/[a-z]{1,9}\/[a-z]{1,9}$/),
          fc.record({
            intentHash: fc.stringMatching(/^[0-9a-f]{16}$/),
            outcome: fc.constantFrom("complete", "failed"),
          }),
        )
        .map((ends) => new Map(Object.entries(ends))),
    });
    fc.assert(
      fc.property(parents, (parent) => {
        expect(readParent(renderParent(parent, of))).toEqual(parent);
      }),
    );
  });

  test.each([
    { title: "nothing but a name", live: parentWith("{name: a}") },
    {
      title: "values that are no text",
      live: {
        ...parentWith("{annotations: {applyset.kubernetes.io/contains-group-kinds: 7}}"),
        data: { revision: 7, "status.json": ["x"] },
      },
    },
    { title: "a list for data", live: { ...parentWith("{name: a}"), data: ["x"] } },
  ])("$title reads as empty", ({ live }) => {
    expect(readParent(live)).toEqual(EMPTY_PARENT);
  });

  test.each([
    { metadata: "{name: a}", isForeign: false },
    {
      metadata: "{annotations: {applyset.kubernetes.io/tooling: lockstep/0.1.0}}",
      isForeign: false,
    },
    {
      metadata: "{annotations: {applyset.kubernetes.io/tooling: kubectl/v1.34.0}}",
      isForeign: true,
    },
    {
      metadata: "{annotations: {applyset.kubernetes.io/tooling: lockstep-fork/1}}",
      isForeign: true,
    },
    { metadata: "{labels: {applyset.kubernetes.io/id: applyset-x-v1}}", isForeign: false },
    { metadata: "{labels: {applyset.kubernetes.io/id: applyset-y-v1}}", isForeign: true },
  ])("$metadata is another's? $isForeign", ({ metadata, isForeign }) => {
    expect(isForeignParent(parentWith(metadata), "applyset-x-v1")).toBe(isForeign);
  });
});
