import { numberAt, textAt } from "../../src/core/object/json.ts";
import { eventually } from "./eventually.ts";
import type { Target } from "./kube-client.ts";
import { admin } from "./real-cluster.ts";
import { type ElasticStatus, setElasticStatus } from "./set-elastic-status.ts";
import type { TestStack } from "./test-stack.ts";

/** The operator has rolled this object out: it runs the version of its live spec everywhere and has seen all of it. */
export async function rollOut(target: Target, changed: ElasticStatus = {}): Promise<void> {
  const live = await admin().get(target);
  const version = textAt(live, "spec", "version");
  await setElasticStatus(admin(), target, {
    ...(version === undefined ? {} : { version }),
    health: "green",
    phase: "Ready",
    observedGeneration: numberAt(live, "metadata", "generation") ?? 0,
    ...changed,
  });
}

/** Passes until the stack is in sync, while the operator rolls out whatever of these objects is there. */
export async function rollOutAll(stack: TestStack, targets: readonly Target[]): Promise<void> {
  await eventually("the stack is in sync", async () => {
    const status = await stack.pass();
    if (status.inSync) return true;
    await Promise.all(
      targets.map(async (target) => {
        if ((await admin().find(target)) !== undefined) await rollOut(target);
      }),
    );
    return false;
  });
}
