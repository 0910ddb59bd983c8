import { type JsonObject, objectAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { invalid, required } from "../make-fault.ts";
import { subdomainName } from "../subdomain-name.ts";
import { fieldReferenceFaults, resourceReferenceFaults } from "./check-field-reference.ts";
import { itemFaults } from "./check-items.ts";
import { configKey, environmentName } from "./name-syntax.ts";

/** Fields that an environment variable may take its value from. */
const POD_FIELDS = [
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.nodeName",
  "spec.serviceAccountName",
  "status.hostIP",
  "status.hostIPs",
  "status.podIP",
  "status.podIPs",
];

const ONE_OF =
  "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`";

const MORE_THAN_ONE = "may not have more than one field specified at a time";

/** Faults of the environment of one container: single variables, and whole ConfigMaps and Secrets. */
export function environmentFaults(container: JsonObject, at: string): readonly Fault[] {
  return [
    ...itemFaults(container, `${at}.env`, variableFaults),
    ...itemFaults(container, `${at}.envFrom`, (source, path) =>
      sourceFaults(source, path, `${at}.envFrom`),
    ),
  ];
}

function variableFaults(variable: JsonObject, at: string): readonly Fault[] {
  const name = textAt(variable, "name") ?? "";
  return [
    ...(name === ""
      ? [required(`${at}.name`)]
      : environmentName(name).map((each) => invalid(`${at}.name`, name, each))),
    ...valueFromFaults(variable, `${at}.valueFrom`),
  ];
}

function valueFromFaults(variable: JsonObject, at: string): readonly Fault[] {
  const from = objectAt(variable, "valueFrom");
  if (from === undefined) return [];
  const sources = [
    ...part(from, "fieldRef", (each) => fieldReferenceFaults(each, `${at}.fieldRef`, POD_FIELDS)),
    ...part(from, "resourceFieldRef", (each) =>
      resourceReferenceFaults(each, `${at}.resourceFieldRef`, { isContainerNamed: false }),
    ),
    ...part(from, "configMapKeyRef", (each) => keyFaults(each, `${at}.configMapKeyRef`)),
    ...part(from, "secretKeyRef", (each) => keyFaults(each, `${at}.secretKeyRef`)),
  ];
  const count = Object.keys(from).length;
  return [
    ...sources.flat(),
    ...(count === 0 ? [invalid(at, "", ONE_OF)] : []),
    ...(count > 0 && (textAt(variable, "value") ?? "") !== ""
      ? [invalid(at, "", "may not be specified when `value` is not empty")]
      : []),
    ...(count > 1 ? [invalid(at, "", MORE_THAN_ONE)] : []),
  ];
}

function part(
  from: JsonObject,
  field: string,
  check: (source: JsonObject) => readonly Fault[],
): readonly Fault[] {
  const source = objectAt(from, field);
  return source === undefined ? [] : check(source);
}

function keyFaults(reference: JsonObject, at: string): readonly Fault[] {
  const name = textAt(reference, "name") ?? "";
  const key = textAt(reference, "key") ?? "";
  return [
    ...subdomainName(name).map((each) => invalid(`${at}.name`, name, each)),
    ...(key === ""
      ? [required(`${at}.key`)]
      : configKey(key).map((each) => invalid(`${at}.key`, key, each))),
  ];
}

function sourceFaults(source: JsonObject, at: string, list: string): readonly Fault[] {
  const prefix = textAt(source, "prefix") ?? "";
  const references = ["configMapRef", "secretRef"].filter((each) => objectAt(source, each));
  return [
    ...(prefix === ""
      ? []
      : environmentName(prefix).map((each) => invalid(`${at}.prefix`, prefix, each))),
    ...references.flatMap((field) => {
      const name = textAt(source, field, "name") ?? "";
      return name === ""
        ? [required(`${at}.${field}.name`)]
        : subdomainName(name).map((each) => invalid(`${at}.${field}.name`, name, each));
    }),
    ...(references.length === 0
      ? [invalid(list, "", "must specify one of: `configMapRef` or `secretRef`")]
      : []),
    ...(references.length > 1 ? [invalid(list, "", MORE_THAN_ONE)] : []),
  ];
}
