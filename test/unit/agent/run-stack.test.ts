import { describe, expect, test } from "vitest";
import { createWakeUp } from "../../../src/agent/wake-up.ts";
import { ClusterError } from "../../../src/core/cluster-error.ts";
import type { LeaseState } from "../../../src/ports/lease-port.ts";
import { settle } from "../../support/fake-clock.ts";
import { fakeLease } from "../../support/fake-lease.ts";
import { configMapText, type FakeStack, openFakeStack } from "../../support/fake-stack.ts";
import { yaml } from "../../support/graph-builders.ts";
import { keyFrom } from "../../support/look-builder.ts";
import { runFakeStack as run } from "../../support/run-fake-stack.ts";
import { editObject } from "../../support/server-side-apply.ts";

const A = "ConfigMap/shop/a";

function valueOf({ cluster }: FakeStack, id = A): unknown {
  return cluster.objects.get(keyFrom(id))?.["data"];
}

/** Two ConfigMaps, `b` after `a`, that hold the value. */
function pair(value: string): Record<string, string> {
  const after = "{ lockstep.dev/after: ConfigMap/shop/a@exists }";
  return { "a.yaml": configMapText("a", value), "b.yaml": configMapText("b", value, after) };
}

describe("runStack", () => {
  test("brings the cluster to what Git says, then rests: no timer asks anything more", async () => {
    const fake = openFakeStack();
    fake.source.commit(pair("1"));
    const running = run(fake);
    await fake.clock.pass(10_000);
    expect([valueOf(fake), valueOf(fake, "ConfigMap/shop/b")]).toEqual([{ x: "1" }, { x: "1" }]);
    const before = [running.passes(), fake.cluster.requests.length];
    await fake.clock.pass(3_600_000);
    expect([running.passes(), fake.cluster.requests.length]).toEqual(before);
  });

  test("a tick of the schedule in a converged stack asks the cluster nothing", async () => {
    const fake = openFakeStack();
    fake.source.commit(pair("1"));
    const running = run(fake);
    await fake.clock.pass(10_000);
    const before = fake.cluster.requests.length;
    running.tick();
    await fake.clock.pass(10_000);
    expect(fake.cluster.requests.length).toBe(before);
  });

  test("a foreign edit is seen by the watch and reverted", async () => {
    const fake = openFakeStack();
    fake.source.commit(pair("1"));
    run(fake);
    await fake.clock.pass(10_000);
    const live = fake.cluster.objects.get(keyFrom(A)) ?? {};
    fake.cluster.put(editObject(live, "kubectl-edit", yaml("data: {x: '9', y: '2'}")));
    await fake.clock.pass(1_000);
    expect(valueOf(fake)).toEqual({ x: "1" });
  });

  test("within a large budget somebody who writes against every revert is answered once a second in the end", {
    timeout: 20_000,
  }, async () => {
    const fake = openFakeStack({ config: ["fights: { budget: 100 }"] });
    fake.source.commit({ "a.yaml": configMapText("a", "1") });
    run(fake);
    await fake.clock.pass(10_000);
    function writesOfA(): number {
      return fake.cluster.writes().filter((line) => line.endsWith(A)).length;
    }
    /** Writes against us ten times a second, for twenty seconds. */
    async function fight(): Promise<number> {
      const before = writesOfA();
      for (let round = 0; round < 200; round += 1) {
        const live = fake.cluster.objects.get(keyFrom(A)) ?? {};
        fake.cluster.put(editObject(live, "rival", { data: { x: `r${round}` } }));
        // oxlint-disable-next-line no-await-in-loop -- time goes on in steps
        await fake.clock.pass(100);
      }
      return writesOfA() - before;
    }
    expect(await fight()).toBeGreaterThan(20);
    const inTheEnd = await fight();
    expect(inTheEnd).toBeGreaterThan(7);
    expect(inTheEnd).toBeLessThanOrEqual(21);
  });

  test.each([
    { what: "before each dry run", request: `dry-run ${A}` },
    { what: "before each write", request: `apply ${A}` },
  ])(
    "somebody who writes $what: never in sync, contested, and over when he stops",
    async ({ request }) => {
      const fake = openFakeStack();
      fake.source.commit({ "a.yaml": configMapText("a", "1") });
      const { statuses: seen } = run(fake);
      await fake.clock.pass(4_000);
      let round = 0;
      function writeAgainst(): void {
        round += 1;
        const live = fake.cluster.objects.get(keyFrom(A)) ?? {};
        fake.cluster.put(editObject(live, "rival", { data: { x: `r${round}` } }));
      }
      fake.cluster.onRequest = (line) => {
        if (line === request) writeAgainst();
      };
      seen.length = 0;
      writeAgainst();
      await fake.clock.pass(4_000);
      expect(seen.filter(({ inSync }) => inSync)).toEqual([]);
      expect(seen.at(-1)?.objects[0]?.conditions.map(({ type }) => type)).toContain("Contested");

      fake.cluster.onRequest = () => undefined;
      await fake.clock.pass(3_000);
      expect([seen.at(-1)?.inSync, seen.at(-1)?.objects[0]?.conditions]).toEqual([true, []]);
      expect(valueOf(fake)).toEqual({ x: "1" });
    },
  );

  test("a new commit supersedes the running pass between two steps", async () => {
    const fake = openFakeStack();
    fake.source.commit(pair("1"));
    fake.cluster.onRequest = async (line) => {
      if (line !== `apply ${A}` || valueOf(fake) !== undefined) return;
      fake.source.commit(pair("2"));
      await settle();
    };
    run(fake);
    await fake.clock.pass(0);
    await fake.clock.pass(10_000);
    expect([valueOf(fake), valueOf(fake, "ConfigMap/shop/b")]).toEqual([{ x: "2" }, { x: "2" }]);
    const writesOfB = fake.cluster.writes().filter((line) => line.endsWith("/b"));
    expect(writesOfB).toHaveLength(1);
  });

  test("a commit that comes while the first lists are awaited is applied without a tick", async () => {
    const before = openFakeStack();
    before.source.commit(pair("1"));
    const first = run(before);
    await before.clock.pass(10_000);
    await first.stop();
    const fake = openFakeStack({ like: before });
    fake.cluster.isListing = true;
    run(fake);
    await fake.clock.pass(1_000);
    fake.source.commit(pair("2"));
    await settle();
    fake.cluster.catchUp();
    await fake.clock.pass(10_000);
    expect(valueOf(fake)).toEqual({ x: "2" });
  });

  test("passes that lose every race slow down, up to ten seconds apart", async () => {
    const fake = openFakeStack();
    fake.source.commit({ "a.yaml": configMapText("a", "1") });
    fake.cluster.onRequest = (line) => {
      if (line === `apply ${A}`) throw new ClusterError("conflict", "somebody else was first");
    };
    const running = run(fake);
    await fake.clock.pass(1_000);
    const soon = running.passes();
    await fake.clock.pass(600_000);
    const perMinute = (running.passes() - soon) / 10;
    expect(soon).toBeGreaterThan(5);
    expect(perMinute).toBeGreaterThan(5);
    expect(perMinute).toBeLessThan(8);
  });

  test("a refused write is tried again when its time has come, without a tick", async () => {
    const fake = openFakeStack();
    fake.source.commit({ "a.yaml": configMapText("a", "1") });
    let refusals = 2;
    fake.cluster.onRequest = (line) => {
      if (line !== `apply ${A}` || refusals === 0) return;
      refusals -= 1;
      throw new ClusterError("throttled", "later");
    };
    run(fake);
    await fake.clock.pass(2_900);
    expect(valueOf(fake)).toBeUndefined();
    await fake.clock.pass(1_000);
    expect(valueOf(fake)).toEqual({ x: "1" });
  });

  test("it ends when it is told to, whatever it waits for", async () => {
    const fake = openFakeStack();
    fake.source.commit(pair("1"));
    const running = run(fake);
    await fake.clock.pass(10_000);
    await running.stop();
    const before = fake.cluster.requests.length;
    fake.source.commit(pair("2"));
    running.tick();
    await fake.clock.pass(60_000);
    expect(fake.cluster.requests.length).toBe(before);
  });
});

