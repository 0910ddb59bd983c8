import { resourceVersionOf, uidOf } from "../../src/core/object/live-object.ts";
import { eventually } from "./eventually.ts";
import type { Target } from "./kube-client.ts";
import { admin } from "./real-cluster.ts";
import type { TestStack } from "./test-stack.ts";

/**
 * Waits until the stack's watch has brought an object as the server stores it now, so that the next `pass()` decides on
 * it. Only for waiting: tests judge by what the server stores.
 */
export async function untilSeen(stack: TestStack, ...targets: readonly Target[]): Promise<void> {
  for (const target of targets) {
    // oxlint-disable-next-line no-await-in-loop -- each is there already, or soon
    const stored = await admin().get(target);
    const wanted = BigInt(resourceVersionOf(stored));
    // oxlint-disable-next-line no-await-in-loop -- as above
    await eventually(`the watch brings ${target.kind} ${target.name}`, () =>
      [...stack.stack.view.followings.values()].some((following) =>
        [...following.state().objects.values()].some(
          (seen) => uidOf(seen) === uidOf(stored) && BigInt(resourceVersionOf(seen)) >= wanted,
        ),
      ),
    );
  }
}
