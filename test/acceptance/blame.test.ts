import { expect, test } from "vitest";
import { blameObject } from "../../src/agent/blame-object.ts";
import { PLAIN } from "../../src/cli/palette.ts";
import { renderBlame } from "../../src/cli/render-blame.ts";
import { renderJson } from "../../src/cli/render-json.ts";
import type { Json, JsonObject } from "../../src/core/object/json.ts";
import { checkSchema } from "../support/check-schema.ts";
import { type Target } from "../support/kube-client.ts";
import { manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { autoscaler, scale, synced, web } from "../support/released-scene.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

/** What `blame` prints of an object, the head first, without ages. */
async function blamed(stack: TestStack, manifest: JsonObject): Promise<readonly string[]> {
  const { name } = targetIn(stack.namespace, manifest);
  const id = { ...idParts(manifest), namespace: stack.namespace, name };
  const answer = await blameObject(stack.stack, id);
  if (answer.kind !== "found") throw new Error(`blame answers ${answer.kind}`);
  checkSchema("blame", renderJson(answer.blame));
  const text = renderBlame(answer.blame, { nowMs: Date.now(), palette: PLAIN });
  return text.split("\n").map((line) => line.trim().replaceAll(/ +/g, " "));
}

function idParts({ apiVersion = "", kind = "" }: JsonObject): { group: string; kind: string } {
  const [group = "", version] = asText(apiVersion).split("/");
  return { group: version === undefined ? "" : group, kind: asText(kind) };
}

function asText(value: Json): string {
  return typeof value === "string" ? value : "";
}

async function edit(stack: TestStack, target: Target, data: JsonObject): Promise<void> {
  await admin().patch(target, { merge: { data } }, { as: "painter" });
  await untilSeen(stack, target);
}

describeReal("Who owns what, as it is judged", () => {
  test("F1, F8: a released path says by what it is given up, whoever holds it", async () => {
    const stack = await openTestStack({ config: ['ignore: [{ path: "/metadata/labels/tier" }]'] });
    await stack.commit(manifestFiles(web(), autoscaler()));
    await synced(stack);
    const target = targetIn(stack.namespace, web());
    await scale(target, 5);
    await admin().patch(target, { merge: { metadata: { labels: { tier: "z" } } } }, { as: "anna" });
    await untilSeen(stack, target);
    const lines = await blamed(stack, web());
    const hpa = `HorizontalPodAutoscaler.autoscaling/${stack.namespace}/web`;
    // Who scales what nobody owns is not recorded.
    expect(lines).toContain(`nobody spec.replicas = 5 (released: ${hpa} sets it; Git says 2)`);
    expect(lines.find((line) => line.includes("labels.tier"))).toMatch(
      /^anna Update \S+ metadata\.labels\.tier = "z" \(released by a rule \(ignore \/metadata\/labels\/tier\); Git says "a"\)$/,
    );
  });

  test("B19, F1: what Git has not rolled out yet is no fault of whoever holds what was applied", async () => {
    const stack = await openTestStack();
    const applied = await stack.commit(manifestFiles(settings("sea", { sky: "blue", deep: "9" })));
    await synced(stack);
    const target = targetIn(stack.namespace, settings("sea", {}));
    await edit(stack, target, { deep: "11" });
    await stack.commit(manifestFiles(settings("sea", { sky: "red", deep: "10" })), "Not synced");
    const [head, ...lines] = await blamed(stack, settings("sea", {}));
    expect(head).toMatch(new RegExp(`applied at ${applied.slice(0, 7)}$`));
    expect(lines.find((line) => line.includes("data.sky"))).toMatch(
      /^lockstep Apply \S+ data\.sky = "blue"$/,
    );
    expect(lines.find((line) => line.includes("data.deep"))).toMatch(
      /^painter Update \S+ data\.deep = "11" \(foreign: Git sets it; Git says "9"\)$/,
    );
    expect(lines.find((line) => line.includes("revision"))).toMatch(/\(Lockstep's own mark\)$/);
  });

  test("F1: where the commit that was applied cannot be had, Git's newest counts, and that is said", async () => {
    const stack = await openTestStack();
    await stack.commit(manifestFiles(settings("sea", { sky: "blue" })));
    await synced(stack);
    const newest = await stack.commit(manifestFiles(settings("sea", { sky: "red" })), "Not synced");
    const lost = { metadata: { annotations: { "lockstep.dev/revision": "f".repeat(40) } } };
    await admin().patch(targetIn(stack.namespace, settings("sea", {})), { merge: lost });
    const [head, ...lines] = await blamed(stack, settings("sea", {}));
    expect(head).toMatch(new RegExp(`applied at fffffff, judged by Git at ${newest.slice(0, 7)}$`));
    expect(lines.find((line) => line.includes("data.sky"))).toContain('Git says "red"');
  });
});
