import { expect, test } from "vitest";
import { ClusterError } from "../../src/core/cluster-error.ts";
import { objectAt } from "../../src/core/object/json.ts";
import type { ClusterPort } from "../../src/ports/cluster-port.ts";
import { blockersOf, passes, passUntil } from "../support/follow-stack.ts";
import { interpose } from "../support/interpose.ts";
import { deployment, idIn, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import {
  countRollouts,
  fromSecret,
  openInSync,
  passUntilRolled,
  podWithEnv,
  reader,
  SHORT_WINDOW,
  secret,
  setData,
} from "../support/restart-scene.ts";

const WEB = reader("web", "db");

/** Reads of one Secret one by one are refused while `isRefusing`; lists and watches of it go on. */
function refusedReads(name: string): {
  readonly wrapCluster: (cluster: ClusterPort) => ClusterPort;
  isRefusing: boolean;
  asked: number;
} {
  const state = {
    isRefusing: true,
    asked: 0,
    wrapCluster: (cluster: ClusterPort) =>
      interpose(cluster, {
        async beforeRead({ id }) {
          if (!state.isRefusing || id.kind !== "Secret" || id.name !== name) return;
          state.asked += 1;
          throw new ClusterError("forbidden", "you may not get it");
        },
      }),
  };
  return state;
}

describeReal("what the agent may not read, and marks that others take away", () => {
  test("S11: a restart waits while its Secret may not be read, says so, and comes once", async () => {
    const rights = refusedReads("db");
    rights.isRefusing = false;
    const stack = await openInSync([WEB], [secret("db", { a: "one" })], rights);
    rights.isRefusing = true;
    await setData(stack, "db", { a: "two" });
    const id = idIn(stack.namespace, WEB);
    await passUntil(stack, "it is held", () => stack.object(id)?.phase === "DelayingChanges");
    for (let made = 0; made < 3; made += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one pass after the other
      await stack.pass();
      expect(blockersOf(stack, id)).toEqual([
        "Secret/db Unreadable wants its content, to restart with it has you may not get it",
      ]);
    }
    expect(await countRollouts(stack, WEB)).toBe(1);
    rights.isRefusing = false;
    await passUntilRolled(stack, [WEB], 2);
    await passes(stack, 3);
    expect(await countRollouts(stack, WEB)).toBe(2);
  });

  test("S3: an optional Secret that may not be read is told, and not asked for at each pass", async () => {
    const rights = refusedReads("late");
    const web = deployment("web", { pod: podWithEnv(fromSecret("late", { optional: true })) });
    const stack = await openInSync([web], [], { config: [SHORT_WINDOW], ...rights });
    await passes(stack, 2);
    const { asked } = rights;
    await passes(stack, 5);
    expect(rights.asked).toBe(asked);
    expect(stack.stack.status.lints?.map(({ what }) => what)).toEqual([
      `changes of Secret/${stack.namespace}/late restart nothing: you may not get it; let the agent read them, or set secrets.watch: off`,
    ]);
  });

  test("S9: whoever takes the baseline away restarts nothing, and makes no change go unseen", async () => {
    const stack = await openInSync([WEB], [secret("db", { a: "one" })]);
    const target = targetIn(stack.namespace, WEB);
    const marks = objectAt(await admin().get(target), "metadata", "annotations") ?? {};
    const [seen = ""] = Object.keys(marks).filter((key) => key.startsWith("lockstep.dev/seen-"));
    async function write(value: string | null): Promise<void> {
      const merge = { metadata: { annotations: { [seen]: value } } };
      await admin().patch(target, { merge }, { as: "stripper" });
    }
    for (const value of [null, "absent", "k1-00.forged", ""]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await write(value);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await passes(stack, 4);
    }
    expect(await countRollouts(stack, WEB)).toBe(1);
    await setData(stack, "db", { a: "two" });
    await write(null);
    await passUntilRolled(stack, [WEB], 2);
    await passes(stack, 3);
    expect(await countRollouts(stack, WEB)).toBe(2);
  });

  test("S6: of 250 Secrets of one workload the first 200 are watched, and it is said of the others", async () => {
    const names = Array.from({ length: 250 }, (_, index) => `db-${index}`);
    const web = reader("web", ...names);
    const stack = await openInSync([web], [secret("db-199", { a: "one" })]);
    expect(stack.stack.status.lints?.map(({ what }) => what)).toEqual([
      `${idIn(stack.namespace, web)} uses more Secrets and ConfigMaps than are watched for one workload: changes of the last 50 that it names restart nothing`,
    ]);
    await setData(stack, "db-199", { a: "two" });
    await passUntilRolled(stack, [web], 2);
  });
});
