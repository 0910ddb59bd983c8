import { describe, expect, test } from "vitest";
import type { Manifest } from "../../../../src/core/manifest/manifest.ts";
import { type JsonObject, objectAt } from "../../../../src/core/object/json.ts";
import { objectKey } from "../../../../src/core/object/object-id.ts";
import { decide } from "../../../support/decide.ts";
import { manifest } from "../../../support/graph-builders.ts";
import {
  appliedAt,
  lookOf,
  memoryOf,
  NEW,
  NOW_MS,
  OLD,
  runningAt,
  type WrittenLook,
} from "../../../support/look-builder.ts";
import { billing } from "../../../support/sibling-builder.ts";

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

const REFUSED = {
  intentHash: "delete",
  refusal: { code: "forbidden", message: "may not delete", retry: "after-change" },
  attempts: 1,
  retryAtMs: NOW_MS + 1,
} as const;

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
      "keep orphan ConfigMap/shop/settings: it is skipped, nothing of it is written (label lockstep.dev/skip-reconciliation)",
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
      siblings: [billing({ keys: new Set([objectKey(user.id)]), manifests: [user] })],
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

function pair(from: string, to: string): JsonObject {
  return appliedAt(
    manifest(`ConfigMap/shop/${from}`, { after: `ConfigMap/shop/${to}@exists` }),
    NEW,
  );
}

describe("orphans that depend on each other", () => {
  const CYCLE =
    "ConfigMap/shop/a → ConfigMap/shop/b (annotation:lockstep.dev/after) → ConfigMap/shop/a (annotation:lockstep.dev/after)";
  const circle = [pair("a", "b"), pair("b", "a")];
  const web = pair("web", "a");

  test("go together, one after the other, and the cycle is named", () => {
    const { plan, lines } = decide(lookOf({ git: [other], live: [kept, ...circle] }));
    expect(lines.filter((line) => line.includes("orphan "))).toEqual([
      `delete orphan ConfigMap/shop/a: Git no longer has it; it goes together with the others of ${CYCLE}`,
      `delete orphan ConfigMap/shop/b: Git no longer has it; it goes together with the others of ${CYCLE}`,
    ]);
    expect(plan.orphans.map(({ step }) => step?.after)).toEqual([[], ["ConfigMap/shop/a"]]);
  });

  test.each<{
    readonly title: string;
    readonly look: WrittenLook;
    readonly lines: readonly string[];
  }>([
    {
      title: "all wait for a dependent of one of them",
      look: { git: [other], live: [kept, ...circle, web] },
      lines: [
        `hold orphan ConfigMap/shop/a: goes together with the others of ${CYCLE}; waits for ConfigMap/shop/web: it goes first`,
        `hold orphan ConfigMap/shop/b: goes together with the others of ${CYCLE}; waits for ConfigMap/shop/web: it goes first`,
        "delete orphan ConfigMap/shop/web: Git no longer has it",
      ],
    },
    {
      title: "dependents outside of the cycle go first",
      look: {
        git: [other],
        live: [kept, pair("a", "b"), pair("b", "c"), pair("c", "d"), pair("d", "c")],
      },
      lines: [
        expect.stringMatching(/^delete orphan ConfigMap\/shop\/a: /),
        expect.stringMatching(/^hold orphan ConfigMap\/shop\/b: waits for ConfigMap\/shop\/a/),
        expect.stringMatching(
          /^hold orphan ConfigMap\/shop\/c: goes .*; waits for ConfigMap\/shop\/b/,
        ),
        expect.stringMatching(
          /^hold orphan ConfigMap\/shop\/d: goes .*; waits for ConfigMap\/shop\/b/,
        ),
      ],
    },
    {
      title: "one that stays keeps what it depends on",
      look: {
        git: [other],
        live: [
          kept,
          labelled(pair("a", "b"), { "lockstep.dev/skip-reconciliation": "true" }),
          pair("b", "a"),
        ],
      },
      lines: [
        "keep orphan ConfigMap/shop/a: it is skipped, nothing of it is written (label lockstep.dev/skip-reconciliation)",
        "hold orphan ConfigMap/shop/b: waits for ConfigMap/shop/a: it stays and depends on it (annotation:lockstep.dev/after)",
      ],
    },
    {
      title: "a refused delete holds the others, too",
      look: {
        git: [other],
        live: [kept, ...circle],
        memory: memoryOf({ "ConfigMap/shop/b": { refused: REFUSED } }),
      },
      lines: [
        "hold orphan ConfigMap/shop/a: may not delete",
        "hold orphan ConfigMap/shop/b: may not delete",
      ],
    },
    {
      title: "one that goes already is not waited for",
      look: {
        git: [other],
        live: [
          kept,
          withMetadata(pair("a", "b"), { deletionTimestamp: "2026-01-01T00:00:00Z" }),
          pair("b", "a"),
        ],
      },
      lines: [
        "prune orphan ConfigMap/shop/a: it is being deleted",
        expect.stringMatching(/^delete orphan ConfigMap\/shop\/b: /),
      ],
    },
  ])("$title", ({ look, lines }) => {
    expect(decide(lookOf(look)).lines.filter((line) => line.includes("orphan "))).toEqual(lines);
  });
});

describe("a kind that nobody lets us list", () => {
  const { id } = settings;
  test("holds those, too, that can only go together with one of it", () => {
    const circle = [
      manifest("ConfigMap/shop/a", { after: "Secret/shop/b@exists" }),
      manifest("Secret/shop/b", { after: "ConfigMap/shop/a@exists" }),
    ].map((each) => appliedAt(each, NEW));
    const look = { git: [other], live: [kept, ...circle], unlistable: { Secret: "forbidden" } };
    const { lines } = decide(lookOf(look));
    expect(lines.filter((line) => line.includes("orphan "))).toEqual([
      "hold orphan ConfigMap/shop/a: Secret may not be listed (forbidden)",
      "hold orphan Secret/shop/b: Secret may not be listed (forbidden)",
    ]);
  });

  test("keeps nothing else, and what was known of it is not deleted", () => {
    const secret = appliedAt(
      manifest("Secret/shop/key", { after: "ConfigMap/shop/db@exists" }),
      NEW,
    );
    const db = appliedAt(manifest("ConfigMap/shop/db"), NEW);
    const look = {
      git: [other],
      live: [kept, live, db, secret],
      unlistable: { Secret: "forbidden" },
    };
    expect(decide(lookOf(look)).lines.filter((line) => line.includes("orphan "))).toEqual([
      "hold orphan ConfigMap/shop/db: waits for Secret/shop/key: it goes first",
      `delete orphan ${objectKey(id)}: Git no longer has it`,
      "hold orphan Secret/shop/key: Secret may not be listed (forbidden)",
    ]);
  });
});
