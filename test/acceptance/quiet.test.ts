import { expect, onTestFinished, test } from "vitest";
import { type JsonObject, textAt } from "../../src/core/object/json.ts";
import { resourceVersionOf } from "../../src/core/object/live-object.ts";
import { type AuditEntry, auditMark, auditSince, briefEntry } from "../support/audit-log.ts";
import { eventually } from "../support/eventually.ts";
import { passes } from "../support/follow-stack.ts";
import type { Target } from "../support/kube-client.ts";
import { manifestFiles } from "../support/kube-manifests.ts";
import { gadgetCrd, oddManifests } from "../support/odd-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

/** Each object of the stack, by what its id says. */
const KINDS: Readonly<Record<string, string>> = {
  Gadget: "",
  RoleBinding: "rbac.authorization.k8s.io/v1",
  ClusterRoleBinding: "rbac.authorization.k8s.io/v1",
  Role: "rbac.authorization.k8s.io/v1",
  Deployment: "apps/v1",
  Service: "v1",
  Secret: "v1",
  ConfigMap: "v1",
  NetworkPolicy: "networking.k8s.io/v1",
  Ingress: "networking.k8s.io/v1",
  PodDisruptionBudget: "policy/v1",
  CronJob: "batch/v1",
  Pod: "v1",
};

async function openOddStack(): Promise<{
  readonly stack: TestStack;
  readonly targets: readonly Target[];
}> {
  const stack = await openTestStack();
  const { name: suffix, namespace } = stack;
  const group = `${suffix}.test.lockstep.dev`;
  const crd = gadgetCrd(group);
  await stack.commit({ ...manifestFiles(crd), "odd.yaml": oddManifests(suffix, group) });
  const targets = Object.entries(KINDS).map(([kind, apiVersion]) =>
    kind.startsWith("Cluster")
      ? { apiVersion, kind, name: `odd-${suffix}` }
      : { apiVersion: apiVersion || `${group}/v1`, kind, namespace, name: "odd" },
  );
  onTestFinished(async () => {
    await admin().delete({
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      name: `gadgets.${group}`,
    });
    await admin().delete({
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRoleBinding",
      name: `odd-${suffix}`,
    });
  });
  const status = await stack.sync();
  const unready = status.objects.filter(({ phase }) => phase !== "Ready");
  expect(unready.map(({ id, phase, blockers }) => ({ id, phase, blockers }))).toEqual([]);
  expect(status).toMatchObject({ inSync: true, problems: [], refusals: [], drift: [] });
  return { stack, targets };
}

async function requestsSince(stack: TestStack, mark: number): Promise<readonly AuditEntry[]> {
  const entries = await auditSince(mark, { user: stack.user.name });
  return entries.filter(({ verb }) => verb !== "watch");
}

/** Passes until one has asked nothing and the parent tells how things are: it is written once a second at most. */
async function settle(stack: TestStack): Promise<void> {
  const { agentNamespace: namespace, name } = stack;
  const parent = { apiVersion: "v1", kind: "ConfigMap", namespace, name: `lockstep-${name}` };
  await eventually("a pass that asks nothing", async () => {
    const mark = await auditMark();
    await stack.pass();
    if ((await requestsSince(stack, mark)).length > 0) return false;
    const told = textAt(await admin().get(parent), "data", "status.json") ?? "";
    // How often this run wrote is told with the next news only.
    const { writes: _, ...present } = stack.stack.status;
    expect(JSON.parse(told)).toMatchObject({ stacks: [present] });
    return true;
  });
}

async function versionsOf(targets: readonly Target[]): Promise<readonly string[]> {
  return Promise.all(
    targets.map(async (target) => {
      const live: JsonObject = await admin().get(target);
      return `${target.kind} ${resourceVersionOf(live)}`;
    }),
  );
}

describeReal("Quiet when converged", () => {
  test("A3: twenty passes over empty lists, numbers, quantities and defaults write nothing", async () => {
    const { stack, targets } = await openOddStack();
    await settle(stack);
    const before = await versionsOf(targets);
    const mark = await auditMark();

    await passes(stack, 20);

    const writes = await auditSince(mark, { user: stack.user.name, isWrite: true });
    expect(writes.map(briefEntry)).toEqual([]);
    expect(await versionsOf(targets)).toEqual(before);
  });

  test("B9: a converged pass makes no request; after a restart one dry run for each object, then none", async () => {
    const { stack, targets } = await openOddStack();
    await settle(stack);
    const mark = await auditMark();
    await passes(stack, 5);
    expect((await requestsSince(stack, mark)).map(briefEntry)).toEqual([]);

    const restarted = await openTestStack({ like: stack });
    const start = await auditMark();
    expect((await restarted.pass()).inSync).toBe(true);
    const asked = await requestsSince(restarted, start);
    const objects = [...targets.map(({ name }) => name), `gadgets.${stack.name}.test.lockstep.dev`];
    const dryRuns = asked.filter(({ isDryRun }) => isDryRun);
    expect(dryRuns.map(({ verb, name, code }) => `${verb} ${name} ${code}`).toSorted()).toEqual(
      objects.map((name) => `patch ${name} 200`).toSorted(),
    );
    const others = asked.filter(
      ({ isDryRun, verb }) => !isDryRun && !["get", "list"].includes(verb),
    );
    expect(others.map(briefEntry)).toEqual([]);
    await settle(restarted);
    const later = await auditMark();
    await passes(restarted, 5);
    expect((await requestsSince(restarted, later)).map(briefEntry)).toEqual([]);
  });
});
