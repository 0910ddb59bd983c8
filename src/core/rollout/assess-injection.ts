import { type Json, type JsonObject, listAt, objectAt, textAt } from "../object/json.ts";
import type { Verdict } from "./blocker.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { OK, waiting } from "./verdict.ts";

/**
 * Annotations by which somebody asks for a CA to be put in.
 *
 * @see https://cert-manager.io/docs/concepts/ca-injector/
 */
const ASKS_FOR_CA = [
  "cert-manager.io/inject-ca-from",
  "cert-manager.io/inject-ca-from-secret",
  "cert-manager.io/inject-apiserver-ca",
  "service.beta.openshift.io/inject-cabundle",
];

/**
 * A webhook configuration, or whatever else the API server calls others by, has no status. It works as soon as it is there,
 * but where an annotation asks for a CA only when that is put in: until then each call fails.
 */
export function assessInjection({ object }: RolloutReading): Verdict {
  const annotations = objectAt(object, "metadata", "annotations") ?? {};
  const asking = ASKS_FOR_CA.find((key) => Object.hasOwn(annotations, key));
  if (asking === undefined || callsOf(object).every(hasBundle)) return OK;
  return waiting("NotReady", `no CA is put in yet, which its annotation ${asking} asks for`);
}

/** Where a bundle belongs: in each webhook's `clientConfig`, or in the spec of an APIService. */
function callsOf(body: JsonObject): readonly Json[] {
  const webhooks = listAt(body, "webhooks").map((each) => objectAt(each, "clientConfig") ?? {});
  const spec = objectAt(body, "spec");
  return spec === undefined ? webhooks : [...webhooks, spec];
}

function hasBundle(call: Json): boolean {
  return (textAt(call, "caBundle") ?? "") !== "";
}
