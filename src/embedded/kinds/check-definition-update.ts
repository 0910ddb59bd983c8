import { isJsonEqual, type JsonObject, listAt, textAt, valueAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { invalid } from "../make-fault.ts";

/** Of a CRD whose objects are served, and who they are. */
const FIXED = ["group", "names.plural", "scope", "names.kind"];

/** A CRD whose names are taken keeps them. */
export function definitionUpdateFaults(next: JsonObject, live: JsonObject): readonly Fault[] {
  const isEstablished = listAt(live, "status", "conditions").some(
    (each) => textAt(each, "type") === "Established" && textAt(each, "status") === "True",
  );
  if (!isEstablished) return [];
  return FIXED.flatMap((path) => {
    const value = valueAt(next, "spec", ...path.split("."));
    const isSame = isJsonEqual(value, valueAt(live, "spec", ...path.split(".")));
    return isSame ? [] : [invalid(`spec.${path}`, value ?? "", "field is immutable")];
  });
}
