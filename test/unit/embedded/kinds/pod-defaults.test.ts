import { describe, expect, test } from "vitest";
import { type JsonObject, textAt, valueAt } from "../../../../src/core/object/json.ts";
import { defaulted, write } from "./kind-bench.ts";

const CONTAINER = { name: "c", image: "a:1" };

function containerIn(spec: JsonObject, kind = "v1 Pod"): JsonObject[string] | undefined {
  const parts = kind === "v1 Pod" ? { spec } : { spec: { template: { spec } } };
  const object = defaulted(write(kind, parts));
  const root = kind === "v1 Pod" ? ["spec"] : ["spec", "template", "spec"];
  return valueAt(object, ...root, "containers", 0);
}

describe("defaults of a pod", () => {
  test("are those of the server", () => {
    expect(defaulted(write("v1 Pod", { spec: { containers: [CONTAINER] } }))["spec"]).toEqual({
      containers: [
        {
          name: "c",
          image: "a:1",
          imagePullPolicy: "IfNotPresent",
          resources: {},
          terminationMessagePath: "/dev/termination-log",
          terminationMessagePolicy: "File",
        },
      ],
      dnsPolicy: "ClusterFirst",
      enableServiceLinks: true,
      restartPolicy: "Always",
      schedulerName: "default-scheduler",
      securityContext: {},
      terminationGracePeriodSeconds: 30,
    });
  });

  test.each([
    ["nginx", "Always"],
    ["nginx:latest", "Always"],
    ["nginx:1", "IfNotPresent"],
    ["registry:5000/a", "Always"],
    ["registry:5000/a:1", "IfNotPresent"],
    [`a@sha256:${"a".repeat(64)}`, "IfNotPresent"],
    [`a:latest@sha256:${"a".repeat(64)}`, "Always"],
    ["A B", "IfNotPresent"],
    ["registry.io/Foo/a", "IfNotPresent"],
    ["", "IfNotPresent"],
  ])("an image %s is pulled %s", (image, policy) => {
    const container = containerIn({ containers: [{ name: "c", image }] });
    expect(valueAt(container, "imagePullPolicy")).toBe(policy);
  });

  test("request what they are limited to; templates do not", () => {
    const resources = { limits: { cpu: "1500m", memory: "1024Mi" }, requests: { cpu: "0.0001" } };
    const spec = { containers: [{ ...CONTAINER, resources }] };
    expect(valueAt(containerIn(spec), "resources")).toEqual({
      limits: { cpu: "1500m", memory: "1Gi" },
      requests: { cpu: "1m", memory: "1Gi" },
    });
    expect(valueAt(containerIn(spec, "apps/v1 Deployment"), "resources")).toEqual({
      limits: { cpu: "1500m", memory: "1Gi" },
      requests: { cpu: "1m" },
    });
  });

  test("open ports of the host in its network; templates do not", () => {
    const spec = {
      hostNetwork: true,
      containers: [{ ...CONTAINER, ports: [{ containerPort: 80 }] }],
    };
    const port = { containerPort: 80, protocol: "TCP" };
    expect(valueAt(containerIn(spec), "ports")).toEqual([{ ...port, hostPort: 80 }]);
    expect(valueAt(containerIn(spec, "apps/v1 Deployment"), "ports")).toEqual([port]);
  });

  test("request as a whole what their containers request, else their own limit", () => {
    const containers = [
      { name: "a", resources: { requests: { cpu: "100m" } } },
      { name: "b", resources: { limits: { cpu: "200m", memory: "10Mi" } } },
    ];
    const initContainers = [{ name: "i", resources: { requests: { cpu: "1" } } }];
    const limits = { cpu: "2", "ephemeral-storage": "1", "hugepages-2Mi": "4Mi", memory: "1Gi" };
    const pod = defaulted(
      write("v1 Pod", { spec: { containers, initContainers, resources: { limits } } }),
    );
    expect(valueAt(pod, "spec", "resources", "requests")).toEqual({
      cpu: "1",
      "hugepages-2Mi": "4Mi",
      memory: "10Mi",
    });
  });

  test.each([
    ["v1 Pod", { serviceAccount: "a" }, "a a"],
    ["v1 Pod", { serviceAccount: "a", serviceAccountName: "b" }, "b b"],
  ])("%s: the old name of the service account follows the new one", (kind, spec, names) => {
    const object = defaulted(write(kind, { spec }));
    const fields = ["serviceAccountName", "serviceAccount"];
    expect(fields.map((field) => textAt(object, "spec", field)).join(" ")).toBe(names);
  });
});
