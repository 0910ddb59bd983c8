import { isJsonObject, type JsonObject, listAt, numberAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { duplicate, invalid, required } from "../make-fault.ts";
import { choiceFaults, itemFaults } from "./check-items.ts";
import { PROTOCOLS, portNumberFaults } from "./check-port.ts";
import { portName } from "./name-syntax.ts";

/** Faults of the ports of one container. */
export function containerPortFaults(container: JsonObject, at: string): readonly Fault[] {
  const names = new Set<string>();
  return itemFaults(container, `${at}.ports`, (port, path) => {
    const name = textAt(port, "name") ?? "";
    const isTaken = name !== "" && portName(name).length === 0 && names.has(name);
    names.add(name);
    return [
      ...(name === "" ? [] : portName(name).map((each) => invalid(`${path}.name`, name, each))),
      ...(isTaken ? [duplicate(`${path}.name`, name)] : []),
      ...(numberAt(port, "containerPort") === 0 || port["containerPort"] === undefined
        ? [required(`${path}.containerPort`)]
        : portNumberFaults(`${path}.containerPort`, port["containerPort"])),
      ...hostPortFaults(port, path),
      ...(port["protocol"] === ""
        ? [required(`${path}.protocol`)]
        : choiceFaults(port, `${path}.protocol`, PROTOCOLS)),
    ];
  });
}

/** Ports of the host that two containers of a pod want. */
export function hostPortConflicts(containers: readonly JsonObject[], at: string): readonly Fault[] {
  const taken = new Set<string>();
  return containers.flatMap((container, index) =>
    listAt(container, "ports").flatMap((port, place) => {
      const number = numberAt(port, "hostPort") ?? 0;
      if (!isJsonObject(port) || number === 0) return [];
      const key = `${textAt(port, "protocol") ?? ""}/${textAt(port, "hostIP") ?? ""}/${number}`;
      if (taken.has(key)) return [duplicate(`${at}[${index}].ports[${place}].hostPort`, key)];
      taken.add(key);
      return [];
    }),
  );
}

function hostPortFaults(port: JsonObject, at: string): readonly Fault[] {
  const host = port["hostPort"];
  return host === undefined || host === 0 ? [] : portNumberFaults(`${at}.hostPort`, host);
}
