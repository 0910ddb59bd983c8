import type { JsonObject } from "../../core/object/json.ts";
import { objectAt } from "../../core/object/json.ts";
import type { ObjectRef } from "../../core/object/object-id.ts";
import type { Playing } from "./playing.ts";

/** The object of the example that the demo's strangers write to, as URLs name it. */
export const WEB_TARGET = {
  group: "apps",
  version: "v1",
  plural: "deployments",
  namespace: "shop",
  name: "web",
} as const;

const WEB: ObjectRef = {
  id: { group: "apps", kind: "Deployment", namespace: "shop", name: "web" },
  apiVersion: "apps/v1",
};

/** Its spec as the cluster has it now; `undefined` when it is not there. */
export async function readWebSpec({ stack }: Playing): Promise<JsonObject | undefined> {
  const seen = await stack.setup.ports.cluster.read(WEB);
  return seen.kind === "present" ? objectAt(seen.object, "spec") : undefined;
}
