import { describe, expect, test } from "vitest";
import { configMapText, openFakeStack } from "../../support/fake-stack.ts";
import { keyFrom } from "../../support/look-builder.ts";
import { runFakeStack as run } from "../../support/run-fake-stack.ts";
import { editObject } from "../../support/server-side-apply.ts";

describe("the pace of reverts", () => {
  test("seventy edits in seven seconds, each of another object: every one is taken back at once", {
    timeout: 20_000,
  }, async () => {
    const fake = openFakeStack();
    const names = Array.from({ length: 70 }, (_, index) => `m${index}`);
    fake.source.commit(
      Object.fromEntries(names.map((name) => [`${name}.yaml`, configMapText(name, "1")])),
    );
    run(fake);
    await fake.clock.pass(10_000);
    const late: string[] = [];
    for (const name of names) {
      const id = `ConfigMap/shop/${name}`;
      const live = fake.cluster.objects.get(keyFrom(id)) ?? {};
      fake.cluster.put(editObject(live, "kubectl-edit", { data: { x: "9" } }));
      // oxlint-disable-next-line no-await-in-loop -- time goes on in steps
      await fake.clock.pass(100);
      const { data } = fake.cluster.objects.get(keyFrom(id)) ?? {};
      if (JSON.stringify(data) !== '{"x":"1"}') late.push(id);
    }
    expect(late).toEqual([]);
  });
});
