import { ClusterError } from "../core/cluster-error.ts";
import type { JsonObject } from "../core/object/json.ts";
import { apiVersionOf } from "../core/object/object-id.ts";
import type { Look } from "../core/plan/look.ts";
import { AUTOSCALERS } from "../core/released/index-autoscalers.ts";
import type { ClusterPort } from "../ports/cluster-port.ts";

/** The autoscalers of a namespace, freshly read: for one answer that follows nothing. */
export async function listAutoscalers(
  cluster: ClusterPort,
  namespace: string,
): Promise<Look["autoscalers"]> {
  const live: JsonObject[] = [];
  const unlisted = new Map<string, string>();
  for (const { group, kind } of Object.values(AUTOSCALERS)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- two kinds
      const served = await cluster.findKind({ group, kind });
      if (served === undefined) continue;
      const selection = { kind, namespace, labelSelector: "", name: "" };
      // oxlint-disable-next-line no-await-in-loop -- as above
      live.push(...(await cluster.list({ ...selection, apiVersion: apiVersionOf(served) })));
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error;
      unlisted.set(namespace, error.message);
    }
  }
  return { live, unlisted };
}
