import type { Json } from "../core/object/json.ts";
import type { Fault } from "./fault.ts";

/** A field is missing. */
export function required(field: string, detail = ""): Fault {
  return { kind: "required", field, detail };
}

/** A value is wrong, and why in the server's words. */
export function invalid(field: string, value: Json, detail: string): Fault {
  return { kind: "invalid", field, value, detail };
}

/** A value is none of those that are known. */
export function notSupported(field: string, value: Json, supported: readonly string[]): Fault {
  return { kind: "not-supported", field, value, detail: "", supported };
}

export function forbidden(field: string, detail: string): Fault {
  return { kind: "forbidden", field, detail };
}

export function duplicate(field: string, value: Json): Fault {
  return { kind: "duplicate", field, value, detail: "" };
}

export function missing(field: string, value: Json): Fault {
  return { kind: "not-found", field, value, detail: "" };
}
