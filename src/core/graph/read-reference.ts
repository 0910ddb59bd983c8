import { isJsonObject, type JsonObject, textAt, valueAt } from "../object/json.ts";
import type { SelectorName } from "./association-catalogue.ts";
import type { FieldValue } from "./find-field-values.ts";

/** What one reference names; empty text for nothing. */
export interface Reference {
  readonly name: string;
  /** Of the target; empty: the dependent's. */
  readonly namespace: string;
  /** A Secret that describes a target outside the cluster. Never beside `name`. */
  readonly secretName: string;
  /** A Secret that the dependent shows to its target. */
  readonly clientCertificateSecretName: string;
}

/** A broken rule of a reference. */
export interface Fault {
  /** Where in the body: `spec.elasticsearchRef.namespace`. */
  readonly path: string;
  readonly what: string;
  readonly expected: string;
}

type ReadReference =
  | { readonly ok: true; readonly reference: Reference }
  | { readonly ok: false; readonly faults: readonly Fault[] };

type Selector = Exclude<SelectorName, "labels">;

interface Fields extends Reference {
  readonly serviceName: string;
}

const FIELDS = [
  "name",
  "namespace",
  "serviceName",
  "secretName",
  "clientCertificateSecretName",
] as const satisfies readonly (keyof Fields)[];

/** How many of `FIELDS`, from the first, a selector has. */
const FIELD_COUNT: Readonly<Record<Selector, number>> = {
  name: 1,
  LocalObjectSelector: 3,
  ObjectSelector: 4,
  ElasticsearchSelector: 5,
  FleetServerSelector: 5,
  any: 5,
};

/** Reads one reference by the rules of its selector (the Elastic operator's own admission rules). */
export function readReference(written: FieldValue, selector: Selector): ReadReference {
  if (selector === "any" && typeof written.value === "string") {
    return { ok: true, reference: fieldsOf({ name: written.value }) };
  }
  if (!isJsonObject(written.value)) {
    const expected =
      selector === "any" ? "a name or an object with a name" : "an object with a name";
    return { ok: false, faults: [{ path: written.path, what: "is not a reference", expected }] };
  }
  const reference = fieldsOf(written.value);
  const faults = [
    ...findWrongTypes(written),
    ...findUnknownFields(written, reference, selector),
    ...findContradictions(written, reference),
  ];
  return faults.length > 0 ? { ok: false, faults } : { ok: true, reference };
}

function fieldsOf(value: JsonObject): Fields {
  return {
    name: textAt(value, "name") ?? "",
    namespace: textAt(value, "namespace") ?? "",
    serviceName: textAt(value, "serviceName") ?? "",
    secretName: textAt(value, "secretName") ?? "",
    clientCertificateSecretName: textAt(value, "clientCertificateSecretName") ?? "",
  };
}

function findWrongTypes({ path, value }: FieldValue): readonly Fault[] {
  return FIELDS.flatMap((field) => {
    const inner = valueAt(value, field);
    const isFine = inner === undefined || inner === null || typeof inner === "string";
    return isFine ? [] : [{ path: `${path}.${field}`, what: "is not text", expected: "a string" }];
  });
}

function findUnknownFields(
  { path }: FieldValue,
  reference: Fields,
  selector: Selector,
): readonly Fault[] {
  return FIELDS.slice(FIELD_COUNT[selector]).flatMap((field) =>
    reference[field] === ""
      ? []
      : [
          {
            path: `${path}.${field}`,
            what: "is not a field of this reference",
            expected: `one of ${FIELDS.slice(0, FIELD_COUNT[selector]).join(", ")}`,
          },
        ],
  );
}

interface Contradiction {
  readonly field: keyof Fields;
  readonly isBroken: (reference: Fields) => boolean;
  readonly what: string;
  readonly expected: string;
}

const CONTRADICTIONS: readonly Contradiction[] = [
  {
    field: "secretName",
    isBroken: ({ name, secretName }) => name !== "" && secretName !== "",
    what: "stands beside name",
    expected: "either name (a target in this cluster) or secretName (one outside it)",
  },
  {
    field: "namespace",
    isBroken: ({ namespace, secretName }) => namespace !== "" && secretName !== "",
    what: "stands beside secretName",
    expected: "secretName alone: the Secret is in the namespace of the object itself",
  },
  {
    field: "serviceName",
    isBroken: ({ serviceName, secretName }) => serviceName !== "" && secretName !== "",
    what: "stands beside secretName",
    expected: "secretName alone: the Secret holds the address",
  },
  {
    field: "serviceName",
    isBroken: (fields) => fields.serviceName !== "" && namesNothing(fields),
    what: "is set without name",
    expected: "the name of the target, in whose namespace the Service is",
  },
  {
    field: "namespace",
    isBroken: (fields) => fields.namespace !== "" && namesNothing(fields),
    what: "is set without name",
    expected: "the name of the target, or no namespace",
  },
  {
    field: "clientCertificateSecretName",
    isBroken: (fields) => fields.clientCertificateSecretName !== "" && fields.name === "",
    what: "is set without name",
    expected: "the name of the target that asks for the certificate",
  },
];

function findContradictions({ path }: FieldValue, reference: Fields): readonly Fault[] {
  return CONTRADICTIONS.filter(({ isBroken }) => isBroken(reference)).map(
    ({ field, what, expected }) => ({ path: `${path}.${field}`, what, expected }),
  );
}

function namesNothing({ name, secretName }: Fields): boolean {
  return name === "" && secretName === "";
}
