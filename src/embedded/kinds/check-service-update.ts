import { type JsonObject, listAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { invalid } from "../make-fault.ts";
import { hasClusterAddress } from "./service-fields.ts";

/** A Service keeps its address while it has one. */
export function serviceUpdateFaults(next: JsonObject, live: JsonObject): readonly Fault[] {
  if (!hasClusterAddress(next) || !hasClusterAddress(live)) return [];
  const before = textAt(live, "spec", "clusterIP") ?? "";
  const address = textAt(next, "spec", "clusterIP") ?? "";
  if (before === "" || address === before) return [];
  const addresses = listAt(next, "spec", "clusterIPs");
  return [invalid("spec.clusterIPs[0]", addresses, "may not change once set")];
}
