import { expect, test } from "vitest";
import { type JsonObject, valueAt } from "../../src/core/object/json.ts";
import { interpose } from "../support/interpose.ts";
import type { Target } from "../support/kube-client.ts";
import { manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { entriesOf, entryOf } from "../support/managed-fields.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

async function updateAs(as: string, target: Target, merge: JsonObject): Promise<void> {
  await admin().patch(target, { merge }, { as });
}

async function applyAs(as: string, { namespace = "", name }: Target, data: JsonObject) {
  await admin().apply(settings(name, data, { namespace }), { as, force: true });
}

describeReal("A second writer between two requests", () => {
  test.each(["beforeDryRun", "beforeProbe", "beforePatch", "beforeApply", "afterApply"] as const)(
    "F5: %s: what Git drops and what the writer added goes, and nothing of anybody with a right to it is lost",
    async (point) => {
      const armed: Target[] = [];
      async function write(): Promise<void> {
        const target = armed.pop();
        if (target === undefined) return;
        await updateAs("tuner", target, { metadata: { annotations: { tuned: "late" } } });
        await applyAs("late", target, { two: "2", late: "1" });
      }
      const stack = await openTestStack({
        config: ["ownership: { allow: [{ manager: tuner }, { manager: keeper }] }"],
        wrapCluster: (cluster) =>
          interpose(cluster, {
            [point]: async (request?: {
              readonly ref: { readonly id: { readonly name: string } };
            }) => {
              // The parent of the stack is written, too.
              if (request === undefined || request.ref.id.name === "a") await write();
            },
          }),
      });
      const target = targetIn(stack.namespace, settings("a", {}));
      await stack.commit(manifestFiles(settings("a", { one: "1", two: "2" })));
      await stack.sync();
      await updateAs("keeper", target, { data: { kept: "yes" } });
      await applyAs("peer", target, { two: "2", extra: "1" });
      const before = await admin().get(target);
      await stack.commit(manifestFiles(settings("a", { one: "1" })));
      await untilSeen(stack, target);
      armed.push(target);

      expect((await stack.sync()).inSync).toBe(true);
      await untilSeen(stack, target);
      await stack.sync();

      const after = await admin().get(target);
      expect(armed).toEqual([]);
      expect(after["data"]).toEqual({ one: "1", kept: "yes" });
      expect(valueAt(after, "metadata", "annotations", "tuned")).toBe("late");
      expect(entryOf(after, "keeper Update")).toEqual(entryOf(before, "keeper Update"));
      expect(entriesOf(after).toSorted()).toEqual([
        "keeper Update",
        "lockstep Apply",
        "tuner Update",
      ]);
    },
  );
});
