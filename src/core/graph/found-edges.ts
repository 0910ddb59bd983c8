import type { Lint } from "../manifest/manifest.ts";
import { objectKey } from "../object/object-id.ts";
import type { Problem } from "../problem.ts";
import type { Edge } from "./edge.ts";
import type { GraphObject } from "./graph-object.ts";

/** What one source of edges says about one object. */
export interface FoundEdges {
  readonly edges: readonly Edge[];
  readonly problems: readonly Problem[];
}

/** What one annotation says about one object; lints are about what has no effect. */
export interface AnnotatedEdges extends FoundEdges {
  readonly lints: readonly Lint[];
}

/** An annotation by which an object comes after itself. */
export function selfLint({ id, where }: GraphObject, key: string): Lint {
  const what = `${objectKey(id)}: ${key} names the object itself, which has no effect`;
  return { where, what };
}
