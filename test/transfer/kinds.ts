import type { JsonObject } from "../../src/core/object/json.ts";

/** Something that Git may set and later drop. Its values are never what the server fills in by itself. */
export interface Part {
  readonly fields: JsonObject;
  /** The path of it in `ownedPaths` by which its owner is known. */
  readonly owned: string;
}

/** One kind of object of the fuzzer. */
export interface FuzzKind {
  readonly apiVersion: string;
  readonly kind: string;
  /** Another version of the same kind, at which other people write. */
  readonly otherVersion?: string;
  /** What every object of it holds and keeps. */
  readonly base: JsonObject;
  readonly parts: readonly Part[];
  /** What other people add; each holds `zz` in a name or value. */
  readonly additions: readonly JsonObject[];
  /** What a manager with a right to it adds; holds `tuned`. */
  readonly tuned: JsonObject;
  /** What the status subresource is given. */
  readonly status?: JsonObject;
}

const META_PARTS: readonly Part[] = [
  { fields: { metadata: { labels: { part: "one" } } }, owned: "metadata.labels.part" },
  {
    fields: { metadata: { annotations: { "parts.example/a": "äöü" } } },
    owned: "metadata.annotations.parts.example/a",
  },
];
const META_ADDITIONS: readonly JsonObject[] = [
  { metadata: { labels: { zz: "1" } } },
  { metadata: { annotations: { "zz.example/note": "by hand" } } },
];
const TUNED: JsonObject = { metadata: { annotations: { tuned: "yes" } } };

function inContainer(fields: JsonObject): JsonObject {
  return { spec: { template: { spec: { containers: [{ name: "web", ...fields }] } } } };
}

function inPod(fields: JsonObject): JsonObject {
  return { spec: { template: { spec: fields } } };
}

const POD = "spec.template.spec";
const WEB = `${POD}.containers[{"name":"web"}]`;

const DEPLOYMENT: FuzzKind = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  // Paused: no pods.
  base: {
    spec: {
      paused: true,
      selector: { matchLabels: { app: "web" } },
      template: {
        metadata: { labels: { app: "web" } },
        spec: { containers: [{ name: "web", image: "web:1.0.0" }] },
      },
    },
  },
  parts: [
    ...META_PARTS,
    { fields: { spec: { replicas: 2 } }, owned: "spec.replicas" },
    { fields: { spec: { minReadySeconds: 5 } }, owned: "spec.minReadySeconds" },
    {
      fields: inPod({ containers: [{ name: "side", image: "side:1" }] }),
      owned: `${POD}.containers[{"name":"side"}].image`,
    },
    {
      fields: inContainer({ env: [{ name: "A", value: "1" }] }),
      owned: `${WEB}.env[{"name":"A"}].value`,
    },
    {
      fields: inContainer({ env: [{ name: "B", value: "2" }] }),
      owned: `${WEB}.env[{"name":"B"}].value`,
    },
    { fields: inContainer({ args: ["--a", "--b"] }), owned: `${WEB}.args` },
    {
      fields: inContainer({ resources: { requests: { cpu: "100m" } } }),
      owned: `${WEB}.resources.requests.cpu`,
    },
    {
      fields: inContainer({ ports: [{ containerPort: 81, protocol: "TCP" }] }),
      owned: `${WEB}.ports[{"containerPort":81,"protocol":"TCP"}].containerPort`,
    },
    {
      fields: inContainer({ securityContext: { runAsUser: 7 } }),
      owned: `${WEB}.securityContext.runAsUser`,
    },
    { fields: inPod({ nodeSelector: { disk: "ssd" } }), owned: `${POD}.nodeSelector` },
    {
      fields: inPod({ tolerations: [{ key: "a", operator: "Exists" }] }),
      owned: `${POD}.tolerations`,
    },
    {
      fields: { spec: { template: { metadata: { annotations: { mark: "1" } } } } },
      owned: "spec.template.metadata.annotations.mark",
    },
  ],
  additions: [
    ...META_ADDITIONS,
    inContainer({ env: [{ name: "ZZ", value: "zz" }] }),
    inPod({ containers: [{ name: "zz", image: "zz:1" }] }),
    inPod({ volumes: [{ name: "zz", emptyDir: {} }] }),
    inContainer({ resources: { limits: { "zz.example/gpu": "1" } } }),
    { spec: { template: { metadata: { annotations: { zz: "1" } } } } },
  ],
  tuned: inContainer({ env: [{ name: "TUNED", value: "tuned" }] }),
  status: { observedGeneration: 1 },
};

