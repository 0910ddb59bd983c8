import { type JsonObject, listAt, numberAt, objectAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { invalid, notSupported, required } from "../make-fault.ts";
import { labelKeyFaults } from "../store/label-syntax.ts";
import { subdomainName } from "../subdomain-name.ts";
import { containersFaults } from "./check-containers.ts";
import { choiceFaults, itemFaults, textFaults } from "./check-items.ts";
import { resourceFaults } from "./check-resources.ts";
import { affinityFaults, spreadFaults, tolerationFaults } from "./check-scheduling.ts";
import { podSecurityFaults } from "./check-security-context.ts";
import { labelFaults } from "./check-selector.ts";
import { volumeFaults, volumeNames } from "./check-volumes.ts";
import { address, labelName, searchDomain } from "./name-syntax.ts";

const RESTART_POLICIES = ["Always", "OnFailure", "Never"];

const DNS_POLICIES = ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"];

const SECONDS_MAX = 2_147_483_647;

const NAMESERVERS_MAX = 3;

/** Faults of what a pod is to be, in the order of the server. @param at - Such as `spec.template.spec`. */
export function podSpecFaults(spec: JsonObject, at: string): readonly Fault[] {
  return [
    ...volumeFaults(spec, at),
    ...containersFaults(spec, at, volumeNames(spec)),
    ...resourceFaults(objectAt(spec, "resources") ?? {}, `${at}.resources`),
    ...choiceFaults(spec, `${at}.restartPolicy`, RESTART_POLICIES),
    ...choiceFaults(spec, `${at}.dnsPolicy`, DNS_POLICIES),
    ...labelFaults(objectAt(spec, "nodeSelector") ?? {}, `${at}.nodeSelector`),
    ...podSecurityFaults(spec, `${at}.securityContext`),
    ...affinityFaults(spec, at),
    ...dnsFaults(spec, `${at}.dnsConfig`),
    ...gateFaults(spec, at),
    ...spreadFaults(spec, at),
    ...nameFaults(spec, at),
    ...tolerationFaults(spec, at),
    ...itemFaults(spec, `${at}.hostAliases`, aliasFaults),
    ...classFaults(spec, at),
  ];
}

function nameFaults(spec: JsonObject, at: string): readonly Fault[] {
  const seconds = numberAt(spec, "activeDeadlineSeconds");
  const isTimed = seconds === undefined || (seconds >= 1 && seconds <= SECONDS_MAX);
  return [
    ...nameFault(spec, `${at}.serviceAccountName`, subdomainName),
    ...nameFault(spec, `${at}.nodeName`, subdomainName),
    ...(isTimed
      ? []
      : [
          invalid(
            `${at}.activeDeadlineSeconds`,
            seconds,
            `must be between 1 and ${SECONDS_MAX}, inclusive`,
          ),
        ]),
    ...nameFault(spec, `${at}.hostname`, labelName),
    ...nameFault(spec, `${at}.subdomain`, labelName),
  ];
}

function classFaults(spec: JsonObject, at: string): readonly Fault[] {
  const overhead = objectAt(spec, "overhead");
  const system = textAt(spec, "os", "name");
  return [
    ...nameFault(spec, `${at}.priorityClassName`, subdomainName),
    ...nameFault(spec, `${at}.runtimeClassName`, subdomainName),
    ...choiceFaults(spec, `${at}.preemptionPolicy`, ["Never", "PreemptLowerPriority"]),
    ...(overhead === undefined ? [] : resourceFaults({ limits: overhead }, `${at}.overhead`)),
    ...(system === undefined || system === "linux" || system === "windows"
      ? []
      : [notSupported(`${at}.os`, system, ["linux", "windows"])]),
  ];
}

function nameFault(
  spec: JsonObject,
  at: string,
  syntax: (text: string) => readonly string[],
): readonly Fault[] {
  const name = textAt(spec, at.slice(at.lastIndexOf(".") + 1)) ?? "";
  return name === "" ? [] : syntax(name).map((each) => invalid(at, name, each));
}

function dnsFaults(spec: JsonObject, at: string): readonly Fault[] {
  const config = objectAt(spec, "dnsConfig");
  const isNone = textAt(spec, "dnsPolicy") === "None";
  if (config === undefined) {
    return isNone ? [required(at, "must provide `dnsConfig` when `dnsPolicy` is None")] : [];
  }
  const servers = listAt(config, "nameservers");
  const field = `${at}.nameservers`;
  return [
    ...(isNone && servers.length === 0
      ? [required(field, "must provide at least one DNS nameserver when `dnsPolicy` is None")]
      : []),
    ...(servers.length > NAMESERVERS_MAX
      ? [invalid(field, servers, `must not have more than ${NAMESERVERS_MAX} nameservers`)]
      : []),
    ...textFaults(config, field, address),
    ...textFaults(config, `${at}.searches`, (text) => searchDomain(text.replace(/\.$/, ""))),
    ...itemFaults(config, `${at}.options`, (option, path) =>
      (textAt(option, "name") ?? "") === "" ? [required(path, "must not be empty")] : [],
    ),
  ];
}

function gateFaults(spec: JsonObject, at: string): readonly Fault[] {
  return [
    ...itemFaults(spec, `${at}.readinessGates`, (gate, path) =>
      qualifiedFaults(textAt(gate, "conditionType") ?? "", `${path}.conditionType`),
    ),
    ...itemFaults(spec, `${at}.schedulingGates`, (gate, path) =>
      qualifiedFaults(textAt(gate, "name") ?? "", path),
    ),
  ];
}

function qualifiedFaults(name: string, at: string): readonly Fault[] {
  return labelKeyFaults(name).map((each) => invalid(at, name, each));
}

function aliasFaults(alias: JsonObject, at: string): readonly Fault[] {
  const ip = textAt(alias, "ip") ?? "";
  return [
    ...address(ip).map((each) => invalid(`${at}.ip`, ip, each)),
    ...textFaults(alias, `${at}.hostnames`, subdomainName),
  ];
}
