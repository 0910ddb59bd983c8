import { expect, test } from "vitest";
import { findConsumers } from "../../src/agent/find-consumers.ts";
import { type JsonObject, objectAt } from "../../src/core/object/json.ts";
import { auditMark } from "../support/audit-log.ts";
import { elasticObject } from "../support/elastic-objects.ts";
import { eventually } from "../support/eventually.ts";
import { passes, shortId, writesSince } from "../support/follow-stack.ts";
import { guestObject, serveGuest } from "../support/guest-kinds.ts";
import { manifestFiles, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import {
  countRollouts,
  create,
  fromSecret,
  podWithEnv,
  reader,
  secret,
  setData,
} from "../support/restart-scene.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

const WEB = reader("web", "db");
const POD = podWithEnv(fromSecret("db"));
const ENGINE = guestObject("Engine", "engine", { machine: { template: { spec: POD } } });

function job(kind: "Job" | "CronJob"): JsonObject {
  const spec = { template: { spec: { ...POD, restartPolicy: "Never" } } };
  return {
    apiVersion: "batch/v1",
    kind,
    metadata: { name: kind.toLowerCase() },
    spec: kind === "Job" ? spec : { schedule: "0 0 1 1 *", jobTemplate: { spec } },
  };
}

const SEARCH = elasticObject(
  "Elasticsearch",
  { name: "main" },
  {
    version: "9.1.0",
    nodeSets: [{ name: "default", count: 1, podTemplate: { spec: POD } }],
  },
);

async function openWith(
  manifests: readonly JsonObject[],
  ...config: readonly string[]
): Promise<TestStack> {
  const stack = await openTestStack({ config });
  await create(stack, secret("db", { a: "one" }));
  await stack.commit(manifestFiles(...manifests));
  await eventually("all are there and known", async () => {
    await stack.pass();
    const live = await Promise.all(
      manifests.map(async (each) => admin().find(targetIn(stack.namespace, each))),
    );
    return live.every((each) => each !== undefined) ? true : undefined;
  });
  await passes(stack, 2);
  return stack;
}

/** `Deployment/web restart: its reason`. */
async function consumersOf(stack: TestStack): Promise<readonly string[]> {
  const id = { group: "", kind: "Secret", namespace: "", name: "db" };
  const found = await findConsumers(stack.stack, id);
  if (found.kind === "unknown") return ["unknown"];
  return found.answer.consumers.map((each) => `${shortId(each.id)} ${each.effect}: ${each.why}`);
}

describeReal("kinds that are not Kubernetes' own, or have no pods that are replaced", () => {
  test("S1: a custom kind restarts by an annotation on its pod template, wherever the config says that it is", async () => {
    await serveGuest("Engine");
    const stack = await openWith(
      [ENGINE],
      "secrets: { window: 300ms, templates: [{ kind: Engine.machines.example, path: spec.machine.template }] }",
    );
    expect(await contentsOf(stack)).toHaveLength(1);
    const before = (await contentsOf(stack))[0];
    await setData(stack, "db", { a: "two" });
    await eventually("its template changes", async () => {
      await stack.pass();
      return (await contentsOf(stack))[0] === before ? undefined : true;
    });
    expect(await contentsOf(stack)).toHaveLength(1);
    const mark = await auditMark();
    await passes(stack, 3);
    expect(await writesSince(stack, mark)).toEqual([]);
    expect(await consumersOf(stack)).toEqual([
      "Engine/engine restart: it has the label lockstep.dev/watched-by: lockstep",
    ]);
  });

  test("S1: Jobs, CronJobs, Elastic kinds and a custom kind without a word in the config are never written; those whose pods are found are named as consumers", async () => {
    await serveGuest("Engine");
    const others = [ENGINE, job("Job"), job("CronJob"), SEARCH];
    const stack = await openWith([WEB, ...others], "secrets: { window: 300ms }");
    const mark = await auditMark();
    await setData(stack, "db", { a: "two" });
    await eventually("web rolls", async () => {
      await stack.pass();
      return (await countRollouts(stack, WEB)) === 2 ? true : undefined;
    });
    await passes(stack, 3);
    const written = (await writesSince(stack, mark)).map(({ resource }) => resource);
    expect(new Set(written)).toEqual(new Set(["deployments"]));
    expect(await consumersOf(stack)).toEqual([
      "CronJob/cronjob next-run: its next run reads what is there then",
      "Deployment/web restart: it has the label lockstep.dev/watched-by: lockstep",
      "Elasticsearch/main none: its operator restarts what it runs by itself",
      "Job/job none: a Job cannot be changed: it reads what is there when it begins",
    ]);
  });
});

async function contentsOf(stack: TestStack): Promise<readonly string[]> {
  const live = await admin().get(targetIn(stack.namespace, ENGINE));
  const annotations = objectAt(live, "spec", "machine", "template", "metadata", "annotations");
  return Object.entries(annotations ?? {}).flatMap(([key, value]) =>
    key.startsWith("lockstep.dev/content-") ? [JSON.stringify(value)] : [],
  );
}
