import { CONTROL_KEYS } from "../control-keys.ts";
import type { Lint } from "../manifest/manifest.ts";
import { objectKey } from "../object/object-id.ts";
import type { Catalogue } from "./association-catalogue.ts";
import { chooseBuiltIn, chooseField } from "./choose-edges.ts";
import type { Edge } from "./edge.ts";
import { findAssociationEdges } from "./find-association-edges.ts";
import { findStructureEdges } from "./find-structure-edges.ts";
import { findUserEdges, type UserEdges } from "./find-user-edges.ts";
import { mergeEdges, pairOf } from "./merge-edges.ts";
import type { ObjectProblem } from "./object-problem.ts";
import type { ObjectSet } from "./object-set.ts";

/** The edges of all sources, one for each dependent and target. */
export function findEdges(
  set: ObjectSet,
  catalogue: Catalogue,
): {
  readonly edges: readonly Edge[];
  readonly problems: readonly ObjectProblem[];
  readonly lints: readonly Lint[];
} {
  const associations = set.objects.map((object) => ({
    object,
    ...findAssociationEdges(object, catalogue, set),
  }));
  const builtIn = [...associations.flatMap(({ edges }) => edges), ...findStructureEdges(set)];
  const users = findUserEdges(set);
  return {
    edges: mergeEdges([...chooseBuiltIn(builtIn, users), ...chooseField(users), ...users.after]),
    problems: [
      ...associations.flatMap(({ object, problems }) =>
        problems.map((problem) => ({ object, problem })),
      ),
      ...users.problems,
    ],
    lints: [...findIdleNones(set, users, builtIn), ...users.lints],
  };
}

/** A `@none` that switches nothing off is most likely a wrong id. */
function findIdleNones(
  set: ObjectSet,
  { off, field }: UserEdges,
  builtIn: readonly Edge[],
): readonly Lint[] {
  if (off.length === 0) return [];
  const there = new Set([...builtIn, ...field].map(pairOf));
  return off
    .filter((ends) => !there.has(pairOf(ends)))
    .map(({ dependent, target }) => ({
      where: set.byKey.get(objectKey(dependent))?.where ?? objectKey(dependent),
      what: `${objectKey(dependent)}: ${CONTROL_KEYS.after} switches off an edge to ${objectKey(target)} that is not there`,
    }));
}
