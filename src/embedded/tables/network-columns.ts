import {
  type Json,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  textAt,
  valueAt,
} from "../../core/object/json.ts";
import { compareText } from "../../core/ownership/compare-text.ts";
import type { Column } from "./column.ts";
import { labelsText, selectorText } from "./labels-text.ts";
import {
  AGE_COLUMN,
  column,
  NAME_COLUMN,
  scalarText,
  someOf,
  textCell,
  wideColumn,
} from "./make-column.ts";

/** How many addresses, ports and hosts are shown. */
const SHOWN_MAX = 3;

/** Of kinds of the network, by `Kind` or `Kind.group`. */
export const NETWORK_COLUMNS: ReadonlyMap<string, readonly Column[]> = new Map([
  ["Service", serviceColumns()],
  ["Endpoints", [NAME_COLUMN, column("Endpoints", endpointsCell), AGE_COLUMN]],
  ["EndpointSlice.discovery.k8s.io", endpointSliceColumns()],
  ["Ingress.networking.k8s.io", ingressColumns()],
  ["IngressClass.networking.k8s.io", ingressClassColumns()],
  [
    "NetworkPolicy.networking.k8s.io",
    [
      NAME_COLUMN,
      column("Pod-Selector", (object) => selectorText(valueAt(object, "spec", "podSelector"))),
      AGE_COLUMN,
    ],
  ],
]);

function serviceColumns(): readonly Column[] {
  return [
    NAME_COLUMN,
    column("Type", textCell("spec", "type")),
    column("Cluster-IP", (service) =>
      scalarText(listAt(service, "spec", "clusterIPs")[0], "<none>"),
    ),
    column("External-IP", externalAddress),
    column("Port(s)", portsCell),
    AGE_COLUMN,
    wideColumn("Selector", (service) => labelsText(valueAt(service, "spec", "selector"))),
  ];
}

function endpointSliceColumns(): readonly Column[] {
  const shown = { max: SHOWN_MAX, otherwise: "<unset>" };
  return [
    NAME_COLUMN,
    column("AddressType", textCell("addressType")),
    column("Ports", (slice) =>
      someOf(
        listAt(slice, "ports").map((port) =>
          scalarText(valueAt(port, "port") ?? valueAt(port, "name"), "*"),
        ),
        shown,
      ),
    ),
    column("Endpoints", (slice) =>
      someOf(
        listAt(slice, "endpoints").flatMap((endpoint) => listAt(endpoint, "addresses").map(String)),
        shown,
      ),
    ),
    AGE_COLUMN,
  ];
}

function ingressColumns(): readonly Column[] {
  return [
    NAME_COLUMN,
    column("Class", (ingress) => textAt(ingress, "spec", "ingressClassName") ?? "<none>"),
    column("Hosts", hostsCell),
    column("Address", balancerAddresses),
    column("Ports", (ingress) => (listAt(ingress, "spec", "tls").length > 0 ? "80, 443" : "80")),
    AGE_COLUMN,
  ];
}

function ingressClassColumns(): readonly Column[] {
  return [
    NAME_COLUMN,
    column("Controller", textCell("spec", "controller")),
    column("Parameters", parametersCell),
    AGE_COLUMN,
  ];
}

function externalAddress(service: JsonObject): string {
  const written = listAt(service, "spec", "externalIPs").map(String);
  switch (textAt(service, "spec", "type")) {
    case "ClusterIP":
    case "NodePort":
      return written.length === 0 ? "<none>" : written.join(",");
    case "LoadBalancer": {
      const balancer = balancerAddresses(service);
      const all = [...(balancer === "" ? [] : [balancer]), ...written].join(",");
      return all === "" ? "<pending>" : all;
    }
    case "ExternalName":
      return textAt(service, "spec", "externalName") ?? "";
    case undefined:
    default:
      return "<unknown>";
  }
}

function balancerAddresses(object: JsonObject): string {
  const addresses = listAt(object, "status", "loadBalancer", "ingress").flatMap((each) => {
    const address = textAt(each, "ip") ?? textAt(each, "hostname");
    return address === undefined ? [] : [address];
  });
  return [...new Set(addresses)].toSorted(compareText).join(",");
}

function portsCell(service: JsonObject): string {
  const ports = listAt(service, "spec", "ports").map((port) => {
    const nodePort = numberAt(port, "nodePort") ?? 0;
    const outside = nodePort > 0 ? `:${String(nodePort)}` : "";
    return `${scalarText(valueAt(port, "port"), "0")}${outside}/${textAt(port, "protocol") ?? ""}`;
  });
  return ports.length === 0 ? "<none>" : ports.join(",");
}

function endpointsCell(endpoints: JsonObject): string {
  const all = listAt(endpoints, "subsets").flatMap(subsetAddresses);
  return someOf(all, { max: SHOWN_MAX, otherwise: "<none>" });
}

function subsetAddresses(subset: Json): readonly string[] {
  const addresses = listAt(subset, "addresses").map((address) => textAt(address, "ip") ?? "");
  const ports = listAt(subset, "ports").map((port) => scalarText(valueAt(port, "port"), "0"));
  if (ports.length === 0) return addresses;
  return ports.flatMap((port) => addresses.map((address) => `${bracketed(address)}:${port}`));
}

function bracketed(address: string): string {
  return address.includes(":") ? `[${address}]` : address;
}

function hostsCell(ingress: JsonObject): string {
  const hosts = listAt(ingress, "spec", "rules").map((rule) => textAt(rule, "host") ?? "");
  const named = hosts.filter((host) => host !== "");
  if (named.length <= SHOWN_MAX) return named.length === 0 ? "*" : named.join(",");
  // The server counts rules without a host among the others.
  return `${named.slice(0, SHOWN_MAX).join(",")} + ${String(hosts.length - SHOWN_MAX)} more...`;
}

function parametersCell(ingressClass: JsonObject): string {
  const parameters = objectAt(ingressClass, "spec", "parameters");
  if (parameters === undefined) return "<none>";
  const group = textAt(parameters, "apiGroup");
  const kind = textAt(parameters, "kind") ?? "";
  const name = textAt(parameters, "name") ?? "";
  return group === undefined ? `${kind}/${name}` : `${kind}.${group}/${name}`;
}
