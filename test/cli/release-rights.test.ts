import { afterEach, beforeEach, expect, test } from "vitest";
import { type JsonObject, listAt, textAt } from "../../src/core/object/json.ts";
import { auditMark, auditSince } from "../support/audit-log.ts";
import { checkSchema } from "../support/check-schema.ts";
import { eventually } from "../support/eventually.ts";
import type { Target } from "../support/kube-client.ts";
import { deployment, idIn, manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { entriesOf } from "../support/managed-fields.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { type LockstepResult, lockstep } from "../support/run-lockstep.ts";
import { grantShippedRights } from "../support/shipped-rights.ts";
import { openWorkplace, type Workplace } from "../support/workplace.ts";

const SKY = settings("sky", { colour: "blue" });
const WEB = deployment("web");

describeReal("lockstep release with the rights of the shipped rbac.yaml", () => {
  let place: Workplace;
  beforeEach(async () => {
    place = await openWorkplace();
    const kubeconfig = await grantShippedRights(place);
    await place.configure({ cluster: { kubeconfig } });
    await place.commit(manifestFiles(SKY, WEB));
    await run("sync");
    await place.configure({ cluster: { kubeconfig }, stack: { mode: "off" } });
  });
  afterEach(async () => place.close());

  async function run(...typed: readonly string[]): Promise<LockstepResult> {
    return lockstep(typed, { folder: place.folder });
  }

  /** Takes a verb on a kind away from what the agent may do. */
  async function revoke(role: string, { resource, verb }: { resource: string; verb: string }) {
    const name = `${role}-${place.namespace}`;
    const target = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", name };
    const live = await admin().get(target);
    const rules = listAt(live, "rules").flatMap((rule) => {
      const resources = listAt(rule, "resources");
      if (!resources.includes(resource)) return [rule];
      const verbs = listAt(rule, "verbs").filter((each) => each !== verb);
      const apiGroups = listAt(rule, "apiGroups");
      const others = resources.filter((each) => each !== resource);
      return [
        { apiGroups, resources: [resource], verbs },
        { apiGroups, resources: others, verbs: listAt(rule, "verbs") },
      ];
    });
    await admin().patch(target, { merge: { rules } });
    const account = `system:serviceaccount:${place.agentNamespace}:lockstep`;
    await eventually("the right is gone", async () =>
      (await mayStill(account, { resource, verb })) ? undefined : true,
    );
  }

  async function mayStill(
    user: string,
    { resource, verb }: { resource: string; verb: string },
  ): Promise<boolean> {
    const resourceAttributes = { namespace: place.namespace, verb, resource };
    const review = await admin().create({
      apiVersion: "authorization.k8s.io/v1",
      kind: "SubjectAccessReview",
      metadata: {},
      spec: { user, resourceAttributes },
    });
    return JSON.stringify(review["status"]).includes('"allowed":true');
  }

  async function entries(manifest: JsonObject): Promise<readonly string[]> {
    return entriesOf(await admin().get(targetIn(place.namespace, manifest)));
  }

  test("B14: they are enough to let a stack go whole: its parent and its Lease go, and nothing is refused", async () => {
    const mark = await auditMark();
    const released = await run("release", "shop");
    expect(released).toMatchObject({ code: 0 });
    expect(released.stdout).toContain("2 objects let go");
    expect([...(await entries(SKY)), ...(await entries(WEB))]).not.toContain("lockstep Apply");
    await eventually("nothing of the stack is in the agent's namespace", async () => {
      const found = await Promise.all(ownObjects(place).map(async (each) => admin().find(each)));
      return found.every((each) => each === undefined) ? true : undefined;
    });
    const account = `system:serviceaccount:${place.agentNamespace}:lockstep`;
    const sent = await auditSince(mark, { user: account });
    expect(sent.filter(({ code }) => code === 403)).toEqual([]);
  });

  test("F15: a member that may not be patched is refused by name, the others are let go: exit code 1", async () => {
    await revoke("lockstep-write", { resource: "configmaps", verb: "patch" });
    const released = await run("release", "shop", "--output", "json");
    expect(released.code).toBe(1);
    const objects = listAt(checkSchema("release-document", released.stdout), "objects");
    expect(objects.map((each) => [textAt(each, "id"), textAt(each, "outcome")])).toEqual([
      [idIn(place.namespace, SKY), "refused"],
      [idIn(place.namespace, WEB), "released"],
    ]);
    expect(textAt(objects[0], "message")).toMatch(
      /^ConfigMap\/\S+\/sky: .*cannot patch resource "configmaps".*; grant that, or repeat this as somebody who may$/,
    );
    expect(await entries(SKY)).toContain("lockstep Apply");
    expect(await admin().find(parentOf(place))).toBeDefined();

    const object = await run("release", idIn(place.namespace, SKY));
    expect(object.code).toBe(1);
    expect(object.stdout).toContain(`refused ${idIn(place.namespace, SKY)}: `);
  });

  test("F15: a kind that may not be listed leaves open what the stack has: exit code 3, and the parent stays to say where to look", async () => {
    await revoke("lockstep-read", { resource: "configmaps", verb: "list" });
    const released = await run("release", "shop");
    expect(released.code).toBe(3);
    expect(released.stdout).toMatch(
      /refused ConfigMap: .*cannot list resource "configmaps".*; grant that, or repeat this as somebody who may/,
    );
    expect(await entries(SKY)).toContain("lockstep Apply");
    expect(await entries(WEB)).not.toContain("lockstep Apply");
    expect(await admin().find(parentOf(place))).toBeDefined();

    const kubeconfig = place.user.kubeconfig;
    await place.configure({ cluster: { kubeconfig }, stack: { mode: "off" } });
    expect((await run("release", "shop")).code).toBe(0);
    expect(await entries(SKY)).not.toContain("lockstep Apply");
  });
});

function parentOf({ agentNamespace: namespace }: Workplace): Target {
  return { apiVersion: "v1", kind: "ConfigMap", namespace, name: "lockstep-shop" };
}

function ownObjects(place: Workplace): readonly Target[] {
  const lease = { ...parentOf(place), apiVersion: "coordination.k8s.io/v1", kind: "Lease" };
  return [parentOf(place), lease];
}
