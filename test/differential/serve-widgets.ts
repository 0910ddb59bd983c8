import type { JsonObject } from "../../src/core/object/json.ts";
import type { Actor } from "./actor.ts";

export const WIDGETS = "/apis/$ns.example.com/v1/namespaces/$ns/widgets";

/** Registers the CRD and waits until it is served. Only the CRD's own answer is recorded. */
export async function serveWidgets(to: Actor, crd: JsonObject): Promise<void> {
  await to.create(crd);
  await to.until(WIDGETS);
}
