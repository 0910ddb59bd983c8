import { isJsonList, isJsonObject, type Json } from "../object/json.ts";
import type { Drift } from "./drift.ts";

/** Groups of which every kind says who may do what: RBAC and admission. */
const GROUPS: ReadonlySet<string> = new Set([
  "rbac.authorization.k8s.io",
  "admissionregistration.k8s.io",
]);

const FIELDS: ReadonlySet<string> = new Set(["image", "securityContext"]);

/** Where no field of a pod is, whatever its name. */
const OUTSIDE: ReadonlySet<string> = new Set(["metadata", "data", "binaryData", "stringData"]);

/** How deep a value is searched. */
const DEPTH_MAX = 32;

/**
 * Whether reverts of this drift slow down and never stop, also with `onBudget: stop`: RBAC, admission, network policies of any
 * maker (`NetworkPolicy`, `CiliumNetworkPolicy`), and what decides which image runs with which rights. A place that holds such a field
 * (a container, a whole pod template) counts, too.
 */
export function isNeverStopped({
  id,
  path,
  desired,
  live,
}: Pick<Drift, "id" | "path" | "desired" | "live">): boolean {
  if (GROUPS.has(id.group) || id.kind.endsWith("NetworkPolicy")) return true;
  const segments = path.split("/").slice(1);
  const [root] = segments;
  if (root === undefined || OUTSIDE.has(root)) return false;
  return (
    segments.some((each) => FIELDS.has(each)) || [desired, live].some((each) => holds(each, 0))
  );
}

function holds(value: Json | undefined, depth: number): boolean {
  if (depth > DEPTH_MAX) return true;
  if (isJsonList(value)) return value.some((each) => holds(each, depth + 1));
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(([name, each]) => FIELDS.has(name) || holds(each, depth + 1));
}
