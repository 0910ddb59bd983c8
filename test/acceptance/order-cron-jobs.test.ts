import { expect, test } from "vitest";
import { type JsonObject, objectAt, valueAt } from "../../src/core/object/json.ts";
import { idOf, labelOf, uidOf } from "../../src/core/object/live-object.ts";
import { eventually } from "../support/eventually.ts";
import { blockersOf, passes, passUntil } from "../support/follow-stack.ts";
import type { Files } from "../support/git-repository.ts";
import { deployment, idIn, manifestFiles, marked, targetIn } from "../support/kube-manifests.ts";
import { person } from "../support/person.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack } from "../support/test-stack.ts";

/** A database and what dumps it: only when somebody starts it. */
function database(version: string): Files {
  return manifestFiles(db(version), cronJob(version));
}

const RUNS_LONG = { annotations: { "test.lockstep.dev/completes-after": "10m" } };

function db(version: string): JsonObject {
  return deployment("db", { pod: { containers: [{ name: "db", image: `db:${version}` }] } });
}

function cronJob(version: string): JsonObject {
  const annotations = { "lockstep.dev/after": "Deployment.apps/db@lockstep" };
  const spec = { restartPolicy: "Never", containers: [{ name: "dump", image: `dump:${version}` }] };
  const written: JsonObject = {
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: { name: "dump" },
    spec: {
      schedule: "0 0 1 1 *",
      suspend: true,
      jobTemplate: { spec: { template: { metadata: RUNS_LONG, spec } } },
    },
  };
  return marked(written, { annotations });
}

const STARTED = "dump-29412345";

/** The Job that the controller makes when the time has come, named after that minute. */
function startedBy(cron: JsonObject): JsonObject {
  const { namespace, name } = idOf(cron);
  const owner = { apiVersion: "batch/v1", kind: "CronJob", name, uid: uidOf(cron) };
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { namespace, name: STARTED, ownerReferences: [{ ...owner, controller: true }] },
    spec: objectAt(cron, "spec", "jobTemplate", "spec") ?? {},
  };
}

describeReal("CronJobs and versions", () => {
  test("O17: a target is lowered when the Jobs that its CronJob started with the higher version are gone", async () => {
    const stack = await openTestStack();
    const { namespace } = stack;
    const [target, dependent] = [db("2.0.0"), cronJob("2.0.0")];
    await stack.commit(database("2.0.0"));
    await passUntil(stack, "both are there", ({ inSync }) => inSync);
    const started = startedBy(await admin().get(targetIn(namespace, dependent)));
    await admin().create(started);
    await eventually("its pod is there", async () => {
      const pods = await admin().list({ apiVersion: "v1", kind: "Pod", namespace });
      return pods.some((pod) => labelOf(pod, "job-name") === STARTED);
    });

    const next = await stack.commit(database("1.0.0"));
    await passUntil(stack, "the CronJob is lowered", ({ objects }) =>
      objects.some(({ id, appliedRevision }) => id.includes("CronJob") && appliedRevision === next),
    );
    await passes(stack, 5);
    expect(blockersOf(stack, idIn(namespace, target))).toEqual([
      "CronJob/dump VersionAhead wants 1.0.0 has 2.0.0",
    ]);
    // A Job of the old version never holds the CronJob itself: it ends by itself.
    expect(stack.object(idIn(namespace, dependent))?.phase).toBe("Ready");

    await person(["delete", "job", STARTED, `--namespace=${namespace}`]);
    await passUntil(stack, "both are lowered", ({ inSync }) => inSync);
    const image = ["spec", "template", "spec", "containers", 0, "image"];
    expect(valueAt(await admin().get(targetIn(namespace, target)), ...image)).toBe("db:1.0.0");
  });
});
