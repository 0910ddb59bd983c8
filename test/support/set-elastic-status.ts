import type { JsonObject } from "../../src/core/object/json.ts";
import type { KubeClient, Target } from "./kube-client.ts";

/** What an operator of the Elastic kinds says about one object. */
export interface ElasticStatus {
  readonly version?: string;
  readonly health?: "green" | "yellow" | "red";
  readonly phase?: string;
  readonly observedGeneration?: number;
}

/** Plays the operator: writes the given status fields through `/status`, as field manager `elastic-operator`. */
export async function setElasticStatus(
  client: KubeClient,
  target: Target,
  status: ElasticStatus,
): Promise<JsonObject> {
  const fields = Object.fromEntries(Object.entries(status));
  return client.patch(
    target,
    { merge: { status: fields } },
    { as: "elastic-operator", subresource: "status" },
  );
}
