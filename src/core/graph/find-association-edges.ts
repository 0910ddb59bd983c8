import { invariant } from "../invariant.ts";
import { isJsonObject, type JsonObject, objectAt } from "../object/json.ts";
import { kindKey, type ObjectId, objectKey } from "../object/object-id.ts";
import type { Problem } from "../problem.ts";
import type { Catalogue, CatalogueEntry } from "./association-catalogue.ts";
import type { Edge } from "./edge.ts";
import { type FieldValue, findFieldValues } from "./find-field-values.ts";
import type { FoundEdges } from "./found-edges.ts";
import { parseGate } from "./gate-text.ts";
import type { GraphObject } from "./graph-object.ts";
import { isSelected, selectByLabels } from "./label-index.ts";
import { makeEdge } from "./make-edge.ts";
import type { ObjectSet } from "./object-set.ts";
import { type Fault, type Reference, readReference } from "./read-reference.ts";

/**
 * The edges of an object's reference fields, and the problems of references that break the rules.
 *
 * @param object A manifest, or a live object: rule (L) of the skew needs the references of what runs.
 * @param set What Git wants: label selectors choose from it, and a client certificate makes an edge only within it.
 * @returns One edge for each reference, targets not looked for: a target may be missing or nobody's. References of an
 * object to itself are left out.
 */
export function findAssociationEdges(
  object: GraphObject,
  catalogue: Catalogue,
  set: ObjectSet,
): FoundEdges {
  const found = (catalogue.get(kindKey(object.id)) ?? []).map((entry) => {
    const { values, misfits } = findFieldValues(object.body, entry.field);
    const wrong = misfits.map(({ path, expected }) => ({
      path,
      what: `is not ${expected}`,
      expected,
    }));
    const read = values.map((value) => readField({ object, entry, value, set }));
    return {
      edges: read.flatMap(({ edges }) => edges),
      faults: [...wrong, ...read.flatMap(({ faults }) => faults)],
    };
  });
  const self = objectKey(object.id);
  return {
    edges: found.flatMap(({ edges }) => edges).filter(({ target }) => objectKey(target) !== self),
    problems: distinct(found.flatMap(({ faults }) => faults)).map((fault) =>
      problemOf(object, fault),
    ),
  };
}

interface Field {
  readonly object: GraphObject;
  readonly entry: CatalogueEntry;
  readonly value: FieldValue;
  readonly set: ObjectSet;
}

interface FoundInField {
  readonly edges: readonly Edge[];
  readonly faults: readonly Fault[];
}

function readField(field: Field): FoundInField {
  const { selector } = field.entry;
  if (selector === "labels") return readLabels(field);
  const read = readReference(field.value, selector);
  return read.ok
    ? { edges: edgesOf(field, read.reference), faults: [] }
    : { edges: [], faults: read.faults };
}

function edgesOf(field: Field, reference: Reference): readonly Edge[] {
  if (reference.name !== "") {
    return [edgeTo(field, targetOf(field, reference)), ...certificateEdges(field, reference)];
  }
  if (reference.secretName === "") return [];
  const secret = secretOf(field, reference.secretName);
  return [{ ...edgeTo(field, secret), external: field.entry.target }];
}

function targetOf({ object, entry, set }: Field, { name, namespace }: Reference): ObjectId {
  const kind = kindOf(entry.target);
  if (set.scopeOf(kind) === "cluster") return { ...kind, namespace: "", name };
  return { ...kind, namespace: namespace === "" ? object.id.namespace : namespace, name };
}

function secretOf({ object }: Field, name: string): ObjectId {
  return { group: "", kind: "Secret", namespace: object.id.namespace, name };
}

/** The certificate is shown by the dependent's own pods, so its Secret is in the dependent's namespace. */
function certificateEdges(field: Field, reference: Reference): readonly Edge[] {
  const target = secretOf(field, reference.clientCertificateSecretName);
  if (!field.set.byKey.has(objectKey(target))) return [];
  const dependent = field.object.id;
  return [makeEdge({ dependent, target, gate: { kind: "exists" }, origin: "structure:Secret" })];
}

/**
 * A label selector chooses among all objects of the set: which namespaces a policy reaches depends on where its
 * operator runs, which Git does not say.
 */
function readLabels(field: Field): FoundInField {
  const { entry, object, set, value } = field;
  if (!isJsonObject(value.value)) {
    const fault = { path: value.path, what: "is not a label selector", expected: "an object" };
    return { edges: [], faults: [fault] };
  }
  const [namespaces] = findFieldValues(object.body, "spec.namespaceSelector").values;
  const targets = selectByLabels(set.labelled(entry.target), value.value).filter(
    ({ id }) =>
      namespaces === undefined || isSelected(namespaceLabels(id.namespace, set), namespaces.value),
  );
  return { edges: targets.map(({ id }) => edgeTo(field, id)), faults: [] };
}

/** The labels that Git gives a Namespace, and the one that the API server gives every Namespace. */
function namespaceLabels(name: string, set: ObjectSet): JsonObject {
  const id = { group: "", kind: "Namespace", namespace: "", name };
  const written = objectAt(set.byKey.get(objectKey(id))?.body, "metadata", "labels");
  return { ...written, "kubernetes.io/metadata.name": name };
}

/** `Kibana.kibana.k8s.elastic.co` as kind and group. */
function kindOf(key: string): { readonly kind: string; readonly group: string } {
  const [kind = "", ...group] = key.split(".");
  return { kind, group: group.join(".") };
}

function edgeTo({ object, entry }: Field, target: ObjectId): Edge {
  const gate = parseGate(entry.gate);
  invariant(gate, `association ${entry.kind} ${entry.field} has the unknown gate ${entry.gate}`);
  const { informational, compare, unknownVersion, trust } = entry;
  return makeEdge(
    { dependent: object.id, target, gate, origin: `association:${entry.field}` },
    { informational, compare, unknownVersion, trust },
  );
}

/** Two associations may lead through the same misshapen field. */
function distinct(faults: readonly Fault[]): readonly Fault[] {
  return [...new Map(faults.map((fault) => [`${fault.path} ${fault.what}`, fault])).values()];
}

function problemOf(object: GraphObject, fault: Fault): Problem {
  return {
    where: object.where,
    what: `${objectKey(object.id)}: ${fault.path} ${fault.what}`,
    expected: fault.expected,
  };
}
