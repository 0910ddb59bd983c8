import type { Lint } from "../manifest/manifest.ts";
import type { Edge } from "./edge.ts";
import { findAfterEdges } from "./find-after-edges.ts";
import { findChangeRuleEdges } from "./find-change-rule-edges.ts";
import { findDependsOnEdges } from "./find-depends-on-edges.ts";
import { findWaveEdges, type Waves } from "./find-wave-edges.ts";
import type { Ends } from "./merge-edges.ts";
import type { ObjectProblem } from "./object-problem.ts";
import type { ObjectSet } from "./object-set.ts";

/** What users wrote of the order in annotations. */
export interface UserEdges {
  /** Edges of `lockstep.dev/after`. */
  readonly after: readonly Edge[];
  /** What `@none` switches off. */
  readonly off: readonly Ends[];
  /** Edges of the field's own annotations: depends-on, sync waves, change rules. */
  readonly field: readonly Edge[];
  readonly waves: Waves;
  readonly problems: readonly ObjectProblem[];
  readonly lints: readonly Lint[];
}

export function findUserEdges(set: ObjectSet): UserEdges {
  const found = set.objects.map((object) => {
    const after = findAfterEdges(object, set);
    const dependsOn = findDependsOnEdges(object);
    const problems = [...after.problems, ...dependsOn.problems];
    return { after, dependsOn, problems: problems.map((problem) => ({ object, problem })) };
  });
  const rules = findChangeRuleEdges(set);
  const waves = findWaveEdges(set);
  return {
    after: found.flatMap(({ after }) => after.edges),
    off: found.flatMap(({ after }) => after.off),
    field: [...found.flatMap(({ dependsOn }) => dependsOn.edges), ...rules.edges, ...waves.edges],
    waves: waves.waves,
    problems: [...found.flatMap(({ problems }) => problems), ...rules.problems, ...waves.problems],
    lints: [...rules.lints, ...waves.lints],
  };
}
