import { expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { passes } from "../support/follow-stack.ts";
import { deployment, manifestFiles } from "../support/kube-manifests.ts";
import { describeReal } from "../support/real-cluster.ts";
import {
  countRollouts,
  create,
  fromSecret,
  openInSync,
  podWithEnv,
  reader,
  secret,
  setData,
} from "../support/restart-scene.ts";
import { openTestStack } from "../support/test-stack.ts";

describeReal("a Secret that many workloads use", () => {
  test("rollAtOnce: no more workloads roll at the same time than the config says", async () => {
    const names = ["a", "b", "c", "d"];
    const all = names.map((name) => reader(name, "db"));
    const stack = await openInSync(all, [secret("db", { x: "one" })], {
      config: ["secrets: { window: 100ms, rollAtOnce: 1 }"],
    });
    await setData(stack, "db", { x: "two" });
    let most = 0;
    await eventually("all have rolled", async () => {
      const { inSync, objects } = await stack.pass();
      most = Math.max(most, objects.filter(({ phase }) => phase === "ApplyingChanges").length);
      const counts = await Promise.all(all.map(async (each) => countRollouts(stack, each)));
      return inSync && counts.every((count) => count === 2) ? true : undefined;
    });
    expect(most).toBe(1);
  });

  test("rollAtOnce: all of them get the next content at once: it may be what they need", async () => {
    const names = ["a", "b", "c"];
    const all = names.map((name) =>
      deployment(name, {
        spec: {
          template: {
            metadata: {
              labels: { app: name },
              annotations: { "test.lockstep.dev/ready": "never" },
            },
            spec: podWithEnv(fromSecret("db")),
          },
        },
      }),
    );
    const stack = await openTestStack({ config: ["secrets: { window: 100ms, rollAtOnce: 1 }"] });
    await create(stack, secret("db", { a: "wrong" }));
    await stack.commit(manifestFiles(...all));
    await eventually("all are there", async () => {
      await stack.pass();
      const counts = await Promise.all(all.map(async (each) => countRollouts(stack, each)));
      return counts.every((count) => count === 1) ? true : undefined;
    });
    await setData(stack, "db", { a: "right" });
    await eventually("all have the next", async () => {
      await stack.pass();
      const counts = await Promise.all(all.map(async (each) => countRollouts(stack, each)));
      return counts.every((count) => count === 2) ? true : undefined;
    });
    await passes(stack, 3);
    const counts = await Promise.all(all.map(async (each) => countRollouts(stack, each)));
    expect(counts).toEqual([2, 2, 2]);
  });
});
