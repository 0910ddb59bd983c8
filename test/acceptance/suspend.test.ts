import { expect, test } from "vitest";
import { suspendStack } from "../../src/agent/suspend-stack.ts";
import { textAt } from "../../src/core/object/json.ts";
import { auditMark } from "../support/audit-log.ts";
import { passes, writesSince } from "../support/follow-stack.ts";
import { manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { patchAsX } from "../support/protected-fields.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

const SKY = settings("sky", { colour: "blue" });
const GREY = settings("sky", { colour: "grey" });

async function colourOf({ namespace }: TestStack): Promise<string | undefined> {
  return textAt(await admin().get(targetIn(namespace, SKY)), "data", "colour");
}

describeReal("A suspended stack", () => {
  test("a running agent writes nothing of it until it is resumed, and says why", async () => {
    const stack = await openTestStack();
    await stack.commit(manifestFiles(SKY));
    stack.start();
    await stack.until("it is in sync", ({ inSync }) => inSync);
    const person = await openTestStack({ like: stack });
    await suspendStack(person.stack, { reason: "freeze", until: "" });
    await stack.until("it is seen", ({ suspended }) => suspended?.reason === "freeze");

    const mark = await auditMark();
    const commit = await stack.commit(manifestFiles(GREY));
    await patchAsX(targetIn(stack.namespace, SKY), { data: { cloud: "white" } });
    const held = await stack.until(
      "both are seen",
      ({ revision, drift }) => revision === commit && drift.length > 0,
    );
    expect([held.inSync, await writesSince(stack, mark)]).toEqual([false, []]);
    expect(await colourOf(stack)).toBe("blue");

    await suspendStack(person.stack, undefined);
    await stack.until("it goes on", ({ inSync, suspended }) => inSync && suspended === undefined);
    expect(await colourOf(stack)).toBe("grey");
  });

  test("one that ends by itself goes on then, and a restart remembers it", async () => {
    const stack = await openTestStack();
    await stack.commit(manifestFiles(SKY));
    await stack.sync();
    await suspendStack(stack.stack, {
      reason: "",
      until: new Date(Date.now() + 4_000).toISOString(),
    });
    await stack.commit(manifestFiles(GREY));
    const later = await openTestStack({ like: stack });
    await passes(later, 2);
    expect(later.stack.status.suspended).toBeDefined();
    expect(await colourOf(later)).toBe("blue");
    later.start();
    await later.until("it goes on", ({ inSync }) => inSync);
    expect(await colourOf(later)).toBe("grey");
  });
});
