import { valueAt } from "../object/json.ts";
import { objectKey } from "../object/object-id.ts";
import type { Problem } from "../problem.ts";
import type { GraphObject } from "./graph-object.ts";

/** What is wrong with an annotation, in words that follow its name. */
export interface AnnotationFault {
  readonly what: string;
  readonly expected: string;
}

/** An annotation's text. Absent and null are none; any other value than text is a problem. */
export function readAnnotation(
  object: GraphObject,
  key: string,
): { readonly text: string | undefined; readonly problems: readonly Problem[] } {
  const value = valueAt(object.body, "metadata", "annotations", key);
  if (value === undefined || value === null) return { text: undefined, problems: [] };
  if (typeof value === "string") return { text: value, problems: [] };
  const fault = { what: "is not text", expected: "a string" };
  return { text: undefined, problems: [annotationProblem(object, key, fault)] };
}

export function annotationProblem(
  object: GraphObject,
  key: string,
  { what, expected }: AnnotationFault,
): Problem {
  const place = `${objectKey(object.id)}: metadata.annotations["${key}"]`;
  return { where: object.where, what: `${place} ${what}`, expected };
}
