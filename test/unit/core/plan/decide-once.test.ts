import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { learnOutcomes } from "../../../../src/core/plan/learn-outcomes.ts";
import type { Look } from "../../../../src/core/plan/look.ts";
import { planPass } from "../../../../src/core/plan/plan-pass.ts";
import type { RolloutReading } from "../../../../src/core/rollout/rollout-reading.ts";
import { decide } from "../../../support/decide.ts";
import { manifest, yaml } from "../../../support/graph-builders.ts";
import {
  appliedAt,
  desiredOf,
  keyFrom,
  keyOf,
  lookOf,
  NEW,
  OLD,
  readingOf,
  rulesOf,
} from "../../../support/look-builder.ts";
import { planLines } from "../../../support/plan-lines.ts";
import { editObject } from "../../../support/server-side-apply.ts";

const ID = "ConfigMap/shop/a";
const a = manifest(ID, { rest: "data: {x: '1'}" });
const a2 = manifest(ID, { rest: "data: {x: '2'}" });
const live = appliedAt(a, NEW);

/** A look at an object at rest, decided once before. */
function restedLook(object: JsonObject): Look {
  const first = decide(lookOf({ git: [a], live: [object] }));
  const look = { ...first.look, memory: learnOutcomes(first.plan, new Map(), first.look) };
  planPass(look);
  return look;
}

/** Another look at the same cluster: other maps, the same objects in them. */
function again(look: Look): Look {
  return {
    ...look,
    nowMs: look.nowMs + 1,
    sightings: new Map(look.sightings),
    readings: new Map([...look.readings].map(([key, each]) => [key, { ...each }])),
    memory: new Map(look.memory),
  };
}

function withReading(look: Look, more: Partial<RolloutReading>): Look {
  const reading = { ...readingOf(live, "cache"), ...more };
  return { ...look, readings: new Map([...look.readings, [keyFrom(ID), reading]]) };
}

function withFacts(look: Look, more: Partial<RolloutReading["facts"]>): Look {
  const { facts } = readingOf(live, "cache");
  return withReading(look, { facts: { ...facts, ...more } });
}

function withLive(look: Look, object: JsonObject): Look {
  return {
    ...look,
    sightings: new Map([[keyOf(object), { kind: "present", object }]]),
    readings: new Map([[keyOf(object), readingOf(object, "cache")]]),
  };
}

describe("decideOnce", () => {
  test("an object at rest is not decided again while nothing that it rests on changes", () => {
    const look = restedLook(live);
    expect(planPass(again(look)).objects[0]).toBe(planPass(look).objects[0]);
    expect(planLines(planPass(again(look)))).toEqual([`keep ${ID} [Ready]`]);
  });

  test.each<{ readonly what: string; readonly change: (look: Look) => Look }>([
    { what: "the live object", change: (look) => withLive(look, edited()) },
    { what: "Git", change: (look) => ({ ...look, desired: desiredOf([a2]) }) },
    { what: "the commit in force", change: (look) => ({ ...look, desired: desiredOf([a], OLD) }) },
    { what: "the mode", change: (look) => ({ ...look, rules: rulesOf({ mode: "off" }) }) },
    { what: "the memory", change: (look) => ({ ...look, memory: new Map() }) },
    { what: "its pods", change: (look) => withReading(look, { pods: [yaml("kind: Pod")] }) },
    {
      what: "whether its kind has a status",
      change: (look) => withFacts(look, { hasStatusSubresource: true }),
    },
    {
      what: "whether its status is to name the generation",
      change: (look) => withFacts(look, { declaresObservedGeneration: true }),
    },
    {
      what: "the graph: the object is refused",
      change: (look) => {
        const { desired } = look;
        const refused = new Map([[keyFrom(ID), [{ where: ID, what: "bad", expected: "good" }]]]);
        return { ...look, desired: { ...desired, graph: { ...desired.graph, refused } } };
      },
    },
  ])("$what changed: the decision is that of a look that knows no earlier one", ({ change }) => {
    const look = restedLook(live);
    const before = planPass(look).objects[0];
    const changed = change(look);
    const plan = planPass(changed);
    expect(plan.objects[0]).not.toBe(before);
    // Clones have never been decided on.
    expect(planLines(plan)).toEqual(planLines(planPass(cloned(changed))));
  });
});

function edited(): JsonObject {
  return editObject(live, "kubectl-edit", yaml("data: {x: '9'}"));
}

/** The digest is a function, which cannot be cloned. */
function cloned({ digest, ...look }: Look): Look {
  return { ...structuredClone(look), digest };
}
