import {
  isJsonObject,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { invalid } from "../make-fault.ts";
import { itemFaults } from "./check-items.ts";
import { clusterAddressFaults, familyFaults, serviceFaults } from "./check-service.ts";
import { addressFault } from "./free-address.ts";
import { nodePortFault } from "./free-node-port.ts";
import type { World } from "./resource.ts";
import { hasNodePorts } from "./service-fields.ts";

/** Everything that is wrong with a Service. What it asks to be given is looked at before the rest, as the server does it. */
export function allocationFaults(service: JsonObject, world: World): readonly Fault[] {
  const spec = objectAt(service, "spec") ?? {};
  const addresses = clusterAddressFaults(spec);
  if (addresses.length > 0) return addresses;
  const families = familyFaults(service);
  if (families.length > 0) return families;
  const taken = takenFaults(service, spec, world);
  return taken.length > 0 ? taken : serviceFaults(service);
}

function takenFaults(service: JsonObject, spec: JsonObject, world: World): readonly Fault[] {
  const addresses = listAt(spec, "clusterIPs");
  const others = othersOf(service, world);
  const address = addresses.flatMap((each) => {
    const ip = typeof each === "string" ? each : "None";
    const fault = ip === "None" ? undefined : addressFault(ip, others);
    return fault === undefined ? [] : [invalid("spec.clusterIPs", addresses, fault)];
  });
  if (address.length > 0 || !hasNodePorts(service)) return address;
  const own = new Map<number, JsonObject[string] | undefined>();
  return itemFaults(spec, "spec.ports", (port, path) => {
    const number = numberAt(port, "nodePort") ?? 0;
    const protocol = port["protocol"];
    const isShared = own.has(number) && own.get(number) !== protocol;
    const isOwn = own.has(number) && !isShared;
    own.set(number, protocol);
    const fault = isOwn ? "provided port is already allocated" : nodePortFault(number, others);
    return number === 0 || fault === undefined ? [] : [invalid(`${path}.nodePort`, number, fault)];
  });
}

function othersOf(service: JsonObject, world: World): readonly JsonObject[] {
  const key = keyOf(service);
  return world.store
    .list({ group: "", plural: "services" })
    .items.filter((each) => isJsonObject(each) && keyOf(each) !== key);
}

function keyOf(service: JsonObject): string {
  return `${textAt(service, "metadata", "namespace") ?? ""}/${textAt(service, "metadata", "name") ?? ""}`;
}
