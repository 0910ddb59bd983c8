import { suggestKey } from "../config/suggest-key.ts";
import { CONTROL_KEYS } from "../control-keys.ts";
import type { Lint } from "../manifest/manifest.ts";
import { kindKey, type ObjectId, objectKey } from "../object/object-id.ts";
import { type AnnotatedEdges, selfLint } from "./found-edges.ts";
import type { GraphObject } from "./graph-object.ts";
import { makeEdge } from "./make-edge.ts";
import type { Ends } from "./merge-edges.ts";
import type { ObjectSet } from "./object-set.ts";
import { parseAfter } from "./parse-after.ts";
import { type AnnotationFault, annotationProblem, readAnnotation } from "./read-annotation.ts";

export interface FoundAfter extends AnnotatedEdges {
  /** What `@none` switches off: edges of other sources between these two. */
  readonly off: readonly Ends[];
}

/** What an object's annotation `lockstep.dev/after` says. An item that names the object itself is left out, with a lint. */
export function findAfterEdges(object: GraphObject, set: ObjectSet): FoundAfter {
  const { text, problems } = readAnnotation(object, CONTROL_KEYS.after);
  if (text === undefined) return { edges: [], off: [], problems, lints: [] };
  const { items, faults } = parseAfter({
    object: object.id,
    value: text,
    scopeOf: set.scopeOf,
    suggestId: (written) => suggestId(written, set),
  });
  const self = objectKey(object.id);
  const dependent = object.id;
  const others = items.filter(({ target }) => objectKey(target) !== self);
  const misnamed = others.flatMap(({ target }) => findMissingGroup(target, set));
  return {
    edges: others.flatMap(({ target, gate }) =>
      gate.kind === "none" ? [] : [makeEdge({ dependent, target, gate, origin: ORIGIN })],
    ),
    off: others
      .filter(({ gate }) => gate.kind === "none")
      .map(({ target }) => ({ dependent, target })),
    problems: [...faults, ...misnamed].map((fault) =>
      annotationProblem(object, CONTROL_KEYS.after, fault),
    ),
    lints: [
      ...(others.length < items.length ? [selfLint(object, CONTROL_KEYS.after)] : []),
      ...others.flatMap(({ target }) => findMistypedKind(object, target, set)),
    ],
  };
}

/** Of what Git has, with the namespace or without it. */
function suggestId(written: string, { byKey, objects }: ObjectSet): string | undefined {
  const short = objects.map(({ id }) => `${kindKey(id)}/${id.name}`);
  return suggestKey(written, [...byKey.keys(), ...short]);
}

/** No object of Git has that kind, and one of a kind that is spelled nearly so has the name: the cluster would wait for nothing. */
function findMistypedKind(
  { id, where }: GraphObject,
  target: ObjectId,
  set: ObjectSet,
): readonly Lint[] {
  if (set.isPartial || set.byKind.has(kindKey(target))) return [];
  const kinds = [...set.byKind.keys()].filter((kind) =>
    set.byKey.has(objectKey({ ...target, ...parseKind(kind) })),
  );
  const meant = suggestKey(kindKey(target), kinds);
  if (meant === undefined) return [];
  const named = objectKey({ ...target, ...parseKind(meant) });
  const what = `${objectKey(id)}: ${CONTROL_KEYS.after} names ${objectKey(target)}, which Git does not have; did you mean ${named}?`;
  return [{ where, what }];
}

function parseKind(key: string): Pick<ObjectId, "kind" | "group"> {
  const [kind = "", ...group] = key.split(".");
  return { kind, group: group.join(".") };
}

const ORIGIN = `annotation:${CONTROL_KEYS.after}`;

/** `Deployment/shop/db` names a kind of the core group; when Git has that very object in another one, it was meant. */
function findMissingGroup(target: ObjectId, set: ObjectSet): readonly AnnotationFault[] {
  if (set.isPartial || target.group !== "" || set.byKey.has(objectKey(target))) return [];
  const meant = [...set.byKind.keys()]
    .filter((kind) => kind.startsWith(`${target.kind}.`))
    .map((kind) => objectKey({ ...target, group: kind.slice(target.kind.length + 1) }))
    .find((key) => set.byKey.has(key));
  if (meant === undefined) return [];
  return [{ what: `names ${objectKey(target)}, which has no group`, expected: meant }];
}
