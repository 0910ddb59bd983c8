import { expect, test } from "vitest";
import { type JsonObject, objectAt } from "../../src/core/object/json.ts";
import { auditMark } from "../support/audit-log.ts";
import { passes, writesSince } from "../support/follow-stack.ts";
import { deployment } from "../support/kube-manifests.ts";
import { describeReal } from "../support/real-cluster.ts";
import {
  countRollouts,
  fromSecret,
  openInSync,
  passUntilRolled,
  podWithEnv,
  reader,
  secret,
  setData,
} from "../support/restart-scene.ts";
import type { TestStack } from "../support/test-stack.ts";

function ofKind(kind: "StatefulSet" | "DaemonSet", name: string, pod: JsonObject): JsonObject {
  const like = deployment(name, { pod });
  const { selector = {}, template = {} } = objectAt(like, "spec") ?? {};
  const more = kind === "StatefulSet" ? { replicas: 1, serviceName: name } : {};
  return { ...like, kind, spec: { selector, template, ...more } };
}

const WEB = reader("web", "db");
const QUEUE = ofKind("StatefulSet", "queue", podWithEnv(fromSecret("db")));
const PROBE = ofKind("DaemonSet", "probe", podWithEnv(fromSecret("db")));
const OTHER = deployment("other");

async function rolloutsOf(stack: TestStack): Promise<readonly number[]> {
  return Promise.all([WEB, QUEUE, PROBE, OTHER].map(async (each) => countRollouts(stack, each)));
}

describeReal("the content of a Secret changes", () => {
  test("S1: each workload that uses it in its namespace rolls once, and nothing else does", async () => {
    const workloads = [WEB, QUEUE, PROBE, OTHER];
    const stack = await openInSync(workloads, [secret("db", { password: "one" })]);
    const elsewhere = await openInSync([WEB], [secret("db", { password: "one" })]);
    expect(await rolloutsOf(stack)).toEqual([1, 1, 1, 1]);
    await setData(stack, "db", { password: "two" });
    await passUntilRolled(stack, [WEB, QUEUE, PROBE], 2);
    const mark = await auditMark();
    await passes(stack, 3);
    await passes(elsewhere, 3);
    expect(await rolloutsOf(stack)).toEqual([2, 2, 2, 1]);
    expect(await countRollouts(elsewhere, WEB)).toBe(1);
    expect([...(await writesSince(stack, mark)), ...(await writesSince(elsewhere, mark))]).toEqual(
      [],
    );
  });
});
