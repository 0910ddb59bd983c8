import {
  isJsonObject,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import { containerWarnings } from "./container-warnings.ts";

/** Labels of nodes of long ago, with what is said about them. */
const OLD_LABELS: ReadonlyMap<string, string> = new Map([
  ["beta.kubernetes.io/arch", 'deprecated since v1.14; use "kubernetes.io/arch" instead'],
  ["beta.kubernetes.io/os", 'deprecated since v1.14; use "kubernetes.io/os" instead'],
  [
    "failure-domain.beta.kubernetes.io/region",
    'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  ],
  [
    "failure-domain.beta.kubernetes.io/zone",
    'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  ],
  [
    "beta.kubernetes.io/instance-type",
    'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
  ],
]);

const NO_SELECTOR = "a null labelSelector results in matching no pod";
const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

/** What is odd about the spec of a pod or a template, though it is allowed. @param at - Such as `spec.template.spec`. */
export function podWarnings(spec: JsonObject, at: string): readonly string[] {
  return [
    ...labelWarnings(spec, at),
    ...nodeAffinityWarnings(objectAt(spec, "affinity", "nodeAffinity"), at),
    ...spreadWarnings(spec, at),
    ...volumeWarnings(spec, at),
    ...hostWarnings(spec, at),
    ...itemsOf(spec, "imagePullSecrets").flatMap((secret, index) =>
      (textAt(secret, "name") ?? "") === ""
        ? [`${at}.imagePullSecrets[${index}].name: invalid empty name ""`]
        : [],
    ),
    ...containerWarnings(spec, at),
    ...((numberAt(spec, "terminationGracePeriodSeconds") ?? 0) < 0
      ? [
          `${at}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`,
        ]
      : []),
    ...podAffinityWarnings(spec, at),
  ];
}

function itemsOf(value: JsonObject | undefined, field: string): readonly JsonObject[] {
  return listAt(value, field).filter(isJsonObject);
}

function labelWarnings(spec: JsonObject, at: string): readonly string[] {
  return Object.keys(objectAt(spec, "nodeSelector") ?? {}).flatMap((key) => {
    const old = OLD_LABELS.get(key);
    return old === undefined ? [] : [`${at}.nodeSelector[${key}]: ${old}`];
  });
}

function nodeAffinityWarnings(affinity: JsonObject | undefined, at: string): readonly string[] {
  const path = `${at}.affinity.nodeAffinity`;
  const required = itemsOf(objectAt(affinity, REQUIRED), "nodeSelectorTerms").flatMap(
    (term, index) => termWarnings(term, `${path}.${REQUIRED}.nodeSelectorTerms[${index}]`),
  );
  const preferred = itemsOf(affinity, PREFERRED).flatMap((each, index) =>
    termWarnings(objectAt(each, "preference") ?? {}, `${path}.${PREFERRED}[${index}].preference`),
  );
  return [...required, ...preferred];
}

function termWarnings(term: JsonObject, at: string): readonly string[] {
  return itemsOf(term, "matchExpressions").flatMap((each, index) => {
    const key = textAt(each, "key") ?? "";
    const old = OLD_LABELS.get(key);
    return old === undefined ? [] : [`${at}.matchExpressions[${index}].key: ${key} is ${old}`];
  });
}

function spreadWarnings(spec: JsonObject, at: string): readonly string[] {
  return itemsOf(spec, "topologySpreadConstraints").flatMap((each, index) => {
    const path = `${at}.topologySpreadConstraints[${index}]`;
    const key = textAt(each, "topologyKey") ?? "";
    const old = OLD_LABELS.get(key);
    return [
      ...(old === undefined ? [] : [`${path}.topologyKey: ${key} is ${old}`]),
      ...selectorWarnings(each, path),
    ];
  });
}

function selectorWarnings(term: JsonObject, at: string): readonly string[] {
  return objectAt(term, "labelSelector") === undefined
    ? [`${at}.labelSelector: ${NO_SELECTOR}`]
    : [];
}

function volumeWarnings(spec: JsonObject, at: string): readonly string[] {
  return itemsOf(spec, "volumes").flatMap((volume, index) =>
    objectAt(volume, "gitRepo") === undefined
      ? []
      : [`${at}.volumes[${index}].gitRepo: deprecated in v1.11, and disabled by default in v1.33+`],
  );
}

function hostWarnings(spec: JsonObject, at: string): readonly string[] {
  const seen = new Set<string>();
  return itemsOf(spec, "hostAliases").flatMap((alias, index) => {
    const ip = textAt(alias, "ip") ?? "";
    const isKnown = seen.has(ip);
    seen.add(ip);
    return isKnown ? [`${at}.hostAliases[${index}].ip: duplicate ip ${JSON.stringify(ip)}`] : [];
  });
}

function podAffinityWarnings(spec: JsonObject, at: string): readonly string[] {
  return ["podAffinity", "podAntiAffinity"].flatMap((field) => {
    const affinity = objectAt(spec, "affinity", field);
    const path = `${at}.affinity.${field}`;
    return [
      ...itemsOf(affinity, REQUIRED).flatMap((term, index) =>
        selectorWarnings(term, `${path}.${REQUIRED}[${index}]`),
      ),
      ...itemsOf(affinity, PREFERRED).flatMap((each, index) =>
        selectorWarnings(
          objectAt(each, "podAffinityTerm") ?? {},
          `${path}.${PREFERRED}[${index}].podAffinityTerm`,
        ),
      ),
    ];
  });
}
