import { expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { statusFaults } from "../../../../src/embedded/kinds/check-status.ts";

const OVER = "cannot be greater than status.replicas";

test.each<[string, JsonObject, readonly string[]]>([
  ["Deployment.apps", { replicas: 3, readyReplicas: 2, availableReplicas: 2 }, []],
  ["Deployment.apps", { readyReplicas: 1 }, [`status.readyReplicas ${OVER}`]],
  [
    "Deployment.apps",
    { replicas: 3, readyReplicas: 1, availableReplicas: 2 },
    ["status.availableReplicas cannot be greater than readyReplicas"],
  ],
  [
    "StatefulSet.apps",
    { replicas: 3, readyReplicas: 1, availableReplicas: 2 },
    ["status.availableReplicas cannot be greater than status.readyReplicas"],
  ],
  ["ReplicaSet.apps", { fullyLabeledReplicas: 1 }, [`status.fullyLabeledReplicas ${OVER}`]],
  [
    "ReplicaSet.apps",
    { observedGeneration: -1 },
    ["status.observedGeneration must be greater than or equal to 0"],
  ],
  ["Pod", { podIPs: [{ ip: "10.0.0.1" }, { ip: "fd00::1" }] }, []],
  [
    "Pod",
    { podIPs: [{ ip: "10.0.0.1" }, { ip: "10.0.0.2" }] },
    ["status.podIPs may specify no more than one IP for each IP family"],
  ],
  ["ConfigMap", { replicas: -1 }, []],
])("%s %j: %j", (kind, status, said) => {
  const faults = statusFaults(kind, { status });
  expect(faults.map(({ field, detail }) => `${field} ${detail}`)).toEqual(said);
});
