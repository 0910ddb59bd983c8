import { randomBytes } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { type JsonObject, listAt } from "../../src/core/object/json.ts";
import { eventually } from "../support/eventually.ts";
import { passUntil } from "../support/follow-stack.ts";
import { targetOf } from "../support/kube-client.ts";
import { idIn, manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { gadgetCrd } from "../support/odd-manifests.ts";
import { patchAsX } from "../support/protected-fields.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

const KEPT = settings("kept", { a: "1" });
const BASE = settings("base", { a: "1" });

/** A kind of the test's own, and an object of it that needs `base`. */
function gadgets(): {
  readonly definition: JsonObject;
  readonly gadget: JsonObject & { readonly apiVersion: string };
} {
  const group = `g${randomBytes(4).toString("hex")}.test.lockstep.dev`;
  const definition = gadgetCrd(group);
  onTestFinished(async () => admin().delete(targetOf(definition)));
  const annotations = { "lockstep.dev/after": "ConfigMap/base@exists" };
  const metadata = { name: "one", annotations };
  const gadget = { apiVersion: `${group}/v1`, kind: "Gadget", metadata, spec: { size: 1 } };
  return { definition, gadget };
}

async function serve(definition: JsonObject, served: boolean): Promise<void> {
  const json = [{ op: "replace", path: "/spec/versions/0/served", value: served }];
  await admin().patch(targetOf(definition), { json });
}

function scopeOf({ stack }: TestStack): readonly string[] {
  return stack.parent?.content.scope.kinds ?? [];
}

/** The garbage collector may need a minute to learn of a new kind; only then it lets go of what is deleted. */
async function letGo(stack: TestStack, gadget: JsonObject): Promise<void> {
  const target = targetIn(stack.namespace, gadget);
  await eventually("the gadget is being deleted", async () => {
    const { orphans } = await stack.pass();
    if (!orphans.some(({ reason }) => reason.includes("foregroundDeletion"))) {
      return (await admin().find(target)) === undefined;
    }
    await patchAsX(target, { metadata: { finalizers: null } });
    return true;
  });
}

describeReal("Prune of kinds that come and go", () => {
  test("O19: a definition goes with its objects, and nothing is left waiting for them", async () => {
    const { definition, gadget } = gadgets();
    const stack = await openTestStack({
      config: ["prune: { protected: [CustomResourceDefinition.apiextensions.k8s.io] }"],
    });
    const files = manifestFiles(definition, BASE, gadget);
    await stack.commit({ ...manifestFiles(KEPT), ...files });
    await stack.sync();
    await stack.commit(Object.fromEntries(Object.keys(files).map((file) => [file, null])));
    await letGo(stack, gadget);
    await passUntil(
      stack,
      "all is gone, and the kinds are forgotten",
      ({ inSync, orphans }) =>
        inSync && orphans.length === 0 && scopeOf(stack).join() === "ConfigMap",
    );
    expect(await admin().find(targetOf(definition))).toBeUndefined();
    expect(await admin().find(targetIn(stack.namespace, BASE))).toBeUndefined();
  });

  test("O19: objects of a kind that is not served now are not gone: what they need stays", async () => {
    const { definition, gadget } = gadgets();
    await admin().create(definition);
    await eventually("it is served", async () => {
      const live = await admin().get(targetOf(definition));
      return listAt(live, "status", "conditions").length > 1;
    });
    const stack = await openTestStack();
    await stack.commit(manifestFiles(KEPT, BASE, gadget));
    await stack.sync();
    await serve(definition, false);
    await stack.commit(
      Object.fromEntries(Object.keys(manifestFiles(BASE, gadget)).map((file) => [file, null])),
    );
    const base = idIn(stack.namespace, BASE);
    const waits = await passUntil(
      stack,
      "the gadgets are out of sight",
      ({ orphans }) =>
        orphans.length === 1 && orphans[0]?.reason.includes("does not serve") === true,
    );
    expect(waits.orphans.map(({ id, action }) => `${action} ${id}`)).toEqual([`hold ${base}`]);
    await stack.pass();
    expect(await admin().find(targetIn(stack.namespace, BASE))).toBeDefined();
    expect(scopeOf(stack).some((kind) => kind.startsWith("Gadget."))).toBe(true);
    await serve(definition, true);
    await letGo(stack, gadget);
    await passUntil(stack, "all is gone", ({ inSync, orphans }) => inSync && orphans.length === 0);
    expect(await admin().find(targetIn(stack.namespace, BASE))).toBeUndefined();
    expect(
      await admin().list({
        apiVersion: gadget.apiVersion,
        kind: "Gadget",
        namespace: stack.namespace,
      }),
    ).toEqual([]);
  });
});
