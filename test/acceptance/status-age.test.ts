import { expect, test } from "vitest";
import { readWatchedStatus } from "../../src/agent/read-watched-status.ts";
import { PLAIN } from "../../src/cli/palette.ts";
import { renderStatus } from "../../src/cli/render-status.ts";
import { auditMark, auditSince } from "../support/audit-log.ts";
import { eventually } from "../support/eventually.ts";
import { MINUTE_MS } from "../support/fight-scene.ts";
import { manifestFiles, settings } from "../support/kube-manifests.ts";
import { movableClock } from "../support/movable-clock.ts";
import { describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

/** What `status` says in a process of its own, the sentence and what stands below it. */
async function saidBy(like: TestStack, clock = movableClock()): Promise<readonly string[]> {
  const asking = await openTestStack({ like, clock });
  const mark = await auditMark();
  const status = await readWatchedStatus(asking.stack);
  expect(await auditSince(mark, { user: asking.user.name, isWrite: true })).toEqual([]);
  const stacks = status === undefined ? [] : [status];
  const text = renderStatus({ stacks }, { nowMs: clock.now(), palette: PLAIN });
  return text.split("\n").filter((line) => !line.startsWith("    ") && !line.startsWith("  tier"));
}

describeReal("How old a status is", () => {
  test("B9, F1: in sync is said with its age, and that nobody looks after it, once the agent has ended", async () => {
    const stack = await openTestStack();
    await stack.commit(manifestFiles(settings("sea", { sky: "blue" })));
    expect((await stack.sync()).inSync).toBe(true);
    // A sync gives the Lease back.
    expect(await saidBy(stack)).toEqual([
      expect.stringMatching(/: in sync at [0-9a-f]{7} \(1 object\), as of \d+s ago$/),
      expect.stringMatching(/^ {2}unwatched: no agent holds the stack's Lease: /),
      "",
    ]);
    const later = movableClock();
    later.move(180 * MINUTE_MS);
    expect((await saidBy(stack, later))[0]).toMatch(/\(1 object\), as of 3h\d*m? ago$/);
  });

  test("B9, F1: an agent that finds nothing to do is seen by its Lease; one that was killed is not, after that has run out", async () => {
    const stack = await openTestStack();
    await stack.commit(manifestFiles(settings("sea", { sky: "blue" })));
    stack.start();
    const current = await eventually("it is in sync", async () => {
      const said = await saidBy(stack);
      return said[0]?.includes("in sync") === true ? said : undefined;
    });
    expect(current).toEqual([expect.stringMatching(/: in sync at [0-9a-f]{7} \(1 object\)$/), ""]);
    // As after a kill: the Lease names its holder, and an hour has passed.
    const later = movableClock();
    later.move(60 * MINUTE_MS);
    expect(await saidBy(stack, later)).toEqual([
      expect.stringMatching(/\(1 object\), as of (?:1h|59m\d*s?|1h0m) ago$/),
      expect.stringMatching(/^ {2}unwatched: /),
      "",
    ]);
  });
});
