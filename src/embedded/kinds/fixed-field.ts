import { isJsonEqual, valueAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import type { Strategy } from "./resource.ts";

/** The check of a field that keeps its value. @param path - Such as `spec.selector`. */
export function fixed(path: string): Strategy["validateUpdate"] {
  const steps = path.split(".");
  return (next, live) => {
    const value = valueAt(next, ...steps);
    if (isJsonEqual(value ?? null, valueAt(live, ...steps) ?? null)) return [];
    const fault: Fault = { kind: "invalid", field: path, detail: "field is immutable" };
    return [value === undefined ? fault : { ...fault, value }];
  };
}
