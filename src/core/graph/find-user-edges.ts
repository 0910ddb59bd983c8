import type { Lint } from "../manifest/manifest.ts";
import { objectAt } from "../object/json.ts";
import { podTemplateOf } from "../object/live-object.ts";
import { objectKey } from "../object/object-id.ts";
import type { Edge } from "./edge.ts";
import { findAfterEdges } from "./find-after-edges.ts";
import { findChangeRuleEdges } from "./find-change-rule-edges.ts";
import { findDependsOnEdges } from "./find-depends-on-edges.ts";
import { findWaveEdges, type Waves } from "./find-wave-edges.ts";
import type { GraphObject } from "./graph-object.ts";
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
    return {
      after,
      dependsOn,
      problems: problems.map((problem) => ({ object, problem })),
      lints: [...after.lints, ...dependsOn.lints, ...findMisplaced(object)],
    };
  });
  const rules = findChangeRuleEdges(set);
  const waves = findWaveEdges(set);
  return {
    after: found.flatMap(({ after }) => after.edges),
    off: found.flatMap(({ after }) => after.off),
    field: [...found.flatMap(({ dependsOn }) => dependsOn.edges), ...rules.edges, ...waves.edges],
    waves: waves.waves,
    problems: [...found.flatMap(({ problems }) => problems), ...rules.problems, ...waves.problems],
    lints: [...found.flatMap(({ lints }) => lints), ...rules.lints, ...waves.lints],
  };
}

const ORDER_KEY =
  /^(?:lockstep\.dev\/after|config\.kubernetes\.io\/depends-on|argocd\.argoproj\.io\/sync-wave|kapp\.k14s\.io\/change-(?:group|rule)(?:\..+)?)$/;

/** Whether an annotation says something of the order. */
export function isOrderKey(key: string): boolean {
  return ORDER_KEY.test(key);
}

/** An order that stands on the pod template orders nothing: pods are no objects of Git. */
function findMisplaced({ id, body, where }: GraphObject): readonly Lint[] {
  const annotations = objectAt(podTemplateOf(body), "metadata", "annotations") ?? {};
  return Object.keys(annotations)
    .filter(isOrderKey)
    .toSorted()
    .map((key) => {
      const what = `${objectKey(id)}: ${key} on the pod template has no effect; it belongs on the object itself`;
      return { where, what };
    });
}
