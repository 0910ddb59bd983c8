import { expect, onTestFinished, test } from "vitest";
import { isJsonList, objectAt, textAt, valueAt } from "../../src/core/object/json.ts";
import type { DriftStatus, StackStatus } from "../../src/core/report/status-document.ts";
import { passUntil } from "../support/follow-stack.ts";
import { type Target, targetOf } from "../support/kube-client.ts";
import { deployment, manifestFiles } from "../support/kube-manifests.ts";
import { comparableText, entriesOf, entryOf, ownersOf } from "../support/managed-fields.ts";
import { installWebhook } from "../support/mutating-webhook.ts";
import {
  PROTECTED_FIELDS,
  type ProtectedField,
  patchAsX,
  scaleAsX,
  withoutReplicas,
  X,
} from "../support/protected-fields.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";
import { TOOL_FIELDS } from "../support/tool-fields.ts";
import { untilSeen } from "../support/until-seen.ts";

function isNeighbour({ path }: DriftStatus): boolean {
  return path === "/metadata/labels/neighbour";
}

const CLUSTER_SCOPED: readonly string[] = [
  "MutatingWebhookConfiguration",
  "ValidatingWebhookConfiguration",
  "CustomResourceDefinition",
  "APIService",
];
const ROWS = [...PROTECTED_FIELDS, ...TOOL_FIELDS];

/** A sync waits for what has to become ready. */
async function settle(stack: TestStack, { isNeverReady }: ProtectedField): Promise<StackStatus> {
  return isNeverReady === true ? stack.pass() : stack.sync();
}

describeReal("Never touched", () => {
  test.each(ROWS)("F6: $what stays when a label beside it is reverted", async (row) => {
    await row.serve?.();
    const stack = await openTestStack();
    const manifest = row.manifest(`web-${stack.name}`);
    const { kind } = targetOf(manifest);
    const target: Target = CLUSTER_SCOPED.includes(kind)
      ? targetOf(manifest)
      : { ...targetOf(manifest), namespace: stack.namespace };
    onTestFinished(async () => admin().delete(target));
    const existing = await row.existing?.(target.name, stack.namespace);
    if (existing !== undefined) {
      const metadata = { ...objectAt(existing, "metadata"), namespace: stack.namespace };
      await admin().create({ ...existing, metadata }, { as: X });
    }
    await stack.commit(manifestFiles(manifest));
    await passUntil(
      stack,
      "it is applied",
      ({ objects: [object] }) => object?.appliedRevision !== "",
    );
    await row.protect?.(target);
    await untilSeen(stack, target);
    await passUntil(
      stack,
      "it is in sync",
      ({ inSync, objects: [object], drift }) =>
        inSync || (row.isNeverReady === true && object?.action === "keep" && drift.length === 0),
    );

    const before = await admin().get(target);
    expect(row.valueOf(before)).toBeDefined();
    expect(entriesOf(before)).toEqual(expect.arrayContaining([...(row.entries ?? [])]));
    const owners = (row.ownedByX ?? []).flatMap((path) => ownersOf(before, path));
    expect(owners).toEqual((row.ownedByX ?? []).map(() => `${X} Update`));
    await patchAsX(target, { metadata: { labels: { neighbour: "x" } } });
    await untilSeen(stack, target);
    const status = await settle(stack, row);

    const after = await admin().get(target);
    expect(comparableText(after)).toBe(comparableText(before));
    expect(row.valueOf(after)).toEqual(row.valueOf(before));
    expect(textAt(after, "metadata", "labels", "neighbour")).toBeUndefined();
    expect(status.drift.filter(isNeighbour).map(({ action }) => action)).toEqual(["reverted"]);
    const entries = row.entries ?? [];
    expect(entries.map((name) => entryOf(after, name))).toEqual(
      entries.map((name) => entryOf(before, name)),
    );
  });

  test("F6: replicas that Git left to a scaler stay, with the scaler's entry, when a label beside them is reverted", async () => {
    const stack = await openTestStack();
    const manifest = deployment("web");
    const target: Target = { ...targetOf(manifest), namespace: stack.namespace };
    await stack.commit(manifestFiles(manifest));
    await stack.sync();
    await scaleAsX(target, 3);
    await untilSeen(stack, target);
    await stack.commit(manifestFiles(withoutReplicas(manifest)));
    await stack.sync();

    const before = await admin().get(target);
    const entry = `${X} Update scale`;
    expect(entriesOf(before)).toContain(entry);
    await patchAsX(target, { metadata: { labels: { neighbour: "x" } } });
    await untilSeen(stack, target);
    await stack.sync();

    const after = await admin().get(target);
    expect(comparableText(after)).toBe(comparableText(before));
    expect(valueAt(after, "spec", "replicas")).toBe(3);
    expect(entryOf(after, entry)).toEqual(entryOf(before, entry));
  });

  test("F6: what a webhook injects and what the server defaults stays when a label beside it is reverted", async () => {
    const stack = await openTestStack();
    const side = { name: "proxy", image: "proxy:1.0.0" };
    await installWebhook({
      namespace: stack.namespace,
      apiGroup: "apps",
      resource: "deployments",
      mutate: (object) => {
        const containers = valueAt(object, "spec", "template", "spec", "containers");
        const isThere = isJsonList(containers) && containers.length > 1;
        return isThere
          ? []
          : [{ op: "add", path: "/spec/template/spec/containers/-", value: side }];
      },
    });
    const manifest = deployment("web");
    const target: Target = { ...targetOf(manifest), namespace: stack.namespace };
    await stack.commit(manifestFiles(manifest));
    await stack.sync();

    const before = await admin().get(target);
    expect(valueAt(before, "spec", "template", "spec", "containers", 1, "name")).toBe("proxy");
    await patchAsX(target, { metadata: { labels: { neighbour: "x" } } });
    await untilSeen(stack, target);
    const status = await stack.sync();

    expect(comparableText(await admin().get(target))).toBe(comparableText(before));
    expect(status.drift.map(({ path, action }) => `${path} ${action}`)).toEqual([
      "/metadata/labels/neighbour reverted",
    ]);
  });
});
