import {
  isJsonEqual,
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { invalid, notSupported, required } from "../make-fault.ts";
import { subdomainName } from "../subdomain-name.ts";
import {
  columnFaults,
  conversionFaults,
  scaleFaults,
  selectableFaults,
} from "./check-definition-parts.ts";
import { definitionSchemaFaults } from "./check-definition-schema.ts";
import { textFaults } from "./check-items.ts";
import { oldLabelName } from "./name-syntax.ts";
import { withinTime } from "./within-time.ts";

const SCOPES = ["Cluster", "Namespaced"];

const APPROVAL = "api-approved.kubernetes.io";

const PROTECTED = /(?:^|\.)(?:k8s|kubernetes)\.io$/;

const PRESERVED =
  "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead";

const NOT_APPROVED = `protected groups must have approval annotation "${APPROVAL}", see https://github.com/kubernetes/enhancements/pull/1111`;

/** @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/ */
export function definitionFaults(object: JsonObject): readonly Fault[] {
  const spec = objectAt(object, "spec") ?? {};
  const versions = listAt(spec, "versions").filter(isJsonObject);
  return [
    ...groupFaults(textAt(spec, "group") ?? ""),
    ...scopeFaults(textAt(spec, "scope") ?? ""),
    ...(spec["preserveUnknownFields"] === true
      ? [invalid("spec.preserveUnknownFields", true, PRESERVED)]
      : []),
    ...versions.flatMap((version, index) => versionFaults(version, `spec.versions[${index}]`)),
    ...storageFaults(versions),
    ...versionNameFaults(versions[0]),
    ...namesFaults(objectAt(spec, "names") ?? {}, "spec.names"),
    ...sharedFaults(versions),
    ...conversionFaults(objectAt(spec, "conversion") ?? {}, "spec.conversion"),
    ...approvalFaults(object, spec),
    ...storedFaults(object, versions),
  ];
}

/** Only looked at once: the names of a group and a plural that are there do not change. */
export function definitionNameFaults(object: JsonObject): readonly Fault[] {
  const spec = objectAt(object, "spec") ?? {};
  const name = textAt(object, "metadata", "name") ?? "";
  const expected = `${textAt(spec, "names", "plural") ?? ""}.${textAt(spec, "group") ?? ""}`;
  if (name === expected) return [];
  return [invalid("metadata.name", name, 'must be spec.names.plural+"."+spec.group')];
}

function groupFaults(group: string): readonly Fault[] {
  if (group === "") return [required("spec.group")];
  const faults = subdomainName(group).map((each) => invalid("spec.group", group, each));
  if (faults.length > 0 || group.includes(".")) return faults;
  return [invalid("spec.group", group, "should be a domain with at least one dot")];
}

function scopeFaults(scope: string): readonly Fault[] {
  if (scope === "") return [required("spec.scope")];
  return SCOPES.includes(scope) ? [] : [notSupported("spec.scope", scope, SCOPES)];
}

function approvalFaults(object: JsonObject, spec: JsonObject): readonly Fault[] {
  const isProtected = PROTECTED.test(textAt(spec, "group") ?? "");
  const approval = textAt(object, "metadata", "annotations", APPROVAL) ?? "";
  return isProtected && approval === ""
    ? [required(`metadata.annotations[${APPROVAL}]`, NOT_APPROVED)]
    : [];
}

function versionFaults(version: JsonObject, at: string): readonly Fault[] {
  const name = textAt(version, "name") ?? "";
  const warning = textAt(version, "deprecationWarning");
  return [
    ...oldLabelName(name).map((each) => invalid(`${at}.name`, name, each)),
    ...(objectAt(version, "schema", "openAPIV3Schema") === undefined
      ? [required(`${at}.schema.openAPIV3Schema`)]
      : []),
    ...(warning !== undefined && version["deprecated"] !== true
      ? [invalid(`${at}.deprecationWarning`, warning, "can only be set for deprecated versions")]
      : []),
    ...(warning === "" && version["deprecated"] === true
      ? [invalid(`${at}.deprecationWarning`, warning, "must not be an empty string")]
      : []),
  ];
}

function storageFaults(versions: readonly JsonObject[]): readonly Fault[] {
  const names = versions.map((each) => textAt(each, "name") ?? "");
  const stored = versions.filter((each) => each["storage"] === true);
  const shown = versions.map(goVersion);
  return [
    ...(new Set(names).size < names.length
      ? [invalid("spec.versions", shown, "must contain unique version names")]
      : []),
    ...(stored.length === 1
      ? []
      : [
          invalid(
            "spec.versions",
            shown,
            "must have exactly one version marked as storage version",
          ),
        ]),
  ];
}

/** The server names the first version once more, by an older field. */
function versionNameFaults(first: JsonObject | undefined): readonly Fault[] {
  const name = textAt(first, "name") ?? "";
  return name === "" ? [] : oldLabelName(name).map((each) => invalid("spec.version", name, each));
}

function namesFaults(names: JsonObject, at: string): readonly Fault[] {
  const kind = textAt(names, "kind") ?? "";
  const listKind = textAt(names, "listKind") ?? "";
  return [
    ...textNameFaults(names, `${at}.plural`),
    ...textNameFaults(names, `${at}.singular`),
    ...mixedNameFaults(kind, `${at}.kind`),
    ...mixedNameFaults(listKind, `${at}.listKind`),
    ...textFaults(names, `${at}.shortNames`, oldLabelName),
    ...(kind !== "" && kind === listKind
      ? [invalid(`${at}.listKind`, listKind, "kind and listKind may not be the same")]
      : []),
    ...textFaults(names, `${at}.categories`, oldLabelName),
  ];
}

function textNameFaults(names: JsonObject, at: string): readonly Fault[] {
  const name = textAt(names, at.slice(at.lastIndexOf(".") + 1)) ?? "";
  return name === "" ? [required(at)] : oldLabelName(name).map((each) => invalid(at, name, each));
}

function mixedNameFaults(name: string, at: string): readonly Fault[] {
  if (name === "") return [required(at)];
  return oldLabelName(name.toLowerCase()).map((each) =>
    invalid(at, name, `may have mixed case, but should otherwise match: ${each}`),
  );
}

/** What all versions have in common is looked at once, and named by an older field. */
function sharedFaults(versions: readonly JsonObject[]): readonly Fault[] {
  return [
    ...partFaults(versions, "schema", schemaPartFaults),
    ...partFaults(versions, "subresources", (part, at) =>
      scaleFaults(objectAt(part, "scale"), `${at}.scale`),
    ),
    ...partFaults(versions, "additionalPrinterColumns", columnFaults),
    ...versions.flatMap((version, index) =>
      selectableFaults(
        version,
        versions.length === 1
          ? "spec.selectableFields"
          : `spec.versions[${index}].selectableFields`,
      ),
    ),
  ];
}

function schemaPartFaults(part: Json, at: string): readonly Fault[] {
  const schema = objectAt(part, "openAPIV3Schema");
  if (schema === undefined) return [];
  return withinTime(() => definitionSchemaFaults(schema, `${at}.openAPIV3Schema`));
}

function partFaults(
  versions: readonly JsonObject[],
  field: string,
  check: (part: Json, at: string) => readonly Fault[],
): readonly Fault[] {
  const parts = versions.map((each) => each[field] ?? null);
  const [first = null] = parts;
  const isShared = parts.every((each) => isJsonEqual(each, first));
  if (isShared) return check(first, field === "schema" ? "spec.validation" : `spec.${field}`);
  return parts.flatMap((part, index) => check(part, `spec.versions[${index}].${field}`));
}

function storedFaults(object: JsonObject, versions: readonly JsonObject[]): readonly Fault[] {
  const stored = listAt(object, "status", "storedVersions");
  const field = "status.storedVersions";
  if (stored.length === 0) {
    return [{ kind: "invalid", field, detail: "must have at least one stored version" }];
  }
  const last = versions.findLast((each) => each["storage"] === true);
  const name = textAt(last, "name");
  if (name === undefined || stored.includes(name)) return [];
  return [invalid(field, stored, `must have the storage version ${name}`)];
}

/** The server shows its own form of a version, without what all versions have in common. */
function goVersion(version: JsonObject): JsonObject {
  return {
    Name: version["name"] ?? "",
    Served: version["served"] ?? false,
    Storage: version["storage"] ?? false,
    Deprecated: version["deprecated"] ?? false,
    DeprecationWarning: version["deprecationWarning"] ?? null,
    Schema: null,
    Subresources: null,
    AdditionalPrinterColumns: null,
    SelectableFields: null,
  };
}
