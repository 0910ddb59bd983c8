import { type ObjectId, type ObjectKey, objectKey } from "../object/object-id.ts";
import { type AnnotatedEdges, selfLint } from "./found-edges.ts";
import type { GraphObject } from "./graph-object.ts";
import { makeEdge } from "./make-edge.ts";
import { type AnnotationFault, annotationProblem, readAnnotation } from "./read-annotation.ts";

const KEY = "config.kubernetes.io/depends-on";
const GRAMMAR =
  "<group>/<Kind>/<name> or <group>/namespaces/<namespace>/<Kind>/<name>, separated by commas, each once; the core group is empty";

/**
 * What an object's annotation `config.kubernetes.io/depends-on` says: each target is waited for as by
 * `lockstep.dev/after` without a suffix. An item that names the object itself is left out, with a lint.
 *
 * @see https://github.com/kubernetes-sigs/cli-utils for the annotation
 */
export function findDependsOnEdges(object: GraphObject): AnnotatedEdges {
  const { text, problems } = readAnnotation(object, KEY);
  if (text === undefined) return { edges: [], problems, lints: [] };
  const targets = new Map<ObjectKey, ObjectId>();
  const faults: AnnotationFault[] = [];
  for (const item of text.split(",").map((part) => part.trim())) {
    const target = parseTarget(item);
    if (target === undefined) {
      faults.push({ what: `has the item "${item}", which is no reference`, expected: GRAMMAR });
    } else if (targets.has(objectKey(target))) {
      faults.push({ what: `names ${objectKey(target)} twice`, expected: GRAMMAR });
    } else targets.set(objectKey(target), target);
  }
  const namesItself = targets.delete(objectKey(object.id));
  return {
    edges: [...targets.values()].map((target) =>
      makeEdge({
        dependent: object.id,
        target,
        gate: { kind: "rolled-out" },
        origin: `annotation:${KEY}`,
      }),
    ),
    problems: faults.map((fault) => annotationProblem(object, KEY, fault)),
    lints: namesItself ? [selfLint(object, KEY)] : [],
  };
}

const NAMESPACED = /^([^/]*)\/namespaces\/([^/]+)\/([^/]+)\/([^/]+)$/;
const CLUSTER_SCOPED = /^([^/]*)\/([^/]+)\/([^/]+)$/;

function parseTarget(item: string): ObjectId | undefined {
  const namespaced = NAMESPACED.exec(item);
  if (namespaced !== null) {
    const [, group = "", namespace = "", kind = "", name = ""] = namespaced;
    return { group, kind, namespace, name };
  }
  const clusterScoped = CLUSTER_SCOPED.exec(item);
  if (clusterScoped === null) return undefined;
  const [, group = "", kind = "", name = ""] = clusterScoped;
  return { group, kind, namespace: "", name };
}
