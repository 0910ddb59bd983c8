import { type Json, type JsonObject, listAt, textAt, valueAt } from "../../core/object/json.ts";

/** How the value of a selectable field is read, as text. */
export type ReadField = (object: JsonObject) => string;

/** The fields of one kind by which lists and watches can be narrowed, and what is said of any other. */
export interface FieldLabels {
  readonly fields: ReadonlyMap<string, ReadField>;
  readonly refusal: (label: string) => string;
}

/** Whose fields. */
export interface FieldOwner {
  /** Empty for the core group. */
  readonly group: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  readonly isCustom: boolean;
  /** JSON paths of a CRD's `selectableFields`, such as `.spec.color`. */
  readonly selectableFields?: readonly string[];
}

const METADATA: Readonly<Record<string, ReadField>> = {
  "metadata.name": textOf("metadata", "name"),
  "metadata.namespace": textOf("metadata", "namespace"),
};

const NAME_ONLY: Readonly<Record<string, ReadField>> = {
  "metadata.name": textOf("metadata", "name"),
};

const POD: Readonly<Record<string, ReadField>> = {
  ...METADATA,
  "spec.nodeName": textOf("spec", "nodeName"),
  "spec.restartPolicy": textOf("spec", "restartPolicy"),
  "spec.schedulerName": textOf("spec", "schedulerName"),
  "spec.serviceAccountName": textOf("spec", "serviceAccountName"),
  "spec.hostNetwork": truthOf("spec", "hostNetwork"),
  "status.phase": textOf("status", "phase"),
  "status.podIP": podAddress,
  // The server knows the label and never fills it.
  "status.podIPs": () => "",
  "status.nominatedNodeName": textOf("status", "nominatedNodeName"),
};

const EVENT: Readonly<Record<string, ReadField>> = {
  ...METADATA,
  ...referenceFields("involvedObject"),
  reason: textOf("reason"),
  source: eventSource,
  type: textOf("type"),
  reportingComponent: textOf("reportingComponent"),
};

const NEW_EVENT: Readonly<Record<string, ReadField>> = {
  ...METADATA,
  ...referenceFields("regarding"),
  reason: textOf("reason"),
  type: textOf("type"),
  reportingController: textOf("reportingController"),
};

/** Kinds with fields of their own, by `Kind` or `Kind.group`. */
const LABELS: ReadonlyMap<string, Readonly<Record<string, ReadField>>> = new Map([
  ["Pod", POD],
  ["Event", EVENT],
  ["Event.events.k8s.io", NEW_EVENT],
  ["Secret", { ...METADATA, type: textOf("type") }],
  [
    "Service",
    {
      ...METADATA,
      "spec.clusterIP": textOf("spec", "clusterIP"),
      "spec.type": textOf("spec", "type"),
    },
  ],
  ["Namespace", { ...NAME_ONLY, "status.phase": textOf("status", "phase") }],
  ["Node", { ...NAME_ONLY, "spec.unschedulable": truthOf("spec", "unschedulable") }],
  ["ReplicationController", { ...METADATA, "status.replicas": countOf("status", "replicas") }],
  ["Job.batch", { ...METADATA, "status.successful": countOf("status", "succeeded") }],
]);

/**
 * Which fields of a kind can be selected.
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/field-selectors/#list-of-supported-fields
 */
export function fieldLabelsOf(owner: FieldOwner): FieldLabels {
  if (owner.isCustom) return customLabels(owner);
  const name = owner.group === "" ? owner.kind : `${owner.kind}.${owner.group}`;
  const own = LABELS.get(name);
  if (own === undefined) return { fields: mapOf(METADATA), refusal: refuseMetadataOnly };
  return { fields: mapOf(own), refusal: name === "Job.batch" ? refuseOfJob : refuse };
}

function customLabels({ isNamespaced, selectableFields = [] }: FieldOwner): FieldLabels {
  const own = selectableFields.map((path): [string, ReadField] => {
    const label = path.replace(/^\./, "");
    return [label, scalarOf(...label.split("."))];
  });
  return {
    fields: new Map([...mapOf(isNamespaced ? METADATA : NAME_ONLY), ...own]),
    refusal: refuse,
  };
}

function mapOf(fields: Readonly<Record<string, ReadField>>): ReadonlyMap<string, ReadField> {
  return new Map(Object.entries(fields));
}

function refuse(label: string): string {
  return `field label not supported: ${label}`;
}

function refuseOfJob(label: string): string {
  return `field label ${JSON.stringify(label)} not supported for Job`;
}

function refuseMetadataOnly(label: string): string {
  return `${JSON.stringify(label)} is not a known field selector: only "metadata.name", "metadata.namespace"`;
}

function textOf(...steps: readonly string[]): ReadField {
  return (object) => textAt(object, ...steps) ?? "";
}

function truthOf(...steps: readonly string[]): ReadField {
  return (object) => (valueAt(object, ...steps) === true ? "true" : "false");
}

function countOf(...steps: readonly string[]): ReadField {
  return (object) => scalarText(valueAt(object, ...steps) ?? 0);
}

function scalarOf(...steps: readonly string[]): ReadField {
  return (object) => scalarText(valueAt(object, ...steps));
}

function scalarText(value: Json | undefined): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function podAddress(object: JsonObject): string {
  const [first] = listAt(object, "status", "podIPs");
  return textAt(first, "ip") ?? textAt(object, "status", "podIP") ?? "";
}

function eventSource(object: JsonObject): string {
  const component = textAt(object, "source", "component") ?? "";
  return component === "" ? (textAt(object, "reportingComponent") ?? "") : component;
}

function referenceFields(field: string): Record<string, ReadField> {
  const parts = ["kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath"];
  return Object.fromEntries(parts.map((part) => [`${field}.${part}`, textOf(field, part)]));
}
