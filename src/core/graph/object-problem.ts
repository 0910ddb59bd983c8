import type { Problem } from "../problem.ts";
import type { GraphObject } from "./graph-object.ts";

/** A problem, and the object that it keeps from being written. */
export interface ObjectProblem {
  readonly object: GraphObject;
  readonly problem: Problem;
}
