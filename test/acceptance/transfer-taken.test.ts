import { expect, test } from "vitest";
import { objectAt } from "../../src/core/object/json.ts";
import { manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { ownersOf } from "../support/managed-fields.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

describeReal("What others hold of Git's", () => {
  test("B7: a value that somebody changed and changed back goes with the pass in which Git drops it, and is nobody's addition", async () => {
    const stack = await openTestStack();
    const colours = settings("colours", { sky: "blue", sea: "green" });
    const target = targetIn(stack.namespace, colours);
    await stack.commit(manifestFiles(colours));
    await stack.sync();
    for (const sky of ["dark", "blue"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await admin().patch(target, { merge: { data: { sky } } }, { as: "k9s" });
    }
    await untilSeen(stack, target);
    await stack.pass();
    expect(ownersOf(await admin().get(target), "data.sky")).toEqual(["k9s Update"]);

    await stack.commit(manifestFiles(settings("colours", { sea: "green" })));
    const { drift } = await stack.pass();

    expect(objectAt(await admin().get(target), "data")).toEqual({ sea: "green" });
    await untilSeen(stack, target);
    expect([drift, (await stack.pass()).drift]).toEqual([[], []]);
  });
});
