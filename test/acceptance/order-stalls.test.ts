import { expect, test } from "vitest";
import { type JsonObject, listAt, numberAt, textAt } from "../../src/core/object/json.ts";
import { auditMark } from "../support/audit-log.ts";
import { elasticId } from "../support/elastic-objects.ts";
import { rollOut } from "../support/elastic-operator.ts";
import { elasticFiles, NEW, OLD, viewElasticStack } from "../support/elastic-stack.ts";
import { eventually } from "../support/eventually.ts";
import { blockersOf, passes, passUntil, writesSince } from "../support/follow-stack.ts";
import {
  deployment,
  idIn,
  manifestFiles,
  marked,
  settings,
  targetIn,
} from "../support/kube-manifests.ts";
import { movableClock } from "../support/movable-clock.ts";
import { imageOf, makeReady, podsOf } from "../support/pods-of.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { setElasticStatus } from "../support/set-elastic-status.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const DEADLINE_MS = 60_000;
const CONFIG = ["gates: { progressDeadline: 60s }"];

describeReal("an upgrade that stands still", () => {
  test("O16: it stalls with the first cause; its dependents show that and do not stall; what does not depend on it goes on", async () => {
    const clock = movableClock();
    const stack = await openTestStack({ config: CONFIG, clock });
    const { namespace } = stack;
    await stack.commit(files("1.0.0", "1.0.0"));
    await passUntil(stack, "all run", (status) => status.inSync);
    const mark = await auditMark();
    const next = await stack.commit(files("broken-2.0.0", "2.0.0"));
    const db = idOf(stack, "db");
    const api = idOf(stack, "api");
    const web = idOf(stack, "web");
    await passUntil(stack, "the rest runs the next", () =>
      ["other", "on-other"].every((name) => {
        const object = stack.object(idOf(stack, name));
        return object?.phase === "Ready" && object.appliedRevision === next;
      }),
    );
    const phases = new Set<string>();
    for (let deadlines = 0; deadlines < 4; deadlines += 1) {
      clock.move(DEADLINE_MS);
      // oxlint-disable-next-line no-await-in-loop -- one deadline after the other
      await passes(stack, 2);
      for (const id of [api, web]) phases.add(String(stack.object(id)?.phase));
    }
    expect([...phases]).toEqual(["DelayingChanges"]);
    expect(stack.object(db)?.phase).toBe("Stalled");
    expect(stack.object(db)?.cause?.reason).toBe("ImagePullBackOff");
    expect(blockersOf(stack, api)).toEqual([
      expect.stringMatching(/^Deployment\/db Stalled wants .*ImagePullBackOff/),
    ]);
    expect(blockersOf(stack, web)).toEqual([
      expect.stringMatching(/^Deployment\/api \S+ wants 2.0.0 has 1.0.0/),
    ]);
    // Each is written once: a stall is looked at again, and nothing is sent again.
    const written = (await writesSince(stack, mark)).map(({ name }) => name);
    expect(written.toSorted()).toEqual(["db", "notes", "on-other", "other"]);

    // Drift elsewhere is still taken back.
    const notes = targetIn(namespace, settings("notes", {}));
    await admin().patch(notes, { merge: { data: { extra: "x" } } }, { as: "kubectl-edit" });
    await untilSeen(stack, notes);
    await passes(stack, 2);
    expect((await admin().get(notes))["data"]).toEqual({ version: "2.0.0" });

    // Mended in Git, all of it goes on.
    await stack.commit(files("2.0.1", "2.0.0"));
    await passUntil(stack, "all run", (status) => status.inSync);
  });

  test("O16: a stall is not final: what gets on after it is rolled out, with nothing sent again", async () => {
    const clock = movableClock();
    const stack = await openTestStack({ config: CONFIG, clock });
    await stack.commit(elasticFiles(OLD));
    const scene = viewElasticStack(stack);
    const es = elasticId("Elasticsearch", stack.namespace, "logs");
    await scene.untilApplied("Elasticsearch");
    const mark = await auditMark();
    await setElasticStatus(admin(), scene.es, { observedGeneration: 1, phase: "ApplyingChanges" });
    await untilSeen(stack, scene.es);
    await passes(stack, 2);
    expect(stack.object(es)?.phase).toBe("ApplyingChanges");
    clock.move(DEADLINE_MS);
    await passes(stack, 2);
    expect(stack.object(es)).toMatchObject({
      phase: "Stalled",
      cause: { pod: "", reason: "ProgressDeadlineExceeded", message: "phase ApplyingChanges" },
    });
    expect(blockersOf(stack, elasticId("Kibana", stack.namespace, "ui"))).toEqual([
      `Elasticsearch/logs Stalled wants ${OLD} has status reports no version; phase ApplyingChanges`,
    ]);
    await rollOut(scene.es);
    await scene.untilApplied("Kibana");
    expect(stack.object(es)?.phase).toBe("Ready");
    expect((await writesSince(stack, mark)).map(({ name }) => name)).toEqual(["ui"]);
  });

  test("O16: an operator that gets on slowly, for three deadlines and more, never stalls", async () => {
    const clock = movableClock();
    const stack = await openTestStack({ config: CONFIG, clock });
    await stack.commit(elasticFiles(OLD));
    const scene = viewElasticStack(stack);
    const es = elasticId("Elasticsearch", stack.namespace, "logs");
    await scene.untilApplied("Elasticsearch");
    await rollOut(scene.es);
    await passUntil(stack, "it is ready", () => stack.object(es)?.phase === "Ready");
    await stack.commit(elasticFiles(NEW));
    await scene.untilApplied("Elasticsearch");
    const said = [
      { observedGeneration: numberAt(await admin().get(scene.es), "metadata", "generation") ?? 0 },
      { phase: "ApplyingChanges" },
      { health: "yellow" },
      { health: "green" },
      { health: "yellow" },
    ] as const;
    for (const status of said) {
      // oxlint-disable-next-line no-await-in-loop -- one step of the rollout after the other
      await setElasticStatus(admin(), scene.es, status);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await untilSeen(stack, scene.es);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await passes(stack, 1);
      clock.move(DEADLINE_MS * 0.9);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await passes(stack, 1);
      expect(stack.object(es)?.phase).toBe("ApplyingChanges");
    }
    clock.move(DEADLINE_MS * 0.2);
    await passes(stack, 1);
    expect(stack.object(es)?.phase).toBe("Stalled");
  });

  test("O16: a Deployment whose pods get ready one by one, each just within the deadline, never stalls", async () => {
    const clock = movableClock();
    const stack = await openTestStack({ config: CONFIG, clock });
    const { namespace } = stack;
    const db = idOf(stack, "db");
    await stack.commit(manifestFiles(workload("db", "1.0.0", { replicas: 4 })));
    await passUntil(stack, "it runs", (status) => status.inSync);
    const slow = workload("db", "2.0.0", { replicas: 4, isSlow: true });
    const next = await stack.commit(manifestFiles(slow));
    await passUntil(stack, "applied", () => stack.object(db)?.appliedRevision === next);
    for (let ready = 1; ready <= 4; ready += 1) {
      // oxlint-disable-next-line no-await-in-loop -- pod after pod
      const pod = await eventually("another pod runs", async () => {
        await stack.pass();
        const pods = await podsOf(namespace, "db");
        const waiting = pods.filter((each) => isNewAndNotReady(each));
        return pods.length === 5 && waiting.length === 1 ? waiting[0] : undefined;
      });
      // oxlint-disable-next-line no-await-in-loop -- as above
      await untilCounted(stack, ready);
      clock.move(DEADLINE_MS * 0.9);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await passes(stack, 1);
      expect(stack.object(db)?.phase).toBe("ApplyingChanges");
      // oxlint-disable-next-line no-await-in-loop -- as above
      await makeReady(namespace, pod);
    }
    await passUntil(stack, "it runs the next", (status) => status.inSync);
  });
});

