import { expect, onTestFinished, test } from "vitest";
import { type JsonObject, valueAt } from "../../src/core/object/json.ts";
import { auditMark } from "../support/audit-log.ts";
import { eventually } from "../support/eventually.ts";
import { writesSince } from "../support/follow-stack.ts";
import { targetOf } from "../support/kube-client.ts";
import { deployment, idIn, manifestFiles, marked, targetIn } from "../support/kube-manifests.ts";
import { entriesOf, ownersOf } from "../support/managed-fields.ts";
import { person } from "../support/person.ts";
import { admin, describeReal, realCluster } from "../support/real-cluster.ts";
import { briefDrift, replicasOf, synced, web, withBundle } from "../support/released-scene.ts";
import { openTestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";
import { mutatingWebhook } from "../support/webhook-manifests.ts";

function note(key: string): JsonObject {
  return { metadata: { annotations: { [key]: "1" } } };
}

describeReal("Ignored paths", () => {
  test("W6: an ignored path is sent at creation, then never; its difference is listed with who made it", async () => {
    const path = "/spec/template/spec/containers/[name=web]/image";
    const stack = await openTestStack({
      config: [`ignore: [{ kinds: [Deployment.apps], names: [web], path: "${path}" }]`],
    });
    await stack.commit(manifestFiles(web({ image: "web:1.0.0" })));
    const target = targetIn(stack.namespace, web());
    await synced(stack);
    const owned = 'spec.template.spec.containers[{"name":"web"}].image';
    await synced(stack);
    expect(ownersOf(await admin().get(target), owned)).toEqual([]);

    const where = `--namespace=${stack.namespace}`;
    await person(["set", "image", "deployment/web", "web=web:1.5.0", where]);
    await untilSeen(stack, target);
    await stack.commit(manifestFiles(web({ image: "web:1.0.0", tier: "b" })));
    const changed = await synced(stack);
    expect(changed.drift.map(briefDrift)).toEqual([
      `changed ${path} = "web:1.5.0" by kubectl-set: ignored`,
    ]);
    expect(changed.drift[0]?.desired).toBe("web:1.0.0");

    await untilSeen(stack, target);
    await synced(stack);
    const mark = await auditMark();
    await stack.commit(manifestFiles(web({ image: "web:9.0.0", tier: "b" })));
    const status = await synced(stack);
    expect(await writesSince(stack, mark)).toEqual([]);
    expect(status.drift.map(({ desired, action }) => [desired, action])).toEqual([
      ["web:9.0.0", "ignored"],
    ]);
    const live = await admin().get(target);
    expect(valueAt(live, "spec", "template", "spec", "containers", 0, "image")).toBe("web:1.5.0");
    expect(ownersOf(live, owned)).toEqual(["kubectl-set Update"]);
  });

  test("W6: a rule that names a manager ignores what it owns, and nothing of others", async () => {
    const stack = await openTestStack({
      config: ['ignore: [{ path: "/metadata/annotations/*", manager: "tuner*" }]'],
    });
    await stack.commit(manifestFiles(web()));
    const target = targetIn(stack.namespace, web());
    await synced(stack);
    await admin().patch(target, { merge: note("tuned") }, { as: "tuner-1" });
    await admin().patch(target, { merge: note("noted") }, { as: "somebody" });
    await untilSeen(stack, target);
    const status = await stack.sync();
    expect(status.drift.map(briefDrift).toSorted()).toEqual([
      'added /metadata/annotations/noted = "1" by somebody: reverted',
      'added /metadata/annotations/tuned = "1" by tuner-1: ignored',
    ]);
    const live = await admin().get(target);
    expect(valueAt(live, "metadata", "annotations", "tuned")).toBe("1");
    expect(valueAt(live, "metadata", "annotations", "noted")).toBeUndefined();
    expect(entriesOf(live)).toContain("tuner-1 Update");
  });

  test("W6: after its time an ignored path is enforced again, by a timer alone", async () => {
    const until = new Date(Date.now() + 8_000).toISOString();
    const stack = await openTestStack({
      config: [`ignore: [{ path: "/spec/replicas", until: "${until}" }]`, 'schedule: "0 0 1 1 *"'],
    });
    await stack.commit(manifestFiles(web()));
    const target = targetIn(stack.namespace, web());
    stack.start();
    await stack.until("it is in sync", ({ inSync }) => inSync);
    await admin().patch(target, { merge: { spec: { replicas: 5 } } }, { as: "somebody" });
    const ignored = await stack.until("it is ignored", ({ drift }) => drift.length > 0);
    expect(ignored.drift.map(briefDrift)).toEqual([
      "changed /spec/replicas = 5 by somebody: ignored",
    ]);
    expect(Date.now()).toBeLessThan(Date.parse(until));
    await eventually("the path is Git's again", async () => (await replicasOf(target)) === 2);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(until));
  });

  test("W6: inside of a list that is owned as a whole nothing can be ignored; it is said, and the list stays Git's", async () => {
    const stack = await openTestStack({
      config: ['ignore: [{ path: "/spec/template/spec/containers/[name=web]/args/0" }]'],
    });
    const manifest = deployment("web", {
      pod: { containers: [{ name: "web", image: "web:1.0.0", args: ["a", "b"] }] },
    });
    await stack.commit(manifestFiles(manifest));
    const target = targetIn(stack.namespace, manifest);
    await synced(stack);
    const place = "/spec/template/spec/containers/0/args";
    const json = [{ op: "replace", path: place, value: ["x", "b"] }];
    await admin().patch(target, { json }, { as: "somebody" });
    await untilSeen(stack, target);
    const status = await stack.sync();
    const args = ["spec", "template", "spec", "containers", 0, "args"] as const;
    expect(valueAt(await admin().get(target), ...args)).toEqual(["a", "b"]);
    expect(status.lints.map(({ what }) => what)).toEqual([
      "ignore of spec.template.spec.containers[name=web].args[0] has no effect on " +
        `${idIn(stack.namespace, manifest)}: spec.template.spec.containers[name=web].args is owned as a whole; ignore that`,
    ]);
  });

  test("F6: the CA bundle that cert-manager injects over a placeholder in Git stays over later commits", async () => {
    const stack = await openTestStack();
    const ask = { annotations: { "cert-manager.io/inject-ca-from": "shop/web" } };
    const bare = mutatingWebhook(`web-${stack.name}`);
    const asking = marked(withBundle(bare, "UExBQ0VIT0xERVI="), ask);
    const target = targetOf(asking);
    onTestFinished(async () => admin().delete(target));
    await admin().create({ ...asking, metadata: { name: target.name } }, { as: "helm" });
    await stack.commit(manifestFiles(asking));
    await synced(stack);
    const bundle = Buffer.from(realCluster().ca).toString("base64");
    const injected = { ...withBundle(bare, bundle), metadata: { name: target.name } };
    await admin().apply(injected, { as: "cert-manager-cainjector", force: true });
    await untilSeen(stack, target);
    await synced(stack);
    await stack.commit(manifestFiles(marked(asking, { labels: { tier: "b" } })));
    const status = await synced(stack);
    const live = await admin().get(target);
    expect(valueAt(live, "webhooks", 0, "clientConfig", "caBundle")).toBe(bundle);
    expect(valueAt(live, "metadata", "labels", "tier")).toBe("b");
    expect(status.drift.filter(({ path }) => path.includes("caBundle"))).toEqual([]);
  });
});
