import { type JsonObject, objectAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { forbidden, invalid, notSupported, required } from "../make-fault.ts";
import { labelKeyFaults } from "../store/label-syntax.ts";
import { itemFaults } from "./check-items.ts";
import { quantityNanos } from "./quantity-nanos.ts";

const UNIT = 1_000_000_000n;

const OF_CONTAINERS = new Set(["cpu", "memory", "ephemeral-storage"]);

/** Names of resources without a domain that mean something somewhere. */
const STANDARD = new Set([
  ...OF_CONTAINERS,
  "storage",
  "pods",
  "services",
  "replicationcontrollers",
  "resourcequotas",
  "secrets",
  "configmaps",
  "persistentvolumeclaims",
  "requests.cpu",
  "requests.memory",
  "requests.storage",
  "requests.ephemeral-storage",
  "limits.cpu",
  "limits.memory",
  "limits.ephemeral-storage",
  "services.nodeports",
  "services.loadbalancers",
]);

const RESIZED = ["cpu", "memory"];

const RESIZE_POLICIES = ["NotRequired", "RestartContainer"];

/**
 * Faults of what a container requests and is limited to.
 * @see https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/
 */
export function resourceFaults(resources: JsonObject, at: string): readonly Fault[] {
  const limits = objectAt(resources, "limits") ?? {};
  const requests = objectAt(resources, "requests") ?? {};
  return [
    ...Object.keys(limits).flatMap((name) => amountFaults(limits, `${at}.limits`, name)),
    ...Object.keys(requests).flatMap((name) => [
      ...amountFaults(requests, `${at}.requests`, name),
      ...overLimitFaults(name, { limits, requests, at }),
    ]),
    ...hugePageFaults([...Object.keys(limits), ...Object.keys(requests)], at),
  ];
}

/** Faults of what happens to a container whose resources are changed. */
export function resizeFaults(container: JsonObject, at: string): readonly Fault[] {
  const path = `${at}.resizePolicy`;
  return itemFaults(container, path, (policy) => {
    const name = textAt(policy, "resourceName") ?? "";
    const restart = textAt(policy, "restartPolicy") ?? "";
    return [
      ...(RESIZED.includes(name) ? [] : [notSupported(path, name, RESIZED)]),
      ...(RESIZE_POLICIES.includes(restart) ? [] : [notSupported(path, restart, RESIZE_POLICIES)]),
    ];
  });
}

function amountFaults(amounts: JsonObject, list: string, name: string): readonly Fault[] {
  const at = `${list}[${name}]`;
  const amount = textAt(amounts, name) ?? "0";
  const nanos = quantityNanos(amount);
  const isWhole = nanos % UNIT === 0n;
  return [
    ...resourceNameFaults(name, at),
    ...(nanos < 0n ? [invalid(at, amount, "must be greater than or equal to 0")] : []),
    ...(isExtended(name) && !isWhole ? [invalid(at, amount, "must be an integer")] : []),
    ...pageSizeFaults(amount, at, name),
  ];
}

function resourceNameFaults(name: string, at: string): readonly Fault[] {
  const faults = labelKeyFaults(name).map((each) => invalid(at, name, each));
  if (name.includes("/")) return faults;
  const isKnown = STANDARD.has(name) || isHugePage(name);
  const ofContainer = OF_CONTAINERS.has(name) || isHugePage(name);
  return [
    ...faults,
    ...(faults.length > 0 || isKnown
      ? []
      : [invalid(at, name, "must be a standard resource type or fully qualified")]),
    ...(ofContainer ? [] : [invalid(at, name, "must be a standard resource for containers")]),
  ];
}

function overLimitFaults(
  name: string,
  { limits, requests, at }: { limits: JsonObject; requests: JsonObject; at: string },
): readonly Fault[] {
  const request = textAt(requests, name) ?? "0";
  const limit = textAt(limits, name);
  const field = `${at}.requests`;
  if (limit === undefined) {
    const text = "Limit must be set for non overcommitable resources";
    return isExtended(name) || isHugePage(name) ? [required(`${at}.limits`, text)] : [];
  }
  const difference = quantityNanos(request) - quantityNanos(limit);
  const isExact = isExtended(name) || isHugePage(name);
  if (isExact && difference !== 0n) {
    return [invalid(field, request, `must be equal to ${name} limit of ${limit}`)];
  }
  return difference > 0n
    ? [invalid(field, request, `must be less than or equal to ${name} limit of ${limit}`)]
    : [];
}

function pageSizeFaults(amount: string, at: string, name: string): readonly Fault[] {
  if (!isHugePage(name)) return [];
  const size = quantityNanos(name.slice("hugepages-".length));
  const isMultiple = size > 0n && quantityNanos(amount) % size === 0n;
  return isMultiple
    ? []
    : [invalid(at, amount, `${amount} is not positive integer multiple of ${name}`)];
}

function hugePageFaults(names: readonly string[], at: string): readonly Fault[] {
  const isAlone = names.some(isHugePage) && !names.includes("cpu") && !names.includes("memory");
  return isAlone ? [forbidden(at, "HugePages require cpu or memory")] : [];
}

function isHugePage(name: string): boolean {
  return name.startsWith("hugepages-");
}

/** A resource of somebody else, of which nobody gets more than asked for. */
function isExtended(name: string): boolean {
  return name.includes("/") && !name.includes("kubernetes.io/");
}
