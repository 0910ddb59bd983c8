import { isIPv4, isIPv6 } from "node:net";
import { type JsonObject, listAt, numberAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { duplicate, invalid, notSupported, required } from "../make-fault.ts";
import { subdomainName } from "../subdomain-name.ts";
import { choiceFaults, itemFaults } from "./check-items.ts";
import { PROTOCOLS, portNumberFaults } from "./check-port.ts";
import { specialAddressFaults } from "./check-service.ts";
import { address, labelName } from "./name-syntax.ts";

const ADDRESS_TYPES = ["FQDN", "IPv4", "IPv6"];

/** @see https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/ */
export function endpointSliceFaults(object: JsonObject): readonly Fault[] {
  const type = textAt(object, "addressType") ?? "";
  const names = new Set<string>();
  return [
    ...addressTypeFaults(type),
    ...itemFaults(object, "endpoints", (endpoint, path) => {
      const addresses = listAt(endpoint, "addresses");
      const field = `${path}.addresses`;
      if (addresses.length === 0) return [required(field, "must contain at least 1 address")];
      return addresses.flatMap((each, index) =>
        sliceAddressFaults(typeof each === "string" ? each : "", field, { index, type }),
      );
    }),
    ...itemFaults(object, "ports", (port, path) => {
      const name = textAt(port, "name") ?? "";
      const isTaken = names.has(name);
      names.add(name);
      return [
        ...(name === "" ? [] : labelName(name).map((each) => invalid(`${path}.name`, name, each))),
        ...(isTaken ? [duplicate(`${path}.name`, name)] : []),
        ...choiceFaults(port, `${path}.protocol`, PROTOCOLS),
      ];
    }),
  ];
}

/** The older form, with all endpoints in one object. */
export function endpointsFaults(object: JsonObject): readonly Fault[] {
  return itemFaults(object, "subsets", (subset, path) => {
    const ready = listAt(subset, "addresses");
    const isEmpty = ready.length + listAt(subset, "notReadyAddresses").length === 0;
    const isNamed = listAt(subset, "ports").length > 1;
    return [
      ...(isEmpty ? [required(path, "must specify `addresses` or `notReadyAddresses`")] : []),
      ...itemFaults(subset, `${path}.addresses`, endpointAddressFaults),
      ...itemFaults(subset, `${path}.notReadyAddresses`, endpointAddressFaults),
      ...itemFaults(subset, `${path}.ports`, (port, at) => {
        const name = textAt(port, "name") ?? "";
        return [
          ...(name === "" && isNamed ? [required(`${at}.name`)] : []),
          ...(name === "" ? [] : labelName(name).map((each) => invalid(`${at}.name`, name, each))),
          ...portNumberFaults(`${at}.port`, numberAt(port, "port") ?? 0),
          ...choiceFaults(port, `${at}.protocol`, PROTOCOLS),
        ];
      }),
    ];
  });
}

function addressTypeFaults(type: string): readonly Fault[] {
  if (type === "") return [required("addressType")];
  return ADDRESS_TYPES.includes(type) ? [] : [notSupported("addressType", type, ADDRESS_TYPES)];
}

function sliceAddressFaults(
  text: string,
  list: string,
  { index, type }: { readonly index: number; readonly type: string },
): readonly Fault[] {
  const at = `${list}[${index}]`;
  if (type === "FQDN") return subdomainName(text).map((each) => invalid(at, text, each));
  const faults = address(text).map((each) => invalid(at, text, each));
  if (faults.length > 0 || !ADDRESS_TYPES.includes(type)) return faults;
  const isOfType = type === "IPv4" ? isIPv4(text) : isIPv6(text);
  return isOfType
    ? specialAddressFaults(text, at)
    : [invalid(list, text, `must be an ${type} address`)];
}

function endpointAddressFaults(endpoint: JsonObject, at: string): readonly Fault[] {
  const ip = textAt(endpoint, "ip") ?? "";
  const faults = address(ip).map((each) => invalid(`${at}.ip`, ip, each));
  return faults.length > 0
    ? [...faults, invalid(`${at}.ip`, ip, "must be a valid IP address")]
    : specialAddressFaults(ip, `${at}.ip`);
}
