import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";

const RBAC = "rbac.authorization.k8s.io";

export const TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

/** More retries than anybody waits for: each index counts its own. */
const NO_BACKOFF_LIMIT = 2_147_483_647;

/** Figures of a rolling update only where it is one. */
export function rollingUpdateDefaults(strategy: JsonObject): JsonObject {
  return strategy["type"] === "RollingUpdate" ? { rollingUpdate: {}, ...strategy } : strategy;
}

/** A StatefulSet that names its strategy says the figures too, or has none. */
export function statefulUpdateDefaults(strategy: JsonObject): JsonObject {
  if (strategy["type"] !== undefined) return strategy;
  return { rollingUpdate: {}, ...strategy, type: "RollingUpdate" };
}

export function daemonSetDefaults(object: JsonObject): JsonObject {
  const annotations = {
    [TEMPLATE_GENERATION]: "0",
    ...objectAt(object, "metadata", "annotations"),
  };
  return { ...object, metadata: { ...objectAt(object, "metadata"), annotations } };
}

/** A Job's labels are those of its pods when it has none. */
export function jobDefaults(job: JsonObject): JsonObject {
  const spec = objectAt(job, "spec") ?? {};
  const hasOneRun = spec["completions"] === undefined && spec["parallelism"] === undefined;
  return {
    ...withTemplateLabels(job),
    spec: {
      parallelism: 1,
      ...(hasOneRun ? { completions: 1 } : {}),
      backoffLimit: spec["backoffLimitPerIndex"] === undefined ? 6 : NO_BACKOFF_LIMIT,
      completionMode: "NonIndexed",
      suspend: false,
      manualSelector: false,
      podReplacementPolicy:
        spec["podFailurePolicy"] === undefined ? "TerminatingOrFailed" : "Failed",
      ...spec,
    },
  };
}

export function replicationControllerDefaults(object: JsonObject): JsonObject {
  const spec = objectAt(object, "spec") ?? {};
  const labels = objectAt(spec, "template", "metadata", "labels");
  const labelled = withTemplateLabels(object);
  const hasSelector = Object.keys(objectAt(spec, "selector") ?? {}).length > 0;
  if (labels === undefined || hasSelector) return labelled;
  return { ...labelled, spec: { ...spec, selector: labels } };
}

/** Each namespace can be selected by its name. */
export function namespaceDefaults(object: JsonObject): JsonObject {
  const name = textAt(object, "metadata", "name") ?? "";
  if (name === "") return object;
  const labels = { ...objectAt(object, "metadata", "labels"), "kubernetes.io/metadata.name": name };
  return { ...object, metadata: { ...objectAt(object, "metadata"), labels } };
}

export function networkPolicySpecDefaults(spec: JsonObject): JsonObject {
  if (listAt(spec, "policyTypes").length > 0) return spec;
  const hasEgress = listAt(spec, "egress").length > 0;
  return { ...spec, policyTypes: ["Ingress", ...(hasEgress ? ["Egress"] : [])] };
}

/** A claim inside of a StatefulSet says what it is, whatever was written there. */
export function claimDefaults(claim: JsonObject): JsonObject {
  return { ...claim, apiVersion: "v1", kind: "PersistentVolumeClaim" };
}

/** The first range of addresses has a field of its own, and the field wins. */
export function nodeSpecDefaults(spec: JsonObject): JsonObject {
  const [first = ""] = listAt(spec, "podCIDRs");
  const range = spec["podCIDR"] ?? first;
  if (range === "") return spec;
  return {
    ...spec,
    podCIDR: range,
    podCIDRs: first === range ? listAt(spec, "podCIDRs") : [range],
  };
}

export function nodeStatusDefaults(status: JsonObject): JsonObject {
  const { capacity, allocatable } = status;
  return capacity === undefined || allocatable !== undefined
    ? status
    : { ...status, allocatable: capacity };
}

export function persistentVolumeDefaults(object: JsonObject): JsonObject {
  const { persistentVolumeReclaimPolicy: policy = "", ...spec } = objectAt(object, "spec") ?? {};
  const reclaimPolicy = policy === "" ? "Retain" : policy;
  return {
    ...object,
    spec: { volumeMode: "Filesystem", ...spec, persistentVolumeReclaimPolicy: reclaimPolicy },
  };
}

export function probeDefaults(probe: JsonObject): JsonObject {
  const grpc = objectAt(probe, "grpc");
  return grpc === undefined
    ? probe
    : { ...probe, grpc: { ...grpc, service: grpc["service"] ?? "" } };
}

/** What is written as plain text is stored with the rest. */
export function secretDefaults({ stringData, ...secret }: JsonObject): JsonObject {
  const texts = Object.entries(isJsonObject(stringData) ? stringData : {});
  if (texts.length === 0) return secret;
  const data = texts.map(([key, text]): [string, string] => [
    key,
    Buffer.from(typeof text === "string" ? text : "").toString("base64"),
  ]);
  return { ...secret, data: { ...objectAt(secret, "data"), ...Object.fromEntries(data) } };
}

/** Users and groups belong to a group of the API, service accounts to the core. */
export function subjectDefaults(subject: JsonObject): JsonObject {
  const isPerson = subject["kind"] === "User" || subject["kind"] === "Group";
  return isPerson && subject["apiGroup"] === undefined ? { ...subject, apiGroup: RBAC } : subject;
}

/** A volume without a source is an empty folder. */
export function volumeDefaults(volume: JsonObject): JsonObject {
  const hasSource = Object.entries(volume).some(
    ([field, value]) => field !== "name" && isJsonObject(value),
  );
  return hasSource ? volume : { ...volume, emptyDir: {} };
}

export function customDefinitionDefaults(crd: JsonObject): JsonObject {
  const spec = objectAt(crd, "spec") ?? {};
  const names = objectAt(spec, "names") ?? {};
  const kind = textAt(names, "kind") ?? "";
  const derived: JsonObject =
    kind === "" ? {} : { singular: kind.toLowerCase(), listKind: `${kind}List` };
  return {
    ...crd,
    spec: { ...spec, names: { ...derived, ...withoutEmpty(names) } },
    status: { ...storedVersionsOf(spec), ...withoutEmpty(objectAt(crd, "status") ?? {}) },
  };
}

function storedVersionsOf(spec: JsonObject): JsonObject {
  const stored = listAt(spec, "versions").find((each) => objectAt(each)?.["storage"] === true);
  return stored === undefined ? {} : { storedVersions: [textAt(stored, "name") ?? ""] };
}

/** Empty texts and lists are nothing. */
function withoutEmpty(object: JsonObject): JsonObject {
  const rest = Object.entries(object).filter(
    ([, value]) => value !== "" && value !== null && !(isJsonList(value) && value.length === 0),
  );
  return Object.fromEntries(rest);
}

/** A webhook that says nothing is none. */
export function customConversionDefaults({ webhook, ...conversion }: JsonObject): JsonObject {
  const isSaid =
    objectAt(webhook, "clientConfig") !== undefined ||
    listAt(webhook, "conversionReviewVersions").length > 0;
  return webhook === undefined || !isSaid ? conversion : { ...conversion, webhook };
}

function withTemplateLabels(object: JsonObject): JsonObject {
  const metadata = objectAt(object, "metadata") ?? {};
  const labels = objectAt(object, "spec", "template", "metadata", "labels");
  const hasOwn = Object.keys(objectAt(metadata, "labels") ?? {}).length > 0;
  return labels === undefined || hasOwn ? object : { ...object, metadata: { ...metadata, labels } };
}
