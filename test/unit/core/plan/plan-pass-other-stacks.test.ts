import { describe, expect, test } from "vitest";
import { type JsonObject, objectAt } from "../../../../src/core/object/json.ts";
import { findAwaited } from "../../../../src/core/plan/find-awaited.ts";
import { type Answers, decide } from "../../../support/decide.ts";
import { es, kb } from "../../../support/elastic-pair.ts";
import { manifest } from "../../../support/graph-builders.ts";
import {
  keyOf,
  lookOf,
  OLD,
  readingOf,
  runningAt,
  type WrittenLook,
} from "../../../support/look-builder.ts";
import { billing } from "../../../support/sibling-builder.ts";

const DOWN: WrittenLook = {
  git: [es("8.19.2")],
  before: [es("9.1.0")],
  live: [runningAt(es("9.1.0"), OLD, "9.1.0")],
};

/** The target goes down here; the stack `billing` has seen this. */
function lowered(seen: readonly JsonObject[], answers: Answers = {}): readonly string[] {
  const readings = new Map(seen.map((each) => [keyOf(each), readingOf(each, "cache")]));
  const { asked, lines } = decide(lookOf({ ...DOWN, siblings: [billing({ readings })] }), answers);
  return [...asked.filter((line) => line.includes("kb") || line.includes("user")), ...lines];
}

const ahead = ofBilling(runningAt(kb("9.1.0"), OLD, "9.1.0"));
const below = ofBilling(runningAt(kb("8.19.2"), OLD, "8.19.2"));
const GOES = "apply Elasticsearch/shop/es change [ApplyingChanges]";
const HELD =
  "hold Elasticsearch/shop/es: Kibana/shop/kb VersionAhead 9.1.0<8.19.2 [DelayingChanges]";

const annotated = manifest("Kibana/shop/user", {
  after: "Elasticsearch.elasticsearch.k8s.elastic.co/shop/es@lockstep",
  spec: "{version: 9.1.0}",
});

function ofBilling(object: JsonObject): JsonObject {
  const labels = { ...objectAt(object, "metadata", "labels") };
  labels["applyset.kubernetes.io/part-of"] = "applyset-billing-v1";
  return { ...object, metadata: { ...objectAt(object, "metadata"), labels } };
}

describe("rule (L): a target waits for live dependents of other stacks, too", () => {
  test.each([
    { title: "one that refers to it", lines: lowered([ahead]), want: [HELD] },
    {
      title: "one whose annotation was applied",
      lines: lowered([ofBilling(runningAt(annotated, OLD, "9.1.0"))]),
      want: [
        "hold Elasticsearch/shop/es: Kibana/shop/user VersionAhead 9.1.0<8.19.2 [DelayingChanges]",
      ],
    },
    {
      title: "one that is low enough by the cache is read first",
      lines: lowered([below], { fresh: [below] }),
      want: ["ask rollout Kibana/shop/kb", GOES],
    },
    {
      title: "and holds when that read says otherwise",
      lines: lowered([below], { fresh: [ahead] }),
      want: ["ask rollout Kibana/shop/kb", HELD],
    },
    { title: "one that depends on nothing here", lines: lowered([]), want: [GOES] },
  ])("$title", ({ lines, want }) => {
    expect(lines).toEqual(want);
  });
});

test("the stack of such a dependent is awaited: what it does is news here", () => {
  const readings = new Map([[keyOf(ahead), readingOf(ahead, "cache")]]);
  const { plan, look } = decide(lookOf({ ...DOWN, siblings: [billing({ readings })] }));
  expect([...findAwaited(plan, look)]).toEqual(["billing"]);
});
