import { expect, test } from "vitest";
import type { ClusterPort, Following } from "../../src/ports/cluster-port.ts";
import { eventually } from "../support/eventually.ts";
import { interpose } from "../support/interpose.ts";
import { manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack } from "../support/test-stack.ts";

/** Once in a year: nothing but events wakes this agent. */
const SELDOM = 'schedule: "0 0 1 1 *"';

/** The first lists count as on their way until they are let in. */
function holdLists(gate: {
  isOpen: boolean;
  onChange: () => void;
}): (to: ClusterPort) => ClusterPort {
  return (cluster) => ({
    ...interpose(cluster, {}),
    follow(selection, onChange): Following {
      gate.onChange = onChange;
      const following = cluster.follow(selection, onChange);
      return {
        selection,
        state: () =>
          gate.isOpen ? following.state() : { ...following.state(), kind: "syncing", reason: "" },
        stop: () => {
          following.stop();
        },
      };
    },
  });
}

describeReal("The first look at the cluster", () => {
  test("B13: a commit that comes while the first lists are on their way is taken without another event", async () => {
    const gate = { isOpen: false, onChange: (): void => undefined };
    const before = await openTestStack();
    await before.commit(manifestFiles(settings("colours", { sky: "blue" })));
    expect((await before.sync()).inSync).toBe(true);
    const stack = await openTestStack({
      like: before,
      wrapCluster: holdLists(gate),
      config: [SELDOM],
    });
    stack.start();
    await eventually("the agent lists", () => stack.stack.view.followings.size > 0);

    const commit = await stack.commit(manifestFiles(settings("colours", { sky: "grey" })));
    await eventually("the new commit is seen", () => stack.stack.tip === commit);
    gate.isOpen = true;
    gate.onChange();

    await stack.until("it is in force", ({ revision, inSync }) => revision === commit && inSync);
    const live = await admin().get(targetIn(stack.namespace, settings("colours", {})));
    expect(live["data"]).toEqual({ sky: "grey" });
  });
});
