import { type Json, type JsonObject, listAt, objectAt, textAt } from "../../core/object/json.ts";
import { quantityNanos } from "./quantity-nanos.ts";
import { quantityText } from "./quantity-text.ts";

/** Resources that can be asked for by the pod as a whole. */
const OF_PODS = /^(?:cpu|memory|hugepages-.+)$/;

/**
 * What a pod as a whole requests when it says limits only: what its containers request together, else the limit.
 * @see https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#pod-level-resource-specification
 */
export function podRequests(spec: JsonObject): JsonObject {
  const resources = objectAt(spec, "resources");
  const limits = objectAt(resources, "limits");
  if (limits === undefined) return {};
  const added = Object.entries(limits)
    .filter(([name]) => OF_PODS.test(name))
    .map(([name, limit]): [string, Json] => [name, requestOfContainers(spec, name) ?? limit]);
  if (added.length === 0) return {};
  const requests = { ...Object.fromEntries(added), ...objectAt(resources, "requests") };
  return { resources: { ...resources, requests } };
}

/** Containers run together, those of the start one by one before them. */
function requestOfContainers(spec: JsonObject, name: string): string | undefined {
  const together = requestsOf(spec, { containers: "containers", name });
  const before = requestsOf(spec, { containers: "initContainers", name });
  if (together.length + before.length === 0) return undefined;
  const sum = together.map(quantityNanos).reduce((a, b) => a + b, 0n);
  const most = before.map(quantityNanos).reduce((a, b) => (a > b ? a : b), sum);
  const [only = "", ...others] = [...together, ...before];
  return others.length === 0 ? only : quantityText(most, 1n);
}

function requestsOf(
  spec: JsonObject,
  { containers, name }: { readonly containers: string; readonly name: string },
): string[] {
  return listAt(spec, containers).flatMap((each) => {
    const amount = textAt(each, "resources", "requests", name);
    return amount === undefined ? [] : [amount];
  });
}
