import type { Lint } from "../manifest/manifest.ts";
import { objectAt, textAt } from "../object/json.ts";
import { objectKey } from "../object/object-id.ts";
import type { Edge } from "./edge.ts";
import type { GraphObject } from "./graph-object.ts";
import { groupBy } from "./group-by.ts";
import { makeEdge } from "./make-edge.ts";
import type { ObjectProblem } from "./object-problem.ts";
import type { ObjectSet } from "./object-set.ts";
import { type AnnotationFault, annotationProblem, readAnnotation } from "./read-annotation.ts";

const GROUP_KEY = "kapp.k14s.io/change-group";
const RULE_KEY = "kapp.k14s.io/change-rule";

/** A rule makes an edge for each object of its group, so these edges are not linear in the objects. */
const EDGES_MAX = 100_000;

interface FoundRules {
  readonly edges: readonly Edge[];
  readonly problems: readonly ObjectProblem[];
  readonly lints: readonly Lint[];
}

/**
 * The order of `kapp.k14s.io/change-group` and `change-rule`, each also with a suffix `.<any>`: an upsert before or
 * after upserting a group waits as by `lockstep.dev/after` without a suffix. Rules about deletes are checked and make
 * no edge: deletes go in reverse order anyway.
 *
 * @see https://carvel.dev/kapp/docs/latest/apply-ordering/
 */
export function findChangeRuleEdges(set: ObjectSet): FoundRules {
  const groups = findNotes(set, GROUP_KEY);
  const rules = findNotes(set, RULE_KEY);
  const membersOf = groupBy(groups.notes, ({ object, text }) => fillIn(text, object));
  const edges: Edge[] = [];
  const lints: Lint[] = [];
  const problems = [...groups.problems, ...groups.notes.flatMap(checkGroup), ...rules.problems];
  for (const note of rules.notes) {
    const rule = parseRule(note);
    if ("expected" in rule) problems.push(problemOf(note, rule));
    else if (rule.order !== "none") {
      const members = (membersOf.get(rule.group) ?? []).filter((each) => isOther(each, note));
      if (members.length === 0) lints.push(idleRule(note, rule.group));
      if (edges.length + members.length > EDGES_MAX) problems.push(problemOf(note, TOO_MANY));
      else edges.push(...members.map((member) => edgeBetween(note, rule.order, member.object)));
    }
  }
  return { edges, problems, lints };
}

/** One annotation that has text. */
interface Note {
  readonly object: GraphObject;
  readonly key: string;
  readonly text: string;
}

interface Notes {
  readonly notes: readonly Note[];
  readonly problems: readonly ObjectProblem[];
}

/** The annotations of one name, with and without a suffix, in the order of objects and keys. */
function findNotes(set: ObjectSet, name: string): Notes {
  const read = set.objects.flatMap((object) =>
    Object.keys(objectAt(object.body, "metadata", "annotations") ?? {})
      .filter((key) => key === name || key.startsWith(`${name}.`))
      .toSorted()
      .map((key) => ({ object, key, ...readAnnotation(object, key) })),
  );
  return {
    notes: read.flatMap(({ object, key, text }) =>
      text === undefined ? [] : [{ object, key, text }],
    ),
    problems: read.flatMap(({ object, problems }) =>
      problems.map((problem) => ({ object, problem })),
    ),
  };
}

const GROUP_NAME = /^[A-Za-z0-9]([A-Za-z0-9._/-]*[A-Za-z0-9])?$/;

function checkGroup(note: Note): readonly ObjectProblem[] {
  if (GROUP_NAME.test(fillIn(note.text, note.object))) return [];
  const expected = "letters, digits, `.`, `_`, `-` and `/`";
  return [problemOf(note, { what: `has the value "${note.text}"`, expected })];
}

interface Rule {
  readonly order: "before" | "after" | "none";
  readonly group: string;
}

const RULE = /^(upsert|delete) (before|after) (upserting|deleting) (\S+)$/;

function parseRule({ text, object }: Note): Rule | AnnotationFault {
  const [, action, order, of, written = ""] = RULE.exec(text) ?? [];
  const group = fillIn(written, object);
  if (!GROUP_NAME.test(group)) {
    const expected = "<upsert|delete> <before|after> <upserting|deleting> <group>";
    return { what: `has the value "${text}"`, expected };
  }
  if (action !== "upsert" || of !== "upserting") return { order: "none", group };
  return { order: order === "before" ? "before" : "after", group };
}

/** Fills kapp's placeholders in with what the object is. */
function fillIn(text: string, { id, body }: GraphObject): string {
  return text
    .replaceAll("{api-group}", id.group)
    .replaceAll("{kind}", id.kind)
    .replaceAll("{name}", id.name)
    .replaceAll("{namespace}", id.namespace)
    .replaceAll("{crd-kind}", textAt(body, "spec", "names", "kind") ?? "")
    .replaceAll("{crd-group}", textAt(body, "spec", "group") ?? "");
}

function edgeBetween({ object, key }: Note, order: Rule["order"], member: GraphObject): Edge {
  const [dependent, target] = order === "after" ? [object.id, member.id] : [member.id, object.id];
  const origin = `annotation:${key}`;
  return makeEdge({ dependent, target, gate: { kind: "rolled-out" }, origin });
}

function isOther(member: Note, { object }: Note): boolean {
  return objectKey(member.object.id) !== objectKey(object.id);
}

const TOO_MANY: AnnotationFault = {
  what: `makes more than ${EDGES_MAX} edges in this stack`,
  expected: "smaller groups, or lockstep.dev/after on the objects that must wait",
};

function problemOf({ object, key }: Note, fault: AnnotationFault): ObjectProblem {
  return { object, problem: annotationProblem(object, key, fault) };
}

function idleRule({ object, key }: Note, group: string): Lint {
  const what = `${objectKey(object.id)}: ${key} names the group ${group}, in which no other object is`;
  return { where: object.where, what };
}
