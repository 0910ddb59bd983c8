import { isJsonObject, type JsonObject, textAt } from "../object/json.ts";
import { parseJsonText } from "../ownership/parse-json-text.ts";
import { setsPath } from "../ownership/resolve-path.ts";
import type { FoundDrift } from "./drift-scene.ts";

/** @see https://kubernetes.io/docs/reference/labels-annotations-taints/#kubectl-kubernetes-io-last-applied-configuration */
const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/**
 * Where no clean object of the intent can be had: whether an addition is one for certain, and no default. The entry of
 * kubectl's client-side apply also owns the defaults of its create, and `before-first-apply` all that was there, so of these
 * only what kubectl says that a person gave to it, and labels and annotations, which have no defaults.
 */
export function isCertainlyAdded({ drift, place }: FoundDrift, live: JsonObject): boolean {
  const given = readLastApplied(live);
  if (given !== undefined && setsPath(given, place)) return true;
  if (drift.attribution === "unknown") return false;
  const isMetadata = drift.path.startsWith("/metadata/");
  return isMetadata || drift.manager !== "kubectl-client-side-apply";
}

function readLastApplied(live: JsonObject): JsonObject | undefined {
  const text = textAt(live, "metadata", "annotations", LAST_APPLIED);
  const given = text === undefined ? undefined : parseJsonText(text)?.value;
  return isJsonObject(given) ? given : undefined;
}
