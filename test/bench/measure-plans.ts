import { buildGraph } from "../../src/core/graph/build-graph.ts";
import type { Manifest } from "../../src/core/manifest/manifest.ts";
import { planPass } from "../../src/core/plan/plan-pass.ts";
import { decide } from "../support/decide.ts";
import { manifest } from "../support/graph-builders.ts";
import { appliedAt, lookOf, NEW, OLD } from "../support/look-builder.ts";
import { median } from "./median.ts";

/** What one size of a stack costs, in milliseconds. */
export interface PlanFigures {
  readonly objects: number;
  readonly edges: number;
  readonly graph: number;
  /** Of a commit that changes every object. */
  readonly change: number;
  /** When nothing changed since the last look. */
  readonly converged: number;
}

/** Edges of each object, to objects before it, spread over the stack. */
const EDGES_EACH = 3;
const ROUNDS = 3;

/** Plans of stacks of several sizes: the pure decision, without requests. */
export function measurePlans(sizes: readonly number[]): readonly PlanFigures[] {
  return sizes.map(measurePlan);
}

function measurePlan(objects: number): PlanFigures {
  const before = stackOf(objects, "1");
  const after = stackOf(objects, "2");
  const live = before.map((each) => appliedAt(each, OLD));
  const changed = lookOf({ git: after, before, live });
  const { look } = decide(
    lookOf({ git: before, live: before.map((each) => appliedAt(each, NEW)) }),
  );
  return {
    objects,
    edges: changed.desired.graph.edges.length,
    graph: timeOf(() => buildGraph({ manifests: after, associations: [] })),
    change: timeOf(() => planPass(changed)),
    converged: timeOf(() => planPass(look)),
  };
}

function timeOf(work: () => unknown): number {
  const times = Array.from({ length: ROUNDS + 1 }, () => {
    const begin = performance.now();
    work();
    return performance.now() - begin;
  });
  // The first one warms up.
  return median(times.slice(1));
}

function stackOf(objects: number, value: string): readonly Manifest[] {
  return Array.from({ length: objects }, (_, index) => {
    const targets = Array.from({ length: EDGES_EACH }, (__, edge) =>
      Math.floor((index * (edge + 1)) / 4),
    );
    const after = [...new Set(targets)]
      .filter((target) => target < index)
      .map((target) => `ConfigMap/shop/${nameOf(target)}@exists`)
      .join(", ");
    return manifest(`ConfigMap/shop/${nameOf(index)}`, {
      ...(after === "" ? {} : { after }),
      rest: `data: {x: '${value}'}`,
    });
  });
}

function nameOf(index: number): string {
  return `m${String(index).padStart(6, "0")}`;
}
