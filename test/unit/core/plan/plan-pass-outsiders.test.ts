import { describe, expect, test } from "vitest";
import { isJsonObject, type JsonObject, objectAt } from "../../../../src/core/object/json.ts";
import { findHolders } from "../../../../src/core/plan/find-holders.ts";
import type { FoundDependents } from "../../../../src/core/plan/found-dependents.ts";
import { decide } from "../../../support/decide.ts";
import { es, kb } from "../../../support/elastic-pair.ts";
import { manifest } from "../../../support/graph-builders.ts";
import { lookOf, NOW_MS, OLD, runningAt, type WrittenLook } from "../../../support/look-builder.ts";

const DOWN: WrittenLook = {
  git: [es("8.19.2")],
  before: [es("9.1.0")],
  live: [runningAt(es("9.1.0"), OLD, "9.1.0")],
};

const ASK = "ask dependents Elasticsearch/shop/es";
const GOES = "apply Elasticsearch/shop/es change [ApplyingChanges]";
const HELD =
  "hold Elasticsearch/shop/es: Kibana/shop/kb VersionAhead 9.1.0<8.19.2 [DelayingChanges]";

const GROUP = "elasticsearch.k8s.elastic.co";

function annotated(gate: string): JsonObject {
  const after = `Elasticsearch.${GROUP}/shop/es@${gate}`;
  const spec = "{version: 9.1.0, elasticsearchRef: {name: es}}";
  return runningAt(manifest("Kibana/shop/kb", { after, spec }), OLD, "9.1.0");
}

/** What an agent of another name applied. */
function byOther(object: JsonObject): JsonObject {
  const text = JSON.stringify(object).replaceAll('"manager":"lockstep"', '"manager":"other"');
  const copy: unknown = JSON.parse(text);
  if (!isJsonObject(copy)) throw new Error("no object");
  return copy;
}

/** Nobody's: without labels and owners. */
function byHand(object: JsonObject): JsonObject {
  const { labels: _, managedFields: __, ...metadata } = objectAt(object, "metadata") ?? {};
  return { ...object, metadata };
}

const high = runningAt(kb("9.1.0"), OLD, "9.1.0");
const low = runningAt(kb("8.19.2"), OLD, "8.19.2");
const KIBANAS = { group: "kibana.k8s.elastic.co", kind: "Kibana", reason: "no" } as const;

function lowered(dependents: Partial<FoundDependents>): readonly string[] {
  const found = { objects: [], unseen: [], ...dependents };
  const { asked, lines } = decide(lookOf(DOWN), { dependents: found, fresh: found.objects });
  return [...asked.filter((line) => line === ASK || line.includes("kb")), ...lines];
}

describe("rule (L): before a version goes down the cluster is asked who depends on the object", () => {
  test.each([
    { title: "nobody does", found: {}, want: [ASK, GOES] },
    {
      title: "an object of another agent that runs a higher version",
      found: { objects: [byOther(high)] },
      want: [ASK, "ask rollout Kibana/shop/kb", HELD],
    },
    {
      title: "an object that somebody made by hand",
      found: { objects: [byHand(high)] },
      want: [ASK, "ask rollout Kibana/shop/kb", HELD],
    },
    {
      title: "one that is low enough",
      found: { objects: [byOther(low)] },
      want: [ASK, "ask rollout Kibana/shop/kb", GOES],
    },
    {
      title: "the annotation of another agent's Git replaces a reference",
      found: { objects: [byOther(annotated("none"))] },
      want: [ASK, GOES],
    },
    {
      title: "one that somebody wrote replaces nothing",
      found: { objects: [byHand(annotated("none"))] },
      want: [ASK, "ask rollout Kibana/shop/kb", HELD],
    },
    {
      title: "a kind that may not be listed",
      found: { unseen: [{ ...KIBANAS, isForbidden: true }] },
      want: [
        ASK,
        "hold Elasticsearch/shop/es: Kibana/* Unreadable its objects cannot be listed (no), so nobody knows whether one that depends on this object runs above 8.19.2; let the agent get, list and watch this kind in all namespaces<8.19.2 [DelayingChanges]",
      ],
    },
  ])("$title", ({ found, want }) => {
    expect(lowered(found)).toEqual(want);
  });
});

test.each([
  { title: "a version that goes up", from: "8.19.2", to: "9.1.0" },
  { title: "another change of the same version", from: "9.1.0", to: "9.1.0" },
])("nobody is asked for $title", ({ from, to }) => {
  const before = es(from, { annotations: { note: "old" } });
  const look = { git: [es(to)], before: [before], live: [runningAt(before, OLD, from)] };
  const { asked, lines } = decide(lookOf(look));
  expect(asked).not.toContain(ASK);
  expect(lines).toEqual([GOES]);
});

test("nobody is asked while a dependent that is known holds it anyway, nor for what is made", () => {
  const both = [runningAt(es("9.1.0"), OLD, "9.1.0"), runningAt(kb("9.1.0"), OLD, "9.1.0")];
  const held = lookOf({
    git: [es("8.19.2"), kb("9.1.0")],
    before: [es("9.1.0"), kb("9.1.0")],
    live: both,
  });
  expect(decide(held).asked).not.toContain(ASK);
  expect(decide(lookOf({ git: [es("8.19.2")] })).asked).not.toContain(ASK);
});

test("a kind that cannot be listed is asked for again by and by, and an outsider that holds is followed", () => {
  const unseen = [{ ...KIBANAS, isForbidden: false }];
  const blind = decide(lookOf(DOWN), { dependents: { objects: [], unseen } });
  expect(blind.plan.lookAgainAtMs).toBe(NOW_MS + 30_000);
  const objects = [byOther(high)];
  const { plan, look } = decide(lookOf(DOWN), {
    dependents: { objects, unseen: [] },
    fresh: objects,
  });
  expect(findHolders(plan, look).map(({ id, apiVersion }) => [id.name, apiVersion])).toEqual([
    ["kb", "kibana.k8s.elastic.co/v1"],
  ]);
});
