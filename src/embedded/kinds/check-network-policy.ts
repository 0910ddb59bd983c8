import { type JsonObject, listAt, objectAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { forbidden, invalid, notSupported, required } from "../make-fault.ts";
import { choiceFaults, itemFaults } from "./check-items.ts";
import { portFaults } from "./check-port.ts";
import { selectorFaults } from "./check-selector.ts";
import { isWithinRange } from "./is-within-range.ts";
import { addressRange } from "./name-syntax.ts";

const TYPES = ["Ingress", "Egress"];

const PROTOCOLS = ["TCP", "UDP", "SCTP"];

/** @see https://kubernetes.io/docs/concepts/services-networking/network-policies/ */
export function networkPolicyFaults(object: JsonObject): readonly Fault[] {
  const spec = objectAt(object, "spec") ?? {};
  const types = listAt(spec, "policyTypes");
  const field = "spec.policyTypes";
  return [
    ...selectorFaults(objectAt(spec, "podSelector") ?? {}, "spec.podSelector"),
    ...itemFaults(spec, "spec.ingress", (rule, path) => ruleFaults(rule, path, "from")),
    ...itemFaults(spec, "spec.egress", (rule, path) => ruleFaults(rule, path, "to")),
    ...(types.length > TYPES.length
      ? [invalid(field, types, "may not specify more than two policyTypes")]
      : types.flatMap((each, index) =>
          TYPES.some((type) => type === each)
            ? []
            : [notSupported(`${field}[${index}]`, each, TYPES)],
        )),
  ];
}

function ruleFaults(rule: JsonObject, at: string, peers: string): readonly Fault[] {
  return [
    ...itemFaults(rule, `${at}.ports`, policyPortFaults),
    ...itemFaults(rule, `${at}.${peers}`, peerFaults),
  ];
}

function policyPortFaults(port: JsonObject, at: string): readonly Fault[] {
  const number = port["port"];
  return [
    ...choiceFaults(port, `${at}.protocol`, PROTOCOLS),
    ...(number === undefined ? [] : portFaults(`${at}.port`, number)),
    ...endPortFaults(port, `${at}.endPort`),
  ];
}

function endPortFaults(port: JsonObject, at: string): readonly Fault[] {
  const { port: start, endPort: end } = port;
  if (end === undefined) return [];
  if (start === undefined) {
    return [invalid(at, end, "may not be specified when `port` is not specified")];
  }
  if (typeof start === "string") {
    return [invalid(at, end, "may not be specified when `port` is non-numeric")];
  }
  return Number(end) < Number(start)
    ? [invalid(at, start, "must be greater than or equal to `port`")]
    : [];
}

function peerFaults(peer: JsonObject, at: string): readonly Fault[] {
  const block = objectAt(peer, "ipBlock");
  const pods = objectAt(peer, "podSelector");
  const namespaces = objectAt(peer, "namespaceSelector");
  const count = [block, pods, namespaces].filter((each) => each !== undefined).length;
  if (count === 0) return [required(at, "must specify a peer")];
  if (block !== undefined && count > 1) {
    return [forbidden(at, "may not specify both ipBlock and another peer")];
  }
  return [
    ...(pods === undefined ? [] : selectorFaults(pods, `${at}.podSelector`)),
    ...(namespaces === undefined ? [] : selectorFaults(namespaces, `${at}.namespaceSelector`)),
    ...(block === undefined ? [] : blockFaults(block, `${at}.ipBlock`)),
  ];
}

function blockFaults(block: JsonObject, at: string): readonly Fault[] {
  const range = textAt(block, "cidr") ?? "";
  if (range === "") return [required(`${at}.cidr`)];
  const faults = addressRange(range).map((each) => invalid(`${at}.cidr`, range, each));
  if (faults.length > 0) return faults;
  return listAt(block, "except").flatMap((each, index) => {
    const part = typeof each === "string" ? each : "";
    const field = `${at}.except[${index}]`;
    const wrong = addressRange(part).map((fault) => invalid(field, part, fault));
    if (wrong.length > 0 || isWithinRange(part, range)) return wrong;
    return [invalid(field, part, "must be a strict subset of `cidr`")];
  });
}
