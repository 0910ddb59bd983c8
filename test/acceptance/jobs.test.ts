import { expect, test } from "vitest";
import type { JsonObject } from "../../src/core/object/json.ts";
import { uidOf } from "../../src/core/object/live-object.ts";
import { conditionStatus } from "../../src/core/rollout/condition.ts";
import { type AuditEntry, auditMark, auditSince } from "../support/audit-log.ts";
import { denyNewJobs } from "../support/deny-by-policy.ts";
import { eventually } from "../support/eventually.ts";
import { passes, passUntil } from "../support/follow-stack.ts";
import { idIn, manifestFiles, marked, settings, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

const AFTER = settings(
  "after",
  { a: "1" },
  { annotations: { "lockstep.dev/after": "Job.batch/migrate" } },
);

function migrate(tag: string, more: JsonObject = {}, annotations: JsonObject = {}): JsonObject {
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name: "migrate" },
    spec: {
      backoffLimit: 0,
      template: {
        metadata: { annotations },
        spec: { restartPolicy: "Never", containers: [{ name: "run", image: `run:${tag}` }] },
      },
      ...more,
    },
  };
}

const RECREATED = { annotations: { "lockstep.dev/recreate": "allowed" } };

async function writesOfJob(stack: TestStack, mark: number): Promise<readonly string[]> {
  const entries: readonly AuditEntry[] = await auditSince(mark, {
    user: stack.user.name,
    resource: "jobs",
    isWrite: true,
  });
  return entries.filter(({ code }) => code < 300).map(({ verb, code }) => `${verb} ${code}`);
}

function hasEnded(stack: TestStack): boolean {
  return [...stack.stack.memory.values()].some(({ ended }) => ended !== undefined);
}

function phaseOf(stack: TestStack, object: JsonObject): string | undefined {
  return stack.object(idIn(stack.namespace, object))?.phase;
}

async function untilGone(stack: TestStack, job: JsonObject): Promise<void> {
  const target = targetIn(stack.namespace, job);
  await eventually("the Job is gone", async () => (await admin().find(target)) === undefined);
}

describeReal("Jobs", () => {
  test("B18: a Job gates its dependents by completion, is Done when its TTL took it, and never runs again", async () => {
    const job = migrate(
      "1",
      { ttlSecondsAfterFinished: 1 },
      { "test.lockstep.dev/completes-after": "1s" },
    );
    const stack = await openTestStack();
    const mark = await auditMark();
    await stack.commit(manifestFiles(job, AFTER));
    await passUntil(stack, "the Job runs", () => phaseOf(stack, job) === "ApplyingChanges");
    expect(await admin().find(targetIn(stack.namespace, AFTER))).toBeUndefined();
    await passUntil(stack, "all is done", ({ inSync }) => inSync);
    expect(await admin().find(targetIn(stack.namespace, AFTER))).toBeDefined();

    await untilGone(stack, job);
    await passUntil(stack, "it is seen", () => phaseOf(stack, job) === "Done");
    await passes(stack, 3);
    expect([phaseOf(stack, job), stack.stack.status.inSync, stack.stack.status.drift]).toEqual([
      "Done",
      true,
      [],
    ]);
    expect(await writesOfJob(stack, mark)).toEqual(["patch 201"]);

    const later = await openTestStack({ like: stack });
    await later.commit(
      manifestFiles(
        job,
        AFTER,
        settings("third", {}, { annotations: { "lockstep.dev/after": "Job.batch/migrate" } }),
      ),
    );
    expect(await later.sync()).toMatchObject({ inSync: true });
    expect(phaseOf(later, job)).toBe("Done");
    expect(await writesOfJob(stack, mark)).toEqual(["patch 201"]);
  });

  test("B18: a Job that goes as it ends is Done although no look saw it end, and never runs again", async () => {
    const job = migrate(
      "1",
      { ttlSecondsAfterFinished: 0 },
      { "test.lockstep.dev/completes-after": "1s" },
    );
    const stack = await openTestStack();
    const mark = await auditMark();
    await stack.commit(manifestFiles(job, AFTER));
    await stack.pass();
    await untilGone(stack, job);
    await passUntil(stack, "all is done", ({ inSync }) => inSync);
    await passes(stack, 3);
    expect([phaseOf(stack, job), stack.stack.status.drift]).toEqual(["Done", []]);
    expect(await writesOfJob(stack, mark)).toEqual(["patch 201"]);
    expect(await admin().find(targetIn(stack.namespace, AFTER))).toBeDefined();
  });

  test("B18: a Job that failed opens no gate, and does not run again when it is gone", async () => {
    const job = migrate("fail-1");
    const stack = await openTestStack();
    const mark = await auditMark();
    await stack.commit(manifestFiles(job, AFTER));
    const status = await stack.sync();
    expect([status.inSync, phaseOf(stack, job), phaseOf(stack, AFTER)]).toEqual([
      false,
      "Stalled",
      "DelayingChanges",
    ]);
    await eventually("the server says that it failed", async () => {
      const live = await admin().get(targetIn(stack.namespace, job));
      return conditionStatus(live, "Failed") === "True";
    });
    await passUntil(stack, "it is seen", () => hasEnded(stack));
    await admin().delete(targetIn(stack.namespace, job));
    await untilGone(stack, job);
    await stack.sync();
    expect([phaseOf(stack, job), phaseOf(stack, AFTER)]).toEqual(["Stalled", "DelayingChanges"]);
    expect(await writesOfJob(stack, mark)).toEqual(["patch 201"]);
  });

  test("B18: a Job whose successor a policy does not let in stays, and the status says so", async () => {
    const stack = await openTestStack();
    const old = marked(migrate("1"), RECREATED);
    await stack.commit(manifestFiles(old));
    await stack.sync();
    const before = await admin().get(targetIn(stack.namespace, old));
    const denied = marked(migrate("denied"), RECREATED);
    await denyNewJobs(stack.namespace, { ...denied, metadata: { name: "trial" } });
    const mark = await auditMark();
    await stack.commit(manifestFiles(denied));
    const { refusals } = await stack.sync();
    await passes(stack, 2);
    expect(refusals.map(({ message }) => message)).toEqual([
      expect.stringContaining("it is not deleted to be made anew, because a new one is refused"),
    ]);
    expect(await writesOfJob(stack, mark)).toEqual([]);
    expect(uidOf(await admin().get(targetIn(stack.namespace, old)))).toBe(uidOf(before));
  });

  test("B18: a changed Job is refused with what helps; with leave it is made anew, and its pods do not stay", async () => {
    const stack = await openTestStack();
    await stack.commit(manifestFiles(migrate("1"), AFTER));
    await stack.sync();
    await stack.commit(manifestFiles(migrate("2"), AFTER));
    const refused = await stack.sync();
    expect(refused.refusals.map(({ message }) => message)).toEqual([
      expect.stringContaining(
        'with lockstep.dev/recreate: "allowed" in Git it is deleted and made anew',
      ),
    ]);

    const mark = await auditMark();
    await stack.commit(manifestFiles(marked(migrate("2"), RECREATED), AFTER));
    expect(await stack.sync()).toMatchObject({ inSync: true, refusals: [] });
    expect(await writesOfJob(stack, mark)).toEqual(["delete 200", "patch 201"]);
    const pods = await admin().list({ apiVersion: "v1", kind: "Pod", namespace: stack.namespace });
    expect(JSON.stringify(pods)).not.toContain("run:1");
  });
});
