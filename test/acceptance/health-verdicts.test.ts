import { expect, test } from "vitest";
import { type JsonObject, textAt } from "../../src/core/object/json.ts";
import { eventually } from "../support/eventually.ts";
import { clusterWide, definition, ONE_OFF, ONE_POD, openScene } from "../support/health-scene.ts";
import { targetOf } from "../support/kube-client.ts";
import { deployment, service } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";

/** What the real API server and its controllers write, and what the agent makes of it. */
describeReal("verdicts on objects of the real controllers", () => {
  test("volumes and claims: free, bound, released; without a volume", async () => {
    const scene = await openScene();
    const volume = clusterWide("v1", "PersistentVolume", {
      capacity: { storage: "1Gi" },
      accessModes: ["ReadWriteOnce"],
      storageClassName: "by-hand",
      hostPath: { path: "/tmp/lockstep-none" },
    });
    await scene.create(volume);
    await scene.untilVerdict(volume, "ok");
    const claimed = scene.claim("taken", { volumeName: textAt(volume, "metadata", "name") ?? "" });
    const lonely = scene.claim("lonely", { storageClassName: "nobody-provides" });
    await scene.create(claimed, lonely);
    await scene.untilVerdict(claimed, "ok");
    await scene.untilVerdict(volume, "ok");
    expect(await scene.judge(lonely)).toBe("NotReady: phase Pending, not Bound");
    await admin().delete(targetOf(claimed));
    await scene.untilVerdict(volume, "NotReady: phase Released, neither Available nor Bound");
  });

  test("autoscalers: one that reaches its workload, one without metrics at 0, one without a workload", async () => {
    const scene = await openScene();
    const { namespace } = scene;
    const [web, none] = [scene.autoscaler("web"), scene.autoscaler("none")];
    const idle = scene.autoscaler("idle");
    await scene.create(
      deployment("web", { metadata: { namespace } }),
      deployment("idle", { metadata: { namespace }, spec: { replicas: 0 } }),
      web,
      idle,
      none,
    );
    expect(await scene.judge(web)).toBe("NotReady: AbleToScale is missing");
    await scene.untilVerdict(web, "ok");
    await scene.untilVerdict(idle, "ok");
    await scene.untilVerdict(
      none,
      `NotReady: AbleToScale is False: FailedGetScale: the HPA controller was unable to get the target's current scale: deployments.apps "none" not found`,
    );
  });

  test("a budget is ready when its pods are counted, whether or not one may go", async () => {
    const scene = await openScene();
    const { namespace } = scene;
    const budget = scene.object("policy/v1", "PodDisruptionBudget", {
      minAvailable: 1,
      selector: { matchLabels: { app: "web" } },
    });
    await scene.create(deployment("web", { metadata: { namespace } }), budget);
    await scene.untilVerdict(budget, "ok");
    const allowed = await eventually("one pod is healthy", async () => {
      const live = await admin().get(targetOf(budget));
      return textAt(live, "status", "conditions", 0, "reason") === "InsufficientPods" && live;
    });
    expect(textAt(allowed, "status", "conditions", 0, "status")).toBe("False");
    expect(await scene.judge(budget)).toBe("ok");
  });

  test("what the API server calls others by: no Service behind it, no CA put in", async () => {
    const scene = await openScene();
    const { namespace, suffix } = scene;
    const group = `g${suffix}.test.lockstep.dev`;
    const api: JsonObject = {
      ...clusterWide("apiregistration.k8s.io/v1", "APIService", {
        group,
        version: "v1",
        groupPriorityMinimum: 100,
        versionPriority: 10,
        insecureSkipTLSVerify: true,
        service: { name: "none", namespace },
      }),
      metadata: { name: `v1.${group}` },
    };
    const webhook = scene.webhook();
    await scene.create(api, webhook);
    await scene.untilVerdict(
      api,
      `NotReady: Available is False: ServiceNotFound: service/none in "${namespace}" is not present`,
    );
    expect(await scene.judge(webhook)).toBe(
      "NotReady: no CA is put in yet, which its annotation cert-manager.io/inject-ca-from asks for",
    );
    await admin().patch(
      targetOf(webhook),
      { json: [{ op: "add", path: "/webhooks/0/clientConfig/caBundle", value: scene.bundle }] },
      { as: "ca-injector" },
    );
    expect(await scene.judge(webhook)).toBe("ok");
  });

  test("a namespace that is going, and a kind whose name another one holds", async () => {
    const scene = await openScene();
    const { suffix } = scene;
    const going: JsonObject = {
      apiVersion: "v1",
      kind: "Namespace",
      metadata: { name: `going-${suffix}` },
    };
    const keeper: JsonObject = {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: {
        name: "keeper",
        namespace: `going-${suffix}`,
        finalizers: ["test.lockstep.dev/keep"],
      },
    };
    await scene.create(going);
    await scene.untilVerdict(going, "ok");
    await admin().create(keeper);
    await admin().delete(targetOf(going));
    await scene.untilVerdict(going, "TargetTerminating: it is being deleted");
    await admin().patch(
      targetOf(keeper),
      { json: [{ op: "remove", path: "/metadata/finalizers" }] },
      { as: "test" },
    );

    const group = `c${suffix}.test.lockstep.dev`;
    const [first, second] = [definition(group, "things"), definition(group, "others")];
    await scene.create(first);
    await scene.untilVerdict(first, "ok");
    await scene.create(second);
    await scene.untilVerdict(
      second,
      `failed: NamesAccepted is False: ListKindConflict: "ThingList" is already in use`,
    );
    expect(await scene.judge(first)).toBe("ok");
  });

  test("jobs: done, suspended, past their deadline; a schedule of jobs", async () => {
    const scene = await openScene();
    const nowhere = { nodeSelector: { nowhere: "yes" } };
    const done = scene.job("done", {});
    const suspended = scene.job("suspended", { suspend: true });
    const late = scene.job("late", { activeDeadlineSeconds: 1 }, nowhere);
    const waiting = scene.job("waiting", {}, nowhere);
    const cron = scene.object("batch/v1", "CronJob", {
      schedule: "0 0 1 1 *",
      jobTemplate: { spec: { template: { spec: ONE_OFF } } },
    });
    await scene.create(done, suspended, late, waiting, cron);
    await scene.untilVerdict(done, "ok");
    await scene.untilVerdict(suspended, "NotReady: it is suspended (spec.suspend)");
    await scene.untilVerdict(
      late,
      "failed: Failed is True: DeadlineExceeded: Job was active longer than specified deadline",
    );
    await scene.untilVerdict(waiting, "NotReady: it has not completed");
    expect(await scene.judge(cron)).toBe("ok");
  });

  test("a load balancer without and with its address, an Ingress, a ReplicationController", async () => {
    const scene = await openScene();
    const { namespace } = scene;
    const balancer = service("lb", { type: "LoadBalancer" }, { namespace });
    const ingress = scene.object("networking.k8s.io/v1", "Ingress", {
      defaultBackend: { service: { name: "lb", port: { number: 80 } } },
    });
    const replicas = scene.object("v1", "ReplicationController", {
      replicas: 2,
      selector: { app: "rc" },
      template: { metadata: { labels: { app: "rc" } }, spec: ONE_POD },
    });
    await scene.create(balancer, ingress, replicas);
    expect(await scene.judge(ingress)).toBe("ok");
    expect(await scene.judge(balancer)).toBe("NotReady: the load balancer has no address yet");
    await admin().patch(
      targetOf(balancer),
      { merge: { status: { loadBalancer: { ingress: [{ ip: "192.0.2.7" }] } } } },
      { as: "cloud", subresource: "status" },
    );
    expect(await scene.judge(balancer)).toBe("ok");
    await scene.untilVerdict(replicas, "ok");
  });
});
