import {
  isJsonObject,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  textAt,
  textsAt,
} from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import type { Resource } from "../kinds/resource.ts";
import { invalid, required } from "../make-fault.ts";
import { labelKeyFaults, labelValueFaults } from "../store/label-syntax.ts";
import { type NameRule, nameRuleOf } from "./name-rule.ts";
import { ownerFaults } from "./owner-faults.ts";

/** Bytes of all annotations of an object. */
const ANNOTATIONS_SIZE_MAX = 262_144;
const STANDARD_FINALIZERS: ReadonlySet<string> = new Set([
  "kubernetes",
  "orphan",
  "foregroundDeletion",
]);

/** Groups of built-in kinds that take any finalizer. */
const TAKING_SHORT: ReadonlySet<string> = new Set([
  "admissionregistration.k8s.io",
  "apiextensions.k8s.io",
  "apiregistration.k8s.io",
  "coordination.k8s.io",
  "node.k8s.io",
]);

/** What is wrong with the metadata of a new object, in the order in which the server finds it. */
export function checkMetadata(object: JsonObject, resource: Resource): readonly Fault[] {
  const metadata = objectAt(object, "metadata") ?? {};
  return [
    ...nameFaults(metadata, nameRuleOf(resource)),
    ...commonFaults(metadata),
    ...finalizerFaults(metadata),
    ...shortFinalizerFaults(metadata, resource),
  ];
}

/** Names, as far as the rule of a kind says. */
export function nameFaults(metadata: JsonObject, rule: NameRule): readonly Fault[] {
  const prefix = textAt(metadata, "generateName") ?? "";
  const name = textAt(metadata, "name") ?? "";
  // A prefix may end in a dash, for more comes behind it.
  const generated = prefix === "" ? [] : rule(prefix.replace(/-$/, "a"));
  const generation = numberAt(metadata, "generation") ?? 0;
  return [
    ...generated.map((detail) => invalid("metadata.generateName", prefix, detail)),
    ...(name === ""
      ? [required("metadata.name", "name or generateName is required")]
      : rule(name).map((detail) => invalid("metadata.name", name, detail))),
    ...(generation < 0
      ? [invalid("metadata.generation", generation, "must be greater than or equal to 0")]
      : []),
  ];
}

/** Labels, annotations and owners. */
export function commonFaults(metadata: JsonObject): readonly Fault[] {
  return [
    ...labelFaults(objectAt(metadata, "labels") ?? {}),
    ...annotationFaults(objectAt(metadata, "annotations") ?? {}),
    ...ownerFaults(listAt(metadata, "ownerReferences").filter(isJsonObject)),
  ];
}

/** What any finalizer must be. */
export function finalizerFaults(metadata: JsonObject): readonly Fault[] {
  const finalizers = textsAt(metadata, "finalizers");
  const isContrary = finalizers.includes("orphan") && finalizers.includes("foregroundDeletion");
  return [
    ...finalizers.flatMap((name) =>
      labelKeyFaults(name).map((detail) => invalid("metadata.finalizers", name, detail)),
    ),
    ...(isContrary
      ? [
          invalid(
            "metadata.finalizers",
            finalizers,
            "finalizer orphan and foregroundDeletion cannot be both set",
          ),
        ]
      : []),
  ];
}

/** Most built-in kinds take no finalizers of others without a path. */
export function shortFinalizerFaults(metadata: JsonObject, resource: Resource): readonly Fault[] {
  if (resource.isCustom || TAKING_SHORT.has(resource.group)) return [];
  return textsAt(metadata, "finalizers").flatMap((name, index) => {
    if (name.includes("/") || STANDARD_FINALIZERS.has(name)) return [];
    const field = `metadata.finalizers[${String(index)}]`;
    return [
      invalid(field, name, "name is neither a standard finalizer name nor is it fully qualified"),
    ];
  });
}

function labelFaults(labels: JsonObject): readonly Fault[] {
  return Object.keys(labels).flatMap((key) => {
    const value = textAt(labels, key) ?? "";
    return [
      ...labelKeyFaults(key).map((detail) => invalid("metadata.labels", key, detail)),
      ...labelValueFaults(value).map((detail) => invalid("metadata.labels", value, detail)),
    ];
  });
}

function annotationFaults(annotations: JsonObject): readonly Fault[] {
  const size = Object.keys(annotations)
    .map((key) => Buffer.byteLength(key) + Buffer.byteLength(textAt(annotations, key) ?? ""))
    .reduce((sum, each) => sum + each, 0);
  return [
    ...Object.keys(annotations).flatMap((key) =>
      labelKeyFaults(key.toLowerCase()).map((detail) =>
        invalid("metadata.annotations", key, detail),
      ),
    ),
    ...(size > ANNOTATIONS_SIZE_MAX
      ? [
          {
            kind: "too-long" as const,
            field: "metadata.annotations",
            detail: `may not be more than ${String(ANNOTATIONS_SIZE_MAX)} bytes`,
          },
        ]
      : []),
  ];
}
