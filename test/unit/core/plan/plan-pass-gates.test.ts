import { describe, expect, test } from "vitest";
import type { Manifest } from "../../../../src/core/manifest/manifest.ts";
import { learnOutcomes } from "../../../../src/core/plan/learn-outcomes.ts";
import type { Look } from "../../../../src/core/plan/look.ts";
import { planPass } from "../../../../src/core/plan/plan-pass.ts";
import { decide } from "../../../support/decide.ts";
import { es, kb, running } from "../../../support/elastic-pair.ts";
import { manifest } from "../../../support/graph-builders.ts";
import {
  appliedAt,
  lookOf,
  OLD,
  runningAt,
  type WrittenLook,
} from "../../../support/look-builder.ts";
import { planLines } from "../../../support/plan-lines.ts";

describe("planPass, only a fresh reading opens a gate", () => {
  const written: WrittenLook = {
    git: [es("9.1.0"), kb("9.1.0")],
    before: [es("9.1.0"), kb("8.19.2")],
    live: running("9.1.0", "8.19.2"),
  };
  const memory = remembered(written);

  test("open by the cache: both ends are asked for, once each, and nothing is written", () => {
    expect(planLines(planPass(lookOf({ ...written, memory })))).toEqual([
      "ask rollout Elasticsearch/shop/es",
      "ask rollout Kibana/shop/kb",
    ]);
  });

  test("open by fresh readings: it is written without another question", () => {
    const fresh = ["Elasticsearch/shop/es", "Kibana/shop/kb"];
    expect(planLines(planPass(lookOf({ ...written, memory, fresh })))).toEqual([
      "keep Elasticsearch/shop/es [Ready]",
      "apply Kibana/shop/kb change [ApplyingChanges]",
    ]);
  });

  test("shut by the cache: nothing is asked", () => {
    const shut: WrittenLook = {
      ...written,
      live: [runningAt(es("9.1.0"), OLD, "8.19.2"), runningAt(kb("8.19.2"), OLD, "8.19.2")],
    };
    expect(planLines(planPass(lookOf({ ...shut, memory: remembered(shut) })))).toEqual([
      "keep Elasticsearch/shop/es [ApplyingChanges]",
      "hold Kibana/shop/kb: Elasticsearch/shop/es VersionBehind 8.19.2<9.1.0 [DelayingChanges]",
    ]);
  });

  test("a dependent that was absent long ago is looked for again before its target goes down", () => {
    const down: WrittenLook = {
      git: [es("8.19.2"), kb("8.19.2")],
      before: [es("9.1.0"), kb("8.19.2")],
      live: [runningAt(es("9.1.0"), OLD, "9.1.0")],
      seen: { "Kibana/shop/kb": { kind: "absent" } },
    };
    const found = [runningAt(kb("9.1.0"), OLD, "9.1.0")];
    const { asked, lines } = decide(lookOf(down), { live: found });
    expect(asked).toContain("ask object Kibana/shop/kb");
    expect(lines[0]).toBe(
      "hold Elasticsearch/shop/es: Kibana/shop/kb VersionAhead 9.1.0<8.19.2 [DelayingChanges]",
    );
  });

  test("a target that this pass writes, too, is read for what its pods run", () => {
    const both = lookOf({
      git: [target(2), web(2)],
      before: [target(1), web(1)],
      live: [runningAt(target(1), OLD, "9.1.0"), appliedAt(web(1))],
    });
    const { asked, lines } = decide(both, { fresh: [runningAt(target(1), OLD, "8.19.2")] });
    expect(asked).toContain("ask rollout Elasticsearch/shop/es");
    expect(lines).toEqual([
      "apply Elasticsearch/shop/es change [ApplyingChanges]",
      "hold Deployment.apps/shop/web: Elasticsearch/shop/es VersionOutOfRange 8.19.2<>=9.1 [DelayingChanges]",
    ]);
  });

  test("a cached reading that is too good: the fresh one shuts the gate", () => {
    const stale = lookOf({ ...written, memory });
    const { lines } = decide(stale, {
      fresh: [runningAt(es("9.1.0"), OLD, "8.19.2")],
    });
    expect(lines).toEqual([
      "keep Elasticsearch/shop/es [ApplyingChanges]",
      "hold Kibana/shop/kb: Elasticsearch/shop/es VersionBehind 8.19.2<9.1.0 [DelayingChanges]",
    ]);
  });
});

function target(count: number): Manifest {
  return manifest("Elasticsearch/shop/es", { spec: `{ version: 9.1.0, count: ${count} }` });
}

function web(count: number): Manifest {
  const after = "Elasticsearch.elasticsearch.k8s.elastic.co/es@>=9.1";
  return manifest("Deployment.apps/shop/web", { after, spec: `{ replicas: ${count} }` });
}

/** What an agent remembers that looked at the same before: no question about drift is left. */
function remembered(written: WrittenLook): Look["memory"] {
  const { plan, look } = decide(lookOf(written));
  return learnOutcomes(plan, new Map(), look);
}