const SERVICE: FuzzKind = {
  apiVersion: "v1",
  kind: "Service",
  base: { spec: { selector: { app: "web" }, ports: [{ name: "http", port: 80 }] } },
  parts: [
    ...META_PARTS,
    {
      fields: { spec: { ports: [{ name: "admin", port: 81, protocol: "TCP" }] } },
      owned: 'spec.ports[{"port":81,"protocol":"TCP"}].name',
    },
    {
      fields: { spec: { publishNotReadyAddresses: true } },
      owned: "spec.publishNotReadyAddresses",
    },
    { fields: { spec: { externalIPs: ["192.0.2.1"] } }, owned: "spec.externalIPs" },
    { fields: { spec: { internalTrafficPolicy: "Local" } }, owned: "spec.internalTrafficPolicy" },
  ],
  additions: [...META_ADDITIONS, { spec: { ports: [{ name: "zz", port: 99, protocol: "TCP" }] } }],
  tuned: TUNED,
};

const CONFIG_MAP: FuzzKind = {
  apiVersion: "v1",
  kind: "ConfigMap",
  base: { data: { keep: "1" } },
  parts: [
    ...META_PARTS,
    { fields: { data: { a: "1" } }, owned: "data.a" },
    { fields: { data: { "b.c": "x\ny" } }, owned: "data.b.c" },
    { fields: { binaryData: { blob: "AAEC" } }, owned: "binaryData.blob" },
  ],
  additions: [...META_ADDITIONS, { data: { zz: "1" } }, { binaryData: { zz: "AAEC" } }],
  tuned: { data: { tuned: "yes" } },
};

/** Maps, a keyed list, a set list and an atomic list by its schema; the same at both versions. */
const GADGET: FuzzKind = {
  apiVersion: "transfer.example.com/v2",
  otherVersion: "transfer.example.com/v1",
  kind: "Gadget",
  base: { spec: { size: 1 } },
  parts: [
    ...META_PARTS,
    { fields: { spec: { settings: { a: "1" } } }, owned: "spec.settings.a" },
    { fields: { spec: { settings: { "": "empty" } } }, owned: "spec.settings." },
    {
      fields: { spec: { rules: [{ name: "r", level: 2 }] } },
      owned: 'spec.rules[{"name":"r"}].level',
    },
    { fields: { spec: { tags: ["x"] } }, owned: 'spec.tags["x"]' },
    { fields: { spec: { steps: ["one", "two"] } }, owned: "spec.steps" },
    { fields: { spec: { nested: { deep: { value: "v" } } } }, owned: "spec.nested.deep.value" },
  ],
  additions: [
    ...META_ADDITIONS,
    { spec: { settings: { zz: "1" } } },
    { spec: { rules: [{ name: "zz", level: 1 }] } },
    { spec: { tags: ["zz"] } },
    { spec: { nested: { deep: { zz: "1" } } } },
  ],
  tuned: { spec: { settings: { tuned: "yes" } } },
  status: { phase: "Going" },
};

/** No schema below `spec`. */
const LOOSE: FuzzKind = {
  apiVersion: "transfer.example.com/v1",
  kind: "Loose",
  base: { spec: { size: 1 } },
  parts: [
    ...META_PARTS,
    { fields: { spec: { free: { a: "1" } } }, owned: "spec.free.a" },
    {
      fields: { spec: { free: { "schlüssel 🔑/~": { deep: 1 } } } },
      owned: "spec.free.schlüssel 🔑/~.deep",
    },
    { fields: { spec: { list: [{ name: "first", value: 1 }] } }, owned: "spec.list" },
    { fields: { spec: { "": { "": "empty" } } }, owned: "spec.." },
  ],
  additions: [...META_ADDITIONS, { spec: { free: { zz: "1" } } }, { spec: { zz: { a: [1, 2] } } }],
  tuned: { spec: { free: { tuned: "yes" } } },
  status: { phase: "Going" },
};

const AUTOSCALER: FuzzKind = {
  apiVersion: "autoscaling/v2",
  otherVersion: "autoscaling/v1",
  kind: "HorizontalPodAutoscaler",
  base: {
    spec: {
      maxReplicas: 9,
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "none" },
    },
  },
  parts: [...META_PARTS, { fields: { spec: { minReplicas: 3 } }, owned: "spec.minReplicas" }],
  additions: META_ADDITIONS,
  tuned: TUNED,
};

/** Every kind, in the order in which seeds take turns with them. */
export const FUZZ_KINDS: readonly [FuzzKind, ...FuzzKind[]] = [
  DEPLOYMENT,
  CONFIG_MAP,
  GADGET,
  SERVICE,
  DEPLOYMENT,
  LOOSE,
  GADGET,
  AUTOSCALER,
];
