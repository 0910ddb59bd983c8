import { type JsonObject, numberAt } from "../../src/core/object/json.ts";
import type { KubeClient, Target } from "../support/kube-client.ts";
import { deployment } from "../support/kube-manifests.ts";
import { benchName } from "./bench-config-map.ts";

/** Who writes beside Git and is allowed to. */
export const TUNER = "tuner";

/** A Deployment of no replicas, as people write them: two containers with variables, ports, resources and probes. */
export function benchDeployment(index: number): JsonObject {
  const name = benchName(index);
  return deployment(name, {
    metadata: { labels: { "app.kubernetes.io/name": "bench" } },
    spec: { replicas: 0 },
    pod: { containers: [container("web"), container("proxy")] },
  });
}

function container(name: string): JsonObject {
  const path = { path: "/healthz", port: 8080 };
  return {
    name,
    image: `${name}:1.0.0`,
    env: ["MODE", "LEVEL", "REGION", "ZONE"].map((each) => ({ name: each, value: "one" })),
    resources: { requests: { cpu: "100m", memory: "64Mi" }, limits: { memory: "64Mi" } },
    ports: [{ name: `${name}-http`, containerPort: name === "web" ? 8080 : 8081, protocol: "TCP" }],
    readinessProbe: { httpGet: path, periodSeconds: 5 },
  };
}

/** What happens to a live Deployment in its life: an allowed manager adds fields, a person restarts it, controllers answer. */
export async function liveThrough(client: KubeClient, target: Target): Promise<JsonObject> {
  const tuned = {
    metadata: { annotations: { "tuner.example/profile": "small" } },
    spec: { template: { spec: { containers: [{ name: "web", env: [TUNED] }] } } },
  };
  await client.patch(target, { strategic: tuned }, { as: TUNER });
  const restarted = { "kubectl.kubernetes.io/restartedAt": "2026-01-01T00:00:00Z" };
  const restart = { spec: { template: { metadata: { annotations: restarted } } } };
  await client.patch(target, { merge: restart }, { as: "kubectl-rollout" });
  const revision = { metadata: { annotations: { "deployment.kubernetes.io/revision": "2" } } };
  const live = await client.patch(target, { merge: revision }, { as: "kube-controller-manager" });
  return writeStatus(client, target, {
    observedGeneration: numberAt(live, "metadata", "generation") ?? 0,
    conditions: [
      { type: "Progressing", status: "True", reason: "NewReplicaSetAvailable" },
      { type: "Available", status: "True", reason: "MinimumReplicasAvailable" },
    ],
  });
}

const TUNED = { name: "TUNED", value: "yes" };

/** A write that changes nothing that Git has a say in. */
export async function writeStatus(
  client: KubeClient,
  target: Target,
  status: JsonObject,
): Promise<JsonObject> {
  return client.patch(
    target,
    { merge: { status } },
    { as: "kube-controller-manager", subresource: "status" },
  );
}
