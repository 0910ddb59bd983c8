import { expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { withoutHeld } from "../../../../src/core/plan/without-held.ts";

function service(spec: JsonObject): JsonObject {
  return { apiVersion: "v1", kind: "Service", metadata: { name: "web", namespace: "shop" }, spec };
}

const LIVE = service({
  clusterIP: "10.0.0.7",
  clusterIPs: ["10.0.0.7"],
  ports: [{ port: 80, nodePort: 30080 }],
  healthCheckNodePort: 31000,
});

test.each<{ title: string; intent: JsonObject; trial: JsonObject }>([
  {
    title: "what the live one holds is left to the server",
    intent: {
      clusterIP: "10.0.0.7",
      clusterIPs: ["10.0.0.7"],
      ports: [{ port: 80, nodePort: 30080 }],
      healthCheckNodePort: 31000,
      type: "NodePort",
    },
    trial: { ports: [{ port: 80 }], type: "NodePort" },
  },
  {
    title: "another address and port are tried",
    intent: { clusterIP: "10.0.0.8", ports: [{ port: 80, nodePort: 30081 }] },
    trial: { clusterIP: "10.0.0.8", ports: [{ port: 80, nodePort: 30081 }] },
  },
  {
    title: "that there is to be no address is tried",
    intent: { clusterIP: "None", ports: [{ port: 80 }] },
    trial: { clusterIP: "None", ports: [{ port: 80 }] },
  },
  { title: "nothing is added", intent: { externalName: "a.b" }, trial: { externalName: "a.b" } },
])("$title", ({ intent, trial }) => {
  expect(withoutHeld(service(intent), LIVE)).toEqual(service(trial));
});

test("a headless Service holds nothing", () => {
  const intent = service({ clusterIP: "None" });
  expect(withoutHeld(intent, service({ clusterIP: "None" }))).toEqual(intent);
});

test("other kinds are tried as they are", () => {
  const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, spec: { ports: [] } };
  expect(withoutHeld(map, map)).toBe(map);
});
