import type { Json } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { invalid } from "../make-fault.ts";
import { portName } from "./name-syntax.ts";

export const PORT_MAX = 65_535;

/** In the order in which a refusal names them. */
export const PROTOCOLS = ["SCTP", "TCP", "UDP"];

const PORT_TEXT = "must be between 1 and 65535, inclusive";

/** What is wrong with a number of a port. */
export function portNumberFaults(field: string, port: Json): readonly Fault[] {
  const isPort = typeof port === "number" && port >= 1 && port <= PORT_MAX;
  return isPort ? [] : [invalid(field, port, PORT_TEXT)];
}

/** What is wrong with a port that is a number, or the name of one of a container's ports. */
export function portFaults(field: string, port: Json): readonly Fault[] {
  if (typeof port !== "string") return portNumberFaults(field, port);
  return portName(port).map((detail) => invalid(field, port, detail));
}
