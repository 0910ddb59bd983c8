import { expect, test } from "vitest";
import type { Manifest } from "../../../../src/core/manifest/manifest.ts";
import { type JsonObject, objectAt } from "../../../../src/core/object/json.ts";
import { objectKey } from "../../../../src/core/object/object-id.ts";
import { decide } from "../../../support/decide.ts";
import { manifest } from "../../../support/graph-builders.ts";
import {
  appliedAt,
  lookOf,
  NEW,
  OLD,
  runningAt,
  type WrittenLook,
} from "../../../support/look-builder.ts";

const other = manifest("ConfigMap/shop/other", { rest: "data: {x: '1'}" });
const settings = manifest("ConfigMap/shop/settings", { rest: "data: {x: '1'}" });
const user = manifest("ConfigMap/elsewhere/user", { after: "ConfigMap/shop/settings@exists" });
const unreadable = manifest("ConfigMap/shop/unreadable", { after: "no id at all" });

function withMetadata(object: JsonObject, more: JsonObject): JsonObject {
  return { ...object, metadata: { ...objectAt(object, "metadata"), ...more } };
}

function labelled(object: JsonObject, labels: JsonObject): JsonObject {
  const all = { ...objectAt(object, "metadata", "labels"), ...labels };
  return withMetadata(object, { labels: all });
}

const live = appliedAt(settings, NEW);
const kept = appliedAt(other, NEW);

test.each<{
  readonly title: string;
  readonly look: WrittenLook;
  readonly lines: readonly string[];
}>([
  {
    title: "what nobody may write nobody deletes",
    look: {
      git: [other],
      live: [kept, labelled(live, { "lockstep.dev/skip-reconciliation": "true" })],
    },
    lines: [
      "keep orphan ConfigMap/shop/settings: its label lockstep.dev/skip-reconciliation says that nobody writes it",
    ],
  },
  {
    title: "the object of another group that is the same object is none",
    look: {
      git: [other],
      live: [
        withMetadata(kept, { uid: "same" }),
        withMetadata({ ...live, apiVersion: "mirror.example.com/v1" }, { uid: "same" }),
      ],
    },
    lines: [],
  },
  {
    title: "a reference of another stack in Git keeps it",
    look: {
      git: [other],
      live: [kept, live],
      siblings: [
        {
          name: "billing",
          applySetId: "applyset-billing-v1",
          keys: new Set([objectKey(user.id)]),
          manifests: [user],
        },
      ],
    },
    lines: [
      "hold orphan ConfigMap/shop/settings: waits for ConfigMap/elsewhere/user: Git says that it depends on it (annotation:lockstep.dev/after)",
    ],
  },
  {
    title: "an order that cannot be read holds all",
    look: { git: [other], live: [kept, live, appliedAt(unreadable, NEW)] },
    lines: [
      expect.stringMatching(/^hold orphan ConfigMap\/shop\/settings: .*no id at all/),
      expect.stringMatching(/^hold orphan ConfigMap\/shop\/unreadable: .*no id at all/),
    ],
  },
])("$title", ({ look, lines }) => {
  expect(decide(lookOf(look)).lines.filter((line) => line.includes("orphan "))).toEqual(lines);
});

test("all that has to be read freshly is asked for in one round, and nothing where nothing is to go", () => {
  const workloads = Array.from({ length: 15 }, (_, index) =>
    manifest(`Kibana/shop/kb${index + 10}`, { spec: "version: 9.1.0" }),
  );
  const running = workloads.map((each) => runningAt(each, NEW, "9.1.0"));
  function roundsOf(orphan: JsonObject): readonly string[] {
    const { asked, lines } = decide(lookOf({ git: workloads, live: [...running, orphan] }));
    const reads = asked.filter((line) => line.startsWith("ask rollout"));
    return [...reads, ...lines.filter((line) => line.includes("orphan "))];
  }
  expect(roundsOf(live)).toHaveLength(15 + 1);
  expect(roundsOf(live).at(-1)).toBe("delete orphan ConfigMap/shop/settings: Git no longer has it");
  expect(roundsOf(labelled(live, { "lockstep.dev/skip-reconciliation": "true" }))).toHaveLength(1);
});

function chain(version: string): readonly Manifest[] {
  return [
    manifest("Elasticsearch/shop/s", { spec: `version: ${version}` }),
    manifest("Kibana/shop/t", { spec: `{version: ${version}, elasticsearchRef: {name: s}}` }),
  ];
}

test("a chain that goes down does not wait for its top to go, which waits for the chain", () => {
  const top = manifest("ApmServer/shop/d", { spec: "{version: 9.1.0, kibanaRef: {name: t}}" });
  const before = chain("9.1.0");
  const running = [...before, top].map((each) => runningAt(each, OLD, "9.1.0"));
  const { lines } = decide(
    lookOf({ git: chain("8.19.2"), before: [...before, top], live: running }),
  );
  expect(lines.at(-1)).toBe("delete orphan ApmServer/shop/d: Git no longer has it");
});
