import { expect, test } from "vitest";
import { blameObject } from "../../src/agent/blame-object.ts";
import { findDifferences } from "../../src/agent/find-differences.ts";
import { textAt } from "../../src/core/object/json.ts";
import { auditMark } from "../support/audit-log.ts";
import { writesSince } from "../support/follow-stack.ts";
import { idIn, manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { entryOf } from "../support/managed-fields.ts";
import { person } from "../support/person.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const COLOURS = settings("colours", { sky: "blue", sea: "green", sun: "red" });

/** In sync, then watched by an agent that only observes. */
async function openWatched(): Promise<TestStack> {
  const synced = await openTestStack();
  await synced.commit(manifestFiles(COLOURS));
  expect((await synced.sync()).inSync).toBe(true);
  const stack = await openTestStack({ like: synced, config: ["mode: observe"] });
  await stack.pass();
  return stack;
}

/** `kubectl edit` with a shell command as editor. */
async function edit({ namespace }: TestStack, editor: string): Promise<void> {
  await person(["edit", "configmap", "colours", `--namespace=${namespace}`], { editor });
}

async function driftOf(stack: TestStack): Promise<readonly string[]> {
  const { drift } = await stack.pass();
  return drift.map(
    ({ class: kind, path, manager, operation, attribution }) =>
      `${kind} ${path} by ${manager === "" ? "nobody" : `${manager} ${operation}`} (${attribution})`,
  );
}

describeReal("Who removed it", () => {
  test("B5: who removes a field and adds another in one edit is named; who only removes is not; after a restart nobody is", async () => {
    const stack = await openWatched();
    const target = targetIn(stack.namespace, COLOURS);
    await edit(stack, "sed -i '/^  sky: /d; s/^data:$/data:\\n  moon: white/'");
    await edit(stack, "sed -i '/^  sea: /d'");
    await untilSeen(stack, target);

    expect(await driftOf(stack)).toEqual([
      "added /data/moon by kubectl-edit Update (recorded)",
      "removed /data/sea by nobody (unknown)",
      "removed /data/sky by kubectl-edit Update (recorded)",
    ]);
    const restarted = await openTestStack({ like: stack, config: ["mode: observe"] });
    expect(await driftOf(restarted)).toEqual([
      "added /data/moon by kubectl-edit Update (recorded)",
      "removed /data/sea by nobody (unknown)",
      "removed /data/sky by nobody (unknown)",
    ]);
  });

  test("B5: an enforcing agent names the remover of what it puts back", async () => {
    const stack = await openTestStack();
    await stack.commit(manifestFiles(COLOURS));
    await stack.sync();
    await edit(stack, "sed -i '/^  sky: /d; s/^  sun: red$/  sun: dark/'");
    await untilSeen(stack, targetIn(stack.namespace, COLOURS));

    const { drift, inSync } = await stack.sync();

    expect(inSync).toBe(true);
    expect(
      drift.map(({ class: kind, path, manager, action }) => [kind, path, manager, action]),
    ).toEqual([
      ["removed", "/data/sky", "kubectl-edit", "reverted"],
      ["changed", "/data/sun", "kubectl-edit", "reverted"],
    ]);
  });

  test("F16: a forged name is told as recorded, (lockstep, Update) is foreign; drift and blame write nothing", async () => {
    const stack = await openWatched();
    const target = targetIn(stack.namespace, COLOURS);
    await admin().patch(target, { merge: { data: { sky: "dark" } } }, { as: "lockstep" });
    await admin().patch(
      target,
      { merge: { data: { moon: "1" } } },
      { as: "kube-controller-manager" },
    );
    await untilSeen(stack, target);
    const mark = await auditMark();

    const { differences } = await findDifferences(stack.stack);
    const answer = await blameObject(stack.stack, {
      group: "",
      kind: "ConfigMap",
      namespace: "",
      name: "colours",
    });

    expect(differences.map(({ words }) => `${words.what}: ${words.certainty}`)).toEqual([
      expect.stringMatching(
        /^lockstep changed data\.sky from "blue" to "dark": recorded: .*names can be forged$/,
      ),
    ]);
    const blame = answer.kind === "found" ? answer.blame : undefined;
    expect(blame?.id).toBe(idIn(stack.namespace, COLOURS));
    const told = (blame?.fields ?? []).flatMap(({ where, owners }) =>
      owners.map(
        (each) => `${where} ${each.manager} ${each.operation} ${each.standing} ${each.at}`,
      ),
    );
    const live = await admin().get(target);
    for (const [where, who, standing] of [
      ["data.sky", "lockstep Update", "foreign"],
      ["data.moon", "kube-controller-manager Update", "allowed"],
      ["data.sun", "lockstep Apply", "own"],
    ] as const) {
      expect(told).toContain(`${where} ${who} ${standing} ${textAt(entryOf(live, who), "time")}`);
    }
    expect(await writesSince(stack, mark)).toEqual([]);
  });
});
