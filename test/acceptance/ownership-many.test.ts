import { expect, test } from "vitest";
import type { JsonObject } from "../../src/core/object/json.ts";
import { auditMark, auditSince, briefEntry } from "../support/audit-log.ts";
import { passes, writesSince } from "../support/follow-stack.ts";
import { interpose } from "../support/interpose.ts";
import type { Target } from "../support/kube-client.ts";
import { manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { comparableText, entriesOf, entryOf } from "../support/managed-fields.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

/** Names on both sides of ours, so that each role's entry stands in each position of the server's list. */
const NAMES = ["aaa", "bbb", "xxx", "zzz"] as const;

function permutations<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  if (items.length === 0) return [[]];
  return items.flatMap((first, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [first, ...rest]),
  );
}

async function updateAs(as: string, target: Target, patch: JsonObject): Promise<void> {
  await admin().patch(target, { merge: patch }, { as });
}

async function applyAs(as: string, target: Target, fields: JsonObject): Promise<void> {
  const { namespace, name } = target;
  await admin().apply(settings(name, fields, { namespace: namespace ?? "" }), { as });
}

describeReal("Several foreign managers at once", () => {
  test.each([
    { what: "the allowed one updates", isApply: false },
    { what: "the allowed one applies", isApply: true },
  ])(
    "F4: three foreign entries in any position are reverted and no allowed entry is lost; $what",
    async ({ isApply }) => {
      const paths = "['/data/kept']";
      const stack = await openTestStack({
        config: [`ownership: { allow: [{ manager: '*', paths: ${paths} }] }`],
      });
      const objects = permutations(NAMES).map((names, index) => ({
        names,
        manifest: settings(`web-${index}`, { mode: "fast" }),
      }));
      await stack.commit(manifestFiles(...objects.map(({ manifest }) => manifest)));
      await stack.sync();
      const befores = await Promise.all(
        objects.map(async ({ names: [one = "", two = "", three = "", allowed = ""], manifest }) => {
          const target = targetIn(stack.namespace, manifest);
          const kept = { kept: "yes" };
          await (isApply
            ? applyAs(allowed, target, kept)
            : updateAs(allowed, target, { data: kept }));
          const before = await admin().get(target);
          await updateAs(one, target, { data: { mode: "slow", one: "1" } });
          await applyAs(two, target, { two: "2" });
          await updateAs(three, target, { metadata: { labels: { three: "3" } } });
          return { target, before, allowed: `${allowed} ${isApply ? "Apply" : "Update"}` };
        }),
      );
      await untilSeen(stack, ...befores.map(({ target }) => target));

      expect((await stack.sync()).inSync).toBe(true);

      for (const { target, before, allowed } of befores) {
        // oxlint-disable-next-line no-await-in-loop -- one object after the other
        const after = await admin().get(target);
        expect(comparableText(after)).toBe(comparableText(before));
        expect(entriesOf(after).toSorted()).toEqual([allowed, "lockstep Apply"].toSorted());
        expect(entryOf(after, allowed)).toEqual(entryOf(before, allowed));
      }
      const mark = await auditMark();
      await passes(stack, 3);
      expect(await writesSince(stack, mark)).toEqual([]);
    },
  );

  test("F5: a writer between our read and our ownership patch makes it a conflict; it is planned again and nobody's ownership is lost", async () => {
    const manifest = settings("web", { mode: "fast" });
    const ran: Target[] = [];
    async function beforePatch(): Promise<void> {
      const target = ran.pop();
      if (target === undefined) return;
      await updateAs("tuner", target, { metadata: { annotations: { tuned: "yes" } } });
      await applyAs("late", target, { late: "1" });
    }
    const stack = await openTestStack({
      config: ["ownership: { allow: [{ manager: tuner }] }"],
      wrapCluster: (cluster) => interpose(cluster, { beforePatch }),
    });
    const target = targetIn(stack.namespace, manifest);
    await stack.commit(manifestFiles(manifest));
    await stack.sync();
    await updateAs("kubectl-edit", target, { data: { extra: "1" } });
    await untilSeen(stack, target);
    ran.push(target);
    const mark = await auditMark();

    const status = await stack.sync();

    const sent = await auditSince(mark, {
      user: stack.user.name,
      namespace: stack.namespace,
      isWrite: true,
    });
    expect(sent.filter(({ resource }) => resource === "configmaps").map(briefEntry)).toEqual([
      "patch configmaps/web 409",
      "patch configmaps/web 200",
      "patch configmaps/web 200",
    ]);
    const after = await admin().get(target);
    expect(after["data"]).toEqual({ mode: "fast" });
    expect(after["metadata"]).toMatchObject({ annotations: { tuned: "yes" } });
    expect(entriesOf(after).toSorted()).toEqual(["lockstep Apply", "tuner Update"]);
    expect(entryOf(after, "tuner Update")).toMatchObject({
      fieldsV1: { "f:metadata": { "f:annotations": { "f:tuned": {} } } },
    });
    expect(status.drift.map(({ path, manager }) => `${path} ${manager}`)).toEqual([
      "/data/extra kubectl-edit",
      "/data/late late",
    ]);
  });

  test("F5: a writer between our ownership patch and our apply makes the apply a conflict; the addition still goes, and its writer is named", async () => {
    const manifest = settings("web", { mode: "fast" });
    const ran: Target[] = [];
    const stack = await openTestStack({
      config: ["ownership: { allow: [{ manager: tuner }] }"],
      wrapCluster: (cluster) =>
        interpose(cluster, {
          async beforeApply({ ref }) {
            const target = ref.id.name === "web" ? ran.pop() : undefined;
            if (target === undefined) return;
            await updateAs("tuner", target, { metadata: { annotations: { tuned: "yes" } } });
          },
        }),
    });
    const target = targetIn(stack.namespace, manifest);
    await stack.commit(manifestFiles(manifest));
    await stack.sync();
    await updateAs("kubectl-edit", target, { data: { extra: "1" } });
    await untilSeen(stack, target);
    ran.push(target);
    const mark = await auditMark();

    const status = await stack.sync();

    expect(status.inSync).toBe(true);
    expect(status.drift.map(({ path, manager, action }) => [path, manager, action])).toEqual([
      ["/data/extra", "kubectl-edit", "reverted"],
    ]);

    const sent = await auditSince(mark, {
      user: stack.user.name,
      namespace: stack.namespace,
      isWrite: true,
    });
    expect(sent.filter(({ resource }) => resource === "configmaps").map(briefEntry)).toEqual([
      "patch configmaps/web 200",
      "patch configmaps/web 409",
      "patch configmaps/web 200",
    ]);
    const after = await admin().get(target);
    expect(after["data"]).toEqual({ mode: "fast" });
    expect(entriesOf(after).toSorted()).toEqual(["lockstep Apply", "tuner Update"]);
  });
});