/** A chain of three behind db, and two branches that have nothing to do with it. */
function files(dbTag: string, version: string): ReturnType<typeof manifestFiles> {
  return manifestFiles(
    workload("db", dbTag),
    after(workload("api", version), "Deployment.apps/db"),
    after(workload("web", version), "Deployment.apps/api@lockstep"),
    workload("other", version),
    after(workload("on-other", version), "Deployment.apps/other@lockstep"),
    settings("notes", { version }),
  );
}

interface Size {
  readonly replicas?: number;
  readonly isSlow?: boolean;
}

/** No old pod goes before a new one is ready. Kubernetes' own deadline is far away. */
function workload(
  name: string,
  tag: string,
  { replicas = 1, isSlow = false }: Size = {},
): JsonObject {
  const annotations = isSlow ? { "test.lockstep.dev/ready": "never" } : {};
  return deployment(name, {
    spec: {
      replicas,
      strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      template: {
        metadata: { labels: { app: name }, annotations },
        spec: { containers: [{ name, image: `${name}:${tag}` }] },
      },
    },
  });
}

function after(object: JsonObject, target: string): JsonObject {
  return marked(object, { annotations: { "lockstep.dev/after": target } });
}

function idOf(stack: TestStack, name: string): string {
  return idIn(stack.namespace, deployment(name));
}

function isNewAndNotReady(pod: JsonObject): boolean {
  const conditions = listAt(pod, "status", "conditions");
  const isNotReady = conditions.some(
    (each) => textAt(each, "type") === "Ready" && textAt(each, "status") === "False",
  );
  return imageOf(pod) === "db:2.0.0" && isNotReady;
}

/** The agent has seen the Deployment say that so many pods are updated. */
async function untilCounted(stack: TestStack, updated: number): Promise<void> {
  const target = targetIn(stack.namespace, deployment("db"));
  await eventually(`${updated} pods are updated`, async () => {
    const live = await admin().get(target);
    return (
      numberAt(live, "status", "updatedReplicas") === updated &&
      numberAt(live, "status", "replicas") === 5
    );
  });
  await untilSeen(stack, target);
  await stack.pass();
}
