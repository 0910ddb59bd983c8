import { expect, test } from "vitest";
import { type JsonObject, numberAt, textAt } from "../../src/core/object/json.ts";
import { type AuditEntry, auditMark, auditSince } from "../support/audit-log.ts";
import { blockersOf, passes, passUntil } from "../support/follow-stack.ts";
import { deployment, idIn, manifestFiles, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

describeReal("the order of workloads that roll", () => {
  test("B1: api is not upgraded while a pod of the old db lives, not even one that is only terminating", async () => {
    const stack = await openTestStack();
    await stack.commit(manifestFiles(workload("db", "1.0.0"), apiAfterDb("1.0.0")));
    stack.start();
    await stack.until("both run", (status) => status.inSync);
    const old = new Set((await podsOf(stack, "db")).map(nameOf));
    expect(old.size).toBe(2);

    const mark = await auditMark();
    const next = await stack.commit(manifestFiles(workload("db", "2.0.0"), apiAfterDb("2.0.0")));
    await stack.until("both run the next", (status) => status.inSync && status.revision === next);
    const { user } = stack;
    const seen = await auditSince(mark, { namespace: stack.namespace });
    const living = new Set(old);
    const story = seen.flatMap((entry) => {
      if (isEnd(entry) && living.delete(entry.name)) return ["an old db pod is gone"];
      const isOurs = entry.user === user.name && entry.resource === "deployments";
      return isOurs && entry.verb === "patch" && !entry.isDryRun
        ? [`${entry.name} is written`]
        : [];
    });
    expect(story).toEqual([
      "db is written",
      "an old db pod is gone",
      "an old db pod is gone",
      "api is written",
    ]);
  });

  test("B1: a db that never gets ready at its new version holds api, and says so", async () => {
    const stack = await openTestStack();
    await stack.commit(manifestFiles(workload("db", "1.0.0"), apiAfterDb("1.0.0")));
    await passUntil(stack, "both run", (status) => status.inSync);
    const api = targetIn(stack.namespace, apiAfterDb("1.0.0"));
    const before = await admin().get(api);
    const broken = workload("db", "2.0.0", { "test.lockstep.dev/ready": "never" });
    await stack.commit(manifestFiles(broken, apiAfterDb("2.0.0")));
    await passUntil(stack, "the new pod is there", (status) =>
      status.objects.some((each) => each.version.running.length === 2),
    );
    await passes(stack, 5);
    expect(blockersOf(stack, idIn(stack.namespace, apiAfterDb("1.0.0")))).toEqual([
      "Deployment/db VersionBehind wants 2.0.0 has 1.0.0",
    ]);
    const { metadata, spec } = await admin().get(api);
    expect(spec).toEqual(before["spec"]);
    expect(numberAt(metadata, "generation")).toBe(numberAt(before, "metadata", "generation"));
  });
});

/** Two pods that take a while to stop. */
function workload(name: string, version: string, annotations: JsonObject = {}): JsonObject {
  return deployment(name, {
    spec: {
      replicas: 2,
      template: {
        metadata: {
          labels: { app: name },
          annotations: { "test.lockstep.dev/stops-after": "1500ms", ...annotations },
        },
        spec: { containers: [{ name, image: `${name}:${version}` }] },
      },
    },
  });
}

function apiAfterDb(version: string): JsonObject {
  const { spec, ...rest } = workload("api", version);
  const annotations = { "lockstep.dev/after": "Deployment.apps/db@lockstep" };
  return { ...rest, metadata: { name: "api", annotations }, spec: spec ?? {} };
}

async function podsOf(stack: TestStack, app: string): Promise<readonly JsonObject[]> {
  const { namespace } = stack;
  return admin().list({ apiVersion: "v1", kind: "Pod", namespace }, `app=${app}`);
}

function nameOf(object: JsonObject): string {
  return textAt(object, "metadata", "name") ?? "";
}

/** The request by which a pod's node says that it has stopped. A busy node may say so again when the pod is gone. */
function isEnd(entry: AuditEntry): boolean {
  return (
    entry.verb === "delete" &&
    entry.resource === "pods" &&
    entry.code === 200 &&
    entry.userAgent.startsWith("kwok")
  );
}
