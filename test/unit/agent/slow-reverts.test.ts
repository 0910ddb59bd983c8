import { expect, test } from "vitest";
import { configMapText, openFakeStack } from "../../support/fake-stack.ts";
import { keyFrom } from "../../support/look-builder.ts";
import { runFakeStack as run } from "../../support/run-fake-stack.ts";
import { editObject } from "../../support/server-side-apply.ts";

const A = "ConfigMap/shop/a";

test("somebody who writes against every revert is answered five times at once, then after 1, 2 and every 5 minutes; one series of Events tells it", async () => {
  const fake = openFakeStack();
  fake.source.commit({ "a.yaml": configMapText("a", "1") });
  const running = run(fake);
  await fake.clock.pass(10_000);
  function countOf(line: string): number {
    return fake.cluster.writes().filter((each) => each.endsWith(line)).length;
  }
  const before = { object: countOf(A), parent: countOf("lockstep-shop") };
  const conditions = new Set<string>();
  for (let second = 0; second < 600; second += 1) {
    const sky = fake.cluster.objects.get(keyFrom(A))?.["data"];
    if (JSON.stringify(sky) === '{"x":"1"}') {
      const live = fake.cluster.objects.get(keyFrom(A)) ?? {};
      fake.cluster.put(editObject(live, "rival", { data: { x: `r${second}` } }));
    }
    // oxlint-disable-next-line no-await-in-loop -- time goes on in steps
    await fake.clock.pass(1_000);
    const contested = running.statuses.at(-1)?.fights.some((each) => each.contested);
    if (second > 10) conditions.add(String(contested));
  }
  // 5 in the first seconds, then at about 1, 3 and 8 minutes.
  expect(countOf(A) - before.object).toBe(8);
  expect(conditions).toEqual(new Set(["true"]));
  expect(running.statuses.at(-1)?.fights).toMatchObject([
    { id: A, path: "/data/x", managers: ["rival"], count: 8, contested: true },
  ]);
  const told = fake.cluster.events.filter(({ reason }) => reason === "Contested");
  expect(told.map(({ isSeries }) => isSeries)).toEqual([true, true, true, true]);
  expect(told.at(-1)?.note).toBe("rival took data.x 8 times: reverts go on, more slowly");
  // Each revert and each taking is news of the status, and no more than that is written.
  expect(countOf("lockstep-shop") - before.parent).toBeLessThanOrEqual(3 * 8);

  await fake.clock.pass(4 * 60_000);
  await fake.clock.pass(11 * 60_000);
  expect(running.statuses.at(-1)).toMatchObject({
    inSync: true,
    fights: [{ count: 9, contested: false }],
    objects: [{ conditions: [] }],
  });
});
