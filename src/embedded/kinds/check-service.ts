import { isIP } from "node:net";
import {
  type Json,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { duplicate, forbidden, invalid, required } from "../make-fault.ts";
import { labelKeyFaults } from "../store/label-syntax.ts";
import { subdomainName } from "../subdomain-name.ts";
import { choiceFaults, itemFaults } from "./check-items.ts";
import { PROTOCOLS, portFaults, portNumberFaults } from "./check-port.ts";
import { labelFaults } from "./check-selector.ts";
import { address, addressRange, labelName } from "./name-syntax.ts";
import { hasHealthPort, isHeadless, serviceType } from "./service-fields.ts";

const TYPES = ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"];

const POLICIES = ["PreferDualStack", "RequireDualStack", "SingleStack"];

const DISTRIBUTIONS = ["PreferClose", "PreferSameZone", "PreferSameNode"];

const AFFINITY_SECONDS_MAX = 86_400;

/** What is wrong with a Service but its addresses and ports on the nodes, in the order of the server. */
export function serviceFaults(service: JsonObject): readonly Fault[] {
  const spec = objectAt(service, "spec") ?? {};
  const ports = listAt(spec, "ports");
  const isPortless = isHeadless(service) || serviceType(service) === "ExternalName";
  return [
    ...(ports.length === 0 && !isPortless ? [required("spec.ports")] : []),
    ...typeFaults(service, spec),
    ...portsFaults(service, spec),
    ...labelFaults(objectAt(spec, "selector") ?? {}, "spec.selector"),
    ...(spec["sessionAffinity"] === ""
      ? [required("spec.sessionAffinity")]
      : choiceFaults(spec, "spec.sessionAffinity", ["ClientIP", "None"])),
    ...affinityFaults(spec),
    ...externalAddressFaults(spec),
    ...choiceFaults(spec, "spec.type", TYPES),
    ...typeBoundFaults(service, spec),
    ...choiceFaults(spec, "spec.internalTrafficPolicy", ["Cluster", "Local"]),
    ...externalPolicyFaults(service, spec),
    ...choiceFaults(spec, "spec.trafficDistribution", DISTRIBUTIONS),
  ];
}

/** Faults of the families of addresses that a Service asks for: the cluster has one. */
export function familyFaults(service: JsonObject): readonly Fault[] {
  const spec = objectAt(service, "spec") ?? {};
  const policy = textAt(spec, "ipFamilyPolicy");
  const isOpen = isHeadless(service) && Object.keys(objectAt(spec, "selector") ?? {}).length === 0;
  if (serviceType(service) === "ExternalName" || isOpen) return [];
  return [
    ...choiceFaults(spec, "spec.ipFamilyPolicy", POLICIES),
    ...listAt(spec, "ipFamilies").flatMap((each, index) =>
      each === "IPv6"
        ? [invalid(`spec.ipFamilies[${index}]`, each, "not configured on this cluster")]
        : [],
    ),
    ...(policy === "RequireDualStack"
      ? [
          invalid(
            "spec.ipFamilyPolicy",
            policy,
            "this cluster is not configured for dual-stack services",
          ),
        ]
      : []),
  ];
}

function typeFaults(service: JsonObject, spec: JsonObject): readonly Fault[] {
  if (serviceType(service) !== "ExternalName") return [];
  const name = (textAt(spec, "externalName") ?? "").replace(/\.$/, "");
  const hasAddress = listAt(spec, "clusterIPs").length > 0 || textAt(spec, "clusterIP");
  return [
    ...(hasAddress
      ? [forbidden("spec.clusterIPs", "may not be set for ExternalName services")]
      : []),
    ...(name === ""
      ? [required("spec.externalName")]
      : subdomainName(name).map((each) => invalid("spec.externalName", name, each))),
  ];
}

function portsFaults(service: JsonObject, spec: JsonObject): readonly Fault[] {
  const isNamed = listAt(spec, "ports").length > 1;
  const names = new Set<string>();
  const pairs = new Set<string>();
  const single = itemFaults(spec, "spec.ports", (port, path) => {
    const name = textAt(port, "name") ?? "";
    const isTaken = name !== "" && names.has(name);
    if (labelName(name).length === 0) names.add(name);
    return [
      ...nameFaults(name, `${path}.name`, { isNamed, isTaken }),
      ...portNumberFaults(`${path}.port`, port["port"] ?? 0),
      ...(port["protocol"] === ""
        ? [required(`${path}.protocol`)]
        : choiceFaults(port, `${path}.protocol`, PROTOCOLS)),
      ...portFaults(`${path}.targetPort`, port["targetPort"] ?? 0),
      ...applicationFaults(port, `${path}.appProtocol`),
    ];
  });
  const pairFaults = itemFaults(spec, "spec.ports", (port, path) => {
    const key = `${textAt(port, "protocol")} ${String(numberAt(port, "port"))}`;
    if (pairs.has(key)) return [duplicate(path, goPort(port))];
    pairs.add(key);
    return [];
  });
  return [...single, ...nodePortFaults(service, spec), ...pairFaults];
}

function nameFaults(
  name: string,
  at: string,
  { isNamed, isTaken }: { readonly isNamed: boolean; readonly isTaken: boolean },
): readonly Fault[] {
  if (name === "") return isNamed ? [required(at)] : [];
  const faults = labelName(name).map((each) => invalid(at, name, each));
  return faults.length === 0 && isTaken ? [duplicate(at, name)] : faults;
}

function applicationFaults(port: JsonObject, at: string): readonly Fault[] {
  const protocol = textAt(port, "appProtocol");
  return protocol === undefined
    ? []
    : labelKeyFaults(protocol).map((each) => invalid(at, protocol, each));
}

/** A Service that is not reached from outside has no ports on the nodes. */
function nodePortFaults(service: JsonObject, spec: JsonObject): readonly Fault[] {
  const type = serviceType(service);
  if (type === "NodePort" || type === "LoadBalancer") return [];
  return itemFaults(spec, "spec.ports", (port, path) =>
    (numberAt(port, "nodePort") ?? 0) === 0
      ? []
      : [forbidden(`${path}.nodePort`, `may not be used when \`type\` is '${type}'`)],
  );
}

/** The port of a fault is shown without its name and its target. */
function goPort(port: JsonObject): JsonObject {
  return {
    Name: "",
    Protocol: port["protocol"] ?? "",
    AppProtocol: null,
    Port: port["port"] ?? 0,
    TargetPort: 0,
    NodePort: 0,
  };
}

function affinityFaults(spec: JsonObject): readonly Fault[] {
  const at = "spec.sessionAffinityConfig.clientIP.timeoutSeconds";
  const seconds = numberAt(spec, "sessionAffinityConfig", "clientIP", "timeoutSeconds");
  if (textAt(spec, "sessionAffinity") !== "ClientIP" || seconds === undefined) return [];
  if (seconds > 0 && seconds <= AFFINITY_SECONDS_MAX) return [];
  return [invalid(at, seconds, `must be greater than 0 and less than ${AFFINITY_SECONDS_MAX}`)];
}

function externalAddressFaults(spec: JsonObject): readonly Fault[] {
  return listAt(spec, "externalIPs").flatMap((each, index) => {
    const ip = typeof each === "string" ? each : "";
    const at = `spec.externalIPs[${index}]`;
    const faults = address(ip).map((fault) => invalid(at, ip, fault));
    return faults.length > 0 ? faults : specialAddressFaults(ip, at);
  });
}

/** Addresses that nobody outside can mean. */
export function specialAddressFaults(ip: string, at: string): readonly Fault[] {
  const ranges: readonly (readonly [RegExp, string])[] = [
    [/^(?:0\.0\.0\.0|::)$/, `may not be unspecified (${ip})`],
    [/^(?:127\.|::1$)/, "may not be in the loopback range (127.0.0.0/8, ::1/128)"],
    [/^(?:169\.254\.|fe[89ab])/i, "may not be in the link-local range (169.254.0.0/16, fe80::/10)"],
    [/^224\.0\.0\./, "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)"],
  ];
  return ranges.filter(([range]) => range.test(ip)).map(([, text]) => invalid(at, ip, text));
}

/** Fields that only one type has. */
function typeBoundFaults(service: JsonObject, spec: JsonObject): readonly Fault[] {
  const ranges = listAt(spec, "loadBalancerSourceRanges");
  const field = "spec.LoadBalancerSourceRanges";
  const rangesFaults = ranges.flatMap((each, index) => {
    const range = typeof each === "string" ? each.trim() : "";
    return addressRange(range).map((fault) => invalid(`${field}[${index}]`, range, fault));
  });
  if (serviceType(service) === "LoadBalancer") {
    const className = textAt(spec, "loadBalancerClass");
    const named = className === undefined ? [] : labelKeyFaults(className);
    return [
      ...rangesFaults,
      ...named.map((each) => invalid("spec.loadBalancerClass", className ?? "", each)),
    ];
  }
  const only = "may only be used when `type` is 'LoadBalancer'";
  return [
    ...(ranges.length > 0 ? [forbidden(field, only)] : []),
    ...rangesFaults,
    ...["allocateLoadBalancerNodePorts", "loadBalancerClass"]
      .filter((each) => spec[each] !== undefined)
      .map((each) => forbidden(`spec.${each}`, only)),
  ];
}

function externalPolicyFaults(service: JsonObject, spec: JsonObject): readonly Fault[] {
  const port = numberAt(spec, "healthCheckNodePort") ?? 0;
  const onlyLocal =
    "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
  return [
    ...policyFaults(service, spec),
    ...(port !== 0 && !hasHealthPort(service)
      ? [invalid("spec.healthCheckNodePort", port, onlyLocal)]
      : []),
  ];
}

function policyFaults(service: JsonObject, spec: JsonObject): readonly Fault[] {
  const policy = textAt(spec, "externalTrafficPolicy");
  const type = serviceType(service);
  const hasAddresses = listAt(spec, "externalIPs").length > 0;
  const field = "spec.externalTrafficPolicy";
  if (type !== "NodePort" && type !== "LoadBalancer" && !hasAddresses) {
    const text = "may only be set for externally-accessible services";
    return policy === undefined ? [] : [invalid(field, policy, text)];
  }
  return policy === undefined ? [required(field)] : choiceFaults(spec, field, ["Cluster", "Local"]);
}

function clusterAddressFault(
  ip: string,
  at: string,
  { type, family }: { readonly type: string; readonly family: Json | undefined },
): readonly Fault[] {
  if (ip === "None") {
    const text = `may not be set to 'None' for ${type} services`;
    return type === "ClusterIP" ? [] : [invalid(at, ip, text)];
  }
  const version = isIP(ip);
  if (version === 0) return address(ip).map((fault) => invalid(at, ip, fault));
  const asked = typeof family === "string" ? family : "";
  const isOther = asked !== "" && asked !== `IPv${version}`;
  const expected = `expected an ${asked} value as indicated by \`ipFamilies[0]\``;
  return isOther ? [invalid(at, ip, expected)] : [];
}

/** Faults of the addresses that a Service asks for. */
export function clusterAddressFaults(spec: JsonObject): readonly Fault[] {
  const addresses: readonly Json[] = listAt(spec, "clusterIPs");
  const only = textAt(spec, "clusterIP") ?? "";
  if (only === "" && addresses.length > 0) {
    const text = "must be empty when `clusterIP` is not specified";
    return [invalid("spec.clusterIPs", addresses, text)];
  }
  if (only !== "" && addresses.length > 0 && addresses[0] !== only) {
    return [invalid("spec.clusterIPs", addresses, "first value must match `clusterIP`")];
  }
  return addresses.flatMap((each, index) =>
    clusterAddressFault(typeof each === "string" ? each : "", `spec.clusterIPs[${index}]`, {
      type: textAt(spec, "type") ?? "",
      family: listAt(spec, "ipFamilies")[index],
    }),
  );
}
