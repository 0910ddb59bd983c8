import { expect, test } from "vitest";
import { type JsonObject, numberAt, textAt } from "../../src/core/object/json.ts";
import type { ClockPort } from "../../src/ports/clock-port.ts";
import type { LeaseState } from "../../src/ports/lease-port.ts";
import { connectTestCluster } from "../support/connect-test-cluster.ts";
import { admin, describeReal, freshNamespace } from "../support/real-cluster.ts";
import { SYSTEM_CLOCK } from "../support/system-ports.ts";

describeReal("LeasePort on a real API server", () => {
  test("the first holder keeps it while it renews; another takes it only after it stood still for 15 s", async () => {
    const namespace = await freshNamespace();
    const clock = new MovedClock();
    const first = await connectTestCluster({ namespace, holder: "first", clock });
    const second = await connectTestCluster({ namespace, holder: "second", clock });

    expect(brief(await first.lease.hold("shop"), clock)).toBe("held, renew within 10 s");
    expect(brief(await second.lease.hold("shop"), clock)).toBe("taken by first for 15 s");
    clock.move(9_000);
    expect(brief(await first.lease.hold("shop"), clock)).toBe("held, renew within 10 s");
    clock.move(9_000);
    // A change was seen: the time runs from here, whatever the other's clock says.
    expect(brief(await second.lease.hold("shop"), clock)).toBe("taken by first for 15 s");
    clock.move(14_900);
    expect(brief(await second.lease.hold("shop"), clock)).toBe("taken by first for 0.1 s");
    clock.move(200);
    expect(brief(await second.lease.hold("shop"), clock)).toBe("held, renew within 10 s");
    expect(brief(await first.lease.hold("shop"), clock)).toBe("taken by second for 15 s");
    expect(briefLease(await readLease(namespace))).toBe("second 15 s 1 transition(s)");
  });

  test("a Lease that was given back is free at once, and only its holder gives it back", async () => {
    const namespace = await freshNamespace();
    const first = await connectTestCluster({ namespace, holder: "first" });
    const second = await connectTestCluster({ namespace, holder: "second" });
    await first.lease.hold("shop");
    await second.lease.release("shop");
    expect((await second.lease.hold("shop")).kind).toBe("taken");
    await first.lease.release("shop");
    expect(briefLease(await readLease(namespace))).toBe(" 1 s 0 transition(s)");
    expect((await second.lease.hold("shop")).kind).toBe("held");
    await first.lease.release("nothing");
  });

  test("a Lease is deleted by its holder, or when nobody holds it; that of somebody else stays", async () => {
    const namespace = await freshNamespace();
    const first = await connectTestCluster({ namespace, holder: "first" });
    const second = await connectTestCluster({ namespace, holder: "second" });
    await first.lease.hold("shop");
    await second.lease.remove("shop");
    expect(briefLease(await readLease(namespace))).toBe("first 15 s 0 transition(s)");
    await first.lease.release("shop");
    await second.lease.remove("shop");
    await expect(readLease(namespace)).rejects.toThrow("404");
    await second.lease.hold("shop");
    await second.lease.remove("shop");
    await expect(readLease(namespace)).rejects.toThrow("404");
    await second.lease.remove("shop");
  });

  test("of ten that want it at once, one holds it", async () => {
    const namespace = await freshNamespace();
    const names = Array.from({ length: 10 }, (_, index) => `replica-${index}`);
    const { user } = await connectTestCluster();
    const replicas = await Promise.all(
      names.map(async (holder) => connectTestCluster({ namespace, holder, user })),
    );
    const states = await Promise.all(replicas.map(async ({ lease }) => lease.hold("shop")));
    expect(states.filter((state) => state.kind === "held")).toHaveLength(1);
  });

  test("the agent's namespace is made when it is missing", async () => {
    const namespace = `${await freshNamespace()}-new`;
    const { lease } = await connectTestCluster({ namespace, holder: "first" });
    expect((await lease.hold("shop")).kind).toBe("held");
  });
});

/** The real time, moved forward by hand. */
class MovedClock implements ClockPort {
  #movedMs = 0;
  readonly #startMs = Date.now();

  now(): number {
    return this.#startMs + this.#movedMs;
  }

  move(byMs: number): void {
    this.#movedMs += byMs;
  }

  after(delayMs: number, callback: () => void): () => void {
    return SYSTEM_CLOCK.after(delayMs, callback);
  }

  random(): number {
    return 0.5;
  }
}

function brief(state: LeaseState, clock: ClockPort): string {
  return state.kind === "held"
    ? `held, renew within ${(state.renewBeforeMs - clock.now()) / 1_000} s`
    : `taken by ${state.holder} for ${(state.expiresAtMs - clock.now()) / 1_000} s`;
}

async function readLease(namespace: string): Promise<JsonObject> {
  const apiVersion = "coordination.k8s.io/v1";
  return admin().get({ apiVersion, kind: "Lease", namespace, name: "shop" });
}

function briefLease(lease: JsonObject): string {
  const holder = textAt(lease, "spec", "holderIdentity") ?? "";
  const seconds = numberAt(lease, "spec", "leaseDurationSeconds");
  return `${holder} ${seconds} s ${numberAt(lease, "spec", "leaseTransitions")} transition(s)`;
}
