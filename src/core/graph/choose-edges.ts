import { objectKey } from "../object/object-id.ts";
import type { Edge } from "./edge.ts";
import type { UserEdges } from "./find-user-edges.ts";
import type { Waves } from "./find-wave-edges.ts";
import { type Ends, pairOf } from "./merge-edges.ts";

/**
 * The built-in edges that annotations leave in force. `lockstep.dev/after` replaces them in both directions and
 * `@none` switches them off. The field's own annotations say an order and no condition: they replace a built-in edge
 * that goes the other way, while one of the same way stays beside them, so that no version gate is lost.
 */
export function chooseBuiltIn(builtIn: readonly Edge[], users: UserEdges): readonly Edge[] {
  const { after, off, field } = users;
  const gone = pairsOf([...after, ...after.map(reverse), ...off, ...field.map(reverse)]);
  return builtIn.filter((edge) => !gone.has(pairOf(edge)) && !isAgainst(users.waves, edge));
}

/** The edges of the field's own annotations that `lockstep.dev/after` on the same object neither replaces nor switches off. */
export function chooseField({ after, off, field }: UserEdges): readonly Edge[] {
  const gone = pairsOf([...after, ...off]);
  return field.filter((edge) => !gone.has(pairOf(edge)));
}

function pairsOf(edges: readonly Ends[]): ReadonlySet<string> {
  return new Set(edges.map(pairOf));
}

function reverse({ dependent, target }: Ends): Ends {
  return { dependent: target, target: dependent };
}

/** Waves order all their objects, not only those of neighbouring waves. */
function isAgainst(waves: Waves, { dependent, target }: Edge): boolean {
  const own = waves.get(objectKey(dependent));
  const other = waves.get(objectKey(target));
  return own !== undefined && other !== undefined && other > own;
}