describe("runStack and the Lease", () => {
  const taken: LeaseState = { kind: "taken", holder: "other", expiresAtMs: 0 };

  test("held by another: nothing is written; free again: it is", async () => {
    const fake = openFakeStack();
    fake.source.commit(pair("1"));
    const states: { now: LeaseState | undefined } = { now: taken };
    run(fake, fakeLease(states));
    await fake.clock.pass(10_000);
    expect(fake.cluster.writes()).toEqual([]);
    states.now = { kind: "held", renewBeforeMs: Number.MAX_SAFE_INTEGER };
    await fake.clock.pass(10_000);
    expect(valueOf(fake)).toEqual({ x: "1" });
  });

  test("one that cannot be renewed lasts until it expires, and not longer", async () => {
    const fake = openFakeStack();
    fake.source.commit(pair("1"));
    const states: { now: LeaseState | undefined } = {
      now: { kind: "held", renewBeforeMs: fake.clock.now() + 15_000 },
    };
    run(fake, fakeLease(states));
    await fake.clock.pass(1_000);
    states.now = undefined;
    fake.source.commit(pair("2"));
    await fake.clock.pass(9_000);
    expect(valueOf(fake)).toEqual({ x: "2" });
    await fake.clock.pass(10_000);
    fake.source.commit(pair("3"));
    await fake.clock.pass(10_000);
    expect(valueOf(fake)).toEqual({ x: "2" });
  });

  test("whoever takes the stack over reads anew what the one before wrote into the parent", async () => {
    const fake = openFakeStack();
    fake.source.commit(pair("1"));
    const states: { now: LeaseState | undefined } = { now: taken };
    run(fake, fakeLease(states));
    await fake.clock.pass(10_000);
    states.now = { kind: "held", renewBeforeMs: Number.MAX_SAFE_INTEGER };
    await fake.clock.pass(10_000);
    const reads = fake.cluster.requests.filter(
      (line) => line === "read ConfigMap/agents/lockstep-shop",
    );
    expect(reads).toHaveLength(2);
  });

  test("a new start writes nothing of an older revision while the tip is being asked for", async () => {
    const before = openFakeStack();
    before.source.commit(pair("1"));
    const first = run(before);
    await before.clock.pass(10_000);
    await first.stop();
    before.cluster.put(
      editObject(
        before.cluster.objects.get(keyFrom(A)) ?? {},
        "kubectl-edit",
        yaml("data: {x: '9'}"),
      ),
    );
    before.source.commit(pair("2"));
    const bell = createWakeUp();
    before.source.onRequest = async (line) => (line === "tip" ? bell.wait() : undefined);
    const fake = openFakeStack({ like: before });
    run(fake, fakeLease({ now: { kind: "held", renewBeforeMs: Number.MAX_SAFE_INTEGER } }));
    await fake.clock.pass(10_000);
    expect(valueOf(fake)).toEqual({ x: "9" });
    before.source.onRequest = () => undefined;
    bell.ring();
    await fake.clock.pass(10_000);
    expect(valueOf(fake)).toEqual({ x: "2" });
  });
});
