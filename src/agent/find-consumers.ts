import { type ObjectId, objectKey } from "../core/object/object-id.ts";
import { modeOf } from "../core/plan/mode-of.ts";
import type { Problem } from "../core/problem.ts";
import type { StackConsumers } from "../core/report/consumers.ts";
import type { RefusalStatus } from "../core/report/status-document.ts";
import { describeConsumers } from "../core/restart/describe-consumers.ts";
import { refreshTip, takeRevision } from "./refresh-source.ts";
import type { Stack } from "./stack.ts";

/** Who of one stack uses a Secret or ConfigMap; or why nobody knows what Git has. */
export type ConsumersAnswer =
  | { readonly kind: "known"; readonly answer: StackConsumers }
  | {
      readonly kind: "unknown";
      readonly problems: readonly Problem[];
      readonly refusal: RefusalStatus | undefined;
    };

/**
 * Says which workloads of the stack use a Secret or ConfigMap, and what another content of it does. Reads the source once.
 *
 * @param asked Its namespace may be left out: then it is that of the stack.
 * @throws {ClusterError}
 */
export async function findConsumers(stack: Stack, asked: ObjectId): Promise<ConsumersAnswer> {
  await refreshTip(stack);
  await takeRevision(stack);
  const { desired, setup } = stack;
  if (desired === undefined) {
    return { kind: "unknown", problems: stack.problems, refusal: stack.refusals.get("source") };
  }
  const { config, ports, rules } = setup;
  const id = { ...asked, namespace: asked.namespace === "" ? config.namespace : asked.namespace };
  const sighting = await ports.cluster.read({ id, apiVersion: "v1" });
  return {
    kind: "known",
    answer: {
      name: config.name,
      id: objectKey(id),
      source: sighting.kind === "not-served" ? "unreadable" : sighting.kind,
      consumers: describeConsumers(id, desired.manifests, {
        agent: rules.manager,
        restarts: rules.restarts,
        sighting,
        modeOf: (manifest) => modeOf(manifest, rules).mode,
      }),
    },
  };
}
