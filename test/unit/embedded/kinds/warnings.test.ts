import { expect, test } from "vitest";
import { type JsonObject, objectAt } from "../../../../src/core/object/json.ts";
import { podWarnings } from "../../../../src/embedded/kinds/pod-warnings.ts";
import { prepared, warningsOfWrite, write } from "./kind-bench.ts";

const TWICE = { name: "a", image: "a", env: [{ name: "A" }, { name: "B" }, { name: "A" }] };
const HIDES =
  'containers[0].env[2]: hides previous definition of "A", which may be dropped when using apply';

test.each<[JsonObject, string]>([
  [{ containers: [TWICE] }, `spec.${HIDES}`],
  [
    { containers: [{ name: "a", resources: { limits: { memory: "1500m", cpu: "100m" } } }] },
    'spec.containers[0].resources.limits[memory]: fractional byte value "1500m" is invalid, must be an integer',
  ],
  [
    { nodeSelector: { "beta.kubernetes.io/os": "linux", a: "b" } },
    'spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
  ],
  [
    { topologySpreadConstraints: [{ topologyKey: "z" }] },
    "spec.topologySpreadConstraints[0].labelSelector: a null labelSelector results in matching no pod",
  ],
  [
    { hostAliases: [{ ip: "1.1.1.1" }, { ip: "1.1.1.1" }] },
    'spec.hostAliases[1].ip: duplicate ip "1.1.1.1"',
  ],
  [
    { imagePullSecrets: [{ name: "a" }, {}] },
    'spec.imagePullSecrets[1].name: invalid empty name ""',
  ],
])("%j: %s", (spec, warning) => {
  expect(podWarnings(spec, "spec")).toEqual([warning]);
});

test("each pair of equal ports is named", () => {
  const ports = [{ containerPort: 80 }];
  const containers = ["a", "b", "c"].map((name) => ({ name, ports }));
  const other = { name: "d", ports: [{ containerPort: 80, protocol: "UDP" }] };
  expect(podWarnings({ containers: [...containers, other] }, "spec")).toEqual([
    "spec.containers[1].ports[0]: duplicate port definition with spec.containers[0].ports[0]",
    "spec.containers[2].ports[0]: duplicate port definition with spec.containers[0].ports[0]",
    "spec.containers[2].ports[0]: duplicate port definition with spec.containers[1].ports[0]",
  ]);
});

test("a Deployment is warned of its template when anything but labels changes", () => {
  const selector = { matchLabels: { app: "x" } };
  const template = { metadata: { labels: { app: "x" } }, spec: { containers: [TWICE] } };
  const live = prepared(write("apps/v1 Deployment", { spec: { selector, template } }));
  const seen = [`spec.template.spec.${HIDES}`];
  expect(warningsOfWrite(live, undefined)).toEqual(seen);
  expect(warningsOfWrite(live, live)).toEqual([]);
  const metadata = objectAt(live, "metadata");
  expect(warningsOfWrite({ ...live, metadata: { ...metadata, labels: { a: "1" } } }, live)).toEqual(
    [],
  );
  expect(
    warningsOfWrite({ ...live, metadata: { ...metadata, annotations: { a: "1" } } }, live),
  ).toEqual(seen);
});

test.each<[string, JsonObject, string]>([
  [
    "apps/v1 StatefulSet",
    { spec: { revisionHistoryLimit: -1 } },
    "spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended",
  ],
  [
    "networking.k8s.io/v1 Ingress",
    { metadata: { annotations: { "kubernetes.io/ingress.class": "x" } } },
    `annotation "kubernetes.io/ingress.class" is deprecated, please use 'spec.ingressClassName' instead`,
  ],
  [
    "v1 Service",
    { spec: { clusterIP: "None", sessionAffinity: "ClientIP" } },
    "spec.SessionAffinity is ignored for headless services",
  ],
  [
    "v1 Service",
    { spec: { externalName: "a.b" } },
    'spec.externalName is ignored when spec.type is not "ExternalName"',
  ],
  [
    "v1 Pod",
    { metadata: { name: "a.b" } },
    "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]",
  ],
])("%s %j: %s", (kind, parts, warning) => {
  expect(warningsOfWrite(write(kind, parts), undefined)).toEqual([warning]);
});
