import { expect, test } from "vitest";
import { listAt, numberAt, objectAt, textAt } from "../../src/core/object/json.ts";
import { auditMark, auditSince, briefEntry } from "../support/audit-log.ts";
import { eventually } from "../support/eventually.ts";
import { KubeClient, KubeRefusal } from "../support/kube-client.ts";
import { kubectl } from "../support/kubectl.ts";
import {
  admin,
  describeReal,
  freshNamespace,
  realCluster,
  takeUser,
} from "../support/real-cluster.ts";
import { setElasticStatus } from "../support/set-elastic-status.ts";

describeReal("the test bed", () => {
  test("a Deployment rolls, and says why when its image is broken", async () => {
    const namespace = await freshNamespace();
    await admin().create(deployment(namespace, "web:1.0.0"));
    const web = { apiVersion: "apps/v1", kind: "Deployment", namespace, name: "web" };
    await eventually("web is ready", async () => {
      const object = await admin().get(web);
      return numberAt(object, "status", "readyReplicas") === 2;
    });

    await admin().patch(
      web,
      { apply: deployment(namespace, "web:broken-2.0.0") },
      {
        as: "kubectl-edit",
        force: true,
      },
    );
    const reasons = await eventually("a pod waits", async () => {
      const pods = await admin().list({ apiVersion: "v1", kind: "Pod", namespace });
      const found = pods.map((pod) =>
        textAt(pod, "status", "containerStatuses", 0, "state", "waiting", "reason"),
      );
      return found.some((reason) => reason !== undefined) && found;
    });
    expect(reasons).toContain("ImagePullBackOff");
  });

  test("a pod becomes ready as late as its annotation says", async () => {
    const namespace = await freshNamespace();
    const slow = deployment(namespace, "web:1.0.0", { "test.lockstep.dev/ready-after": "1s" });
    await admin().create(slow);
    const conditions = await eventually("a pod is ready", async () => {
      const [pod] = await admin().list({ apiVersion: "v1", kind: "Pod", namespace });
      const ready = listAt(pod, "status", "conditions").find(
        (each) => textAt(each, "type") === "Ready" && textAt(each, "status") === "True",
      );
      return (
        ready !== undefined && { created: textAt(pod, "metadata", "creationTimestamp"), ready }
      );
    });
    const readyAt = Date.parse(textAt(conditions.ready, "lastTransitionTime") ?? "");
    expect(readyAt - Date.parse(conditions.created ?? "")).toBeGreaterThanOrEqual(1_000);
  });

  test("the audit log has the write of a user of one's own when its answer is back", async () => {
    const namespace = await freshNamespace();
    const user = await takeUser();
    const client = new KubeClient({ ...realCluster(), token: user.token }, "agent/1");
    const mark = await auditMark();
    const settings = {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "settings", namespace },
    };
    await client.apply({ ...settings, data: { a: "1" } }, { as: "agent", isDryRun: true });
    await client.apply({ ...settings, data: { a: "2" } }, { as: "agent", force: true });
    const entries = await auditSince(mark, { user: user.name, namespace });

    expect(entries.map(briefEntry)).toEqual([
      "patch configmaps/settings dry-run 201",
      "patch configmaps/settings 201",
    ]);
    expect(entries.map((each) => objectAt(each.body, "data"))).toEqual([{ a: "1" }, { a: "2" }]);
    await client.close();
  });

  test("a user without rights is refused, and kubectl works with its kubeconfig", async () => {
    const namespace = await freshNamespace();
    const user = await takeUser({ isAdmin: false });
    const client = new KubeClient({ ...realCluster(), token: user.token });
    const listing = client.list({ apiVersion: "v1", kind: "Secret", namespace });
    await expect(listing).rejects.toThrow(KubeRefusal);
    await client.close();

    const answer = await kubectl(["auth", "whoami", "-o", "json"], { kubeconfig: user.kubeconfig });
    expect(JSON.parse(answer.stdout)).toMatchObject({
      status: { userInfo: { username: user.name } },
    });
  });

  test("the operator of the Elastic kinds writes status, and status moves no generation", async () => {
    const namespace = await freshNamespace();
    const target = {
      apiVersion: "elasticsearch.k8s.elastic.co/v1",
      kind: "Elasticsearch",
      namespace,
      name: "logs",
    };
    const { apiVersion, kind, name } = target;
    await admin().create({
      apiVersion,
      kind,
      metadata: { name, namespace },
      spec: { version: "8.19.2", nodeSets: [{ name: "default", count: 3 }] },
    });
    const after = await setElasticStatus(admin(), target, {
      version: "8.19.2",
      health: "green",
      observedGeneration: 1,
    });
    expect(objectAt(after, "status")).toEqual({
      version: "8.19.2",
      health: "green",
      observedGeneration: 1,
    });
    expect(numberAt(after, "metadata", "generation")).toBe(1);
    expect(listAt(after, "spec", "nodeSets")).toEqual([{ name: "default", count: 3 }]);
  });
});

function deployment(
  namespace: string,
  image: string,
  annotations: Readonly<Record<string, string>> = {},
) {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: "web" } },
      template: {
        metadata: { labels: { app: "web" }, annotations },
        spec: { containers: [{ name: "web", image }] },
      },
    },
  };
}
