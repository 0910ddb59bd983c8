import { isJsonObject, type JsonObject, listAt } from "../../core/object/json.ts";

/** Seconds that a pod stays on a node that is not well. */
const SECONDS = 300;

const TAINTS = ["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"];

/** A pod stays a while on a node that is not well, unless it says otherwise itself. */
export function addTolerations(spec: JsonObject): JsonObject {
  const tolerations = listAt(spec, "tolerations").filter(isJsonObject);
  const missing = TAINTS.filter((key) => !tolerations.some((each) => covers(each, key)));
  if (missing.length === 0) return spec;
  const added = missing.map((key) => ({
    key,
    operator: "Exists",
    effect: "NoExecute",
    tolerationSeconds: SECONDS,
  }));
  return { ...spec, tolerations: [...tolerations, ...added] };
}

function covers(toleration: JsonObject, key: string): boolean {
  const { key: ownKey = "", effect = "" } = toleration;
  return (ownKey === key || ownKey === "") && (effect === "NoExecute" || effect === "");
}
