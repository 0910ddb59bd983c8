import { type JsonObject, objectAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { forbidden, invalid, notSupported, required } from "../make-fault.ts";
import { negativeFaults } from "./check-items.ts";
import { isNoShare, overAllFaults, shareFaults } from "./check-share.ts";

/** Faults of how pods of a Deployment are replaced. @see https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#strategy */
export function deploymentStrategyFaults(strategy: JsonObject, at: string): readonly Fault[] {
  const rolling = objectAt(strategy, "rollingUpdate");
  const path = `${at}.rollingUpdate`;
  switch (textAt(strategy, "type") ?? "") {
    case "Recreate":
      return rolling === undefined
        ? []
        : [forbidden(path, "may not be specified when strategy `type` is 'Recreate'")];
    case "RollingUpdate":
      return rolling === undefined
        ? [required(path, "this should be defaulted and never be nil")]
        : deploymentRollingFaults(rolling, path);
    default:
      return [notSupported(at, goStrategy(strategy), ["Recreate", "RollingUpdate"])];
  }
}

function deploymentRollingFaults(rolling: JsonObject, at: string): readonly Fault[] {
  const down = rolling["maxUnavailable"] ?? 0;
  const up = rolling["maxSurge"] ?? 0;
  return [
    ...shareFaults(`${at}.maxUnavailable`, down),
    ...shareFaults(`${at}.maxSurge`, up),
    ...(isNoShare(down) && isNoShare(up)
      ? [invalid(`${at}.maxUnavailable`, down, "may not be 0 when `maxSurge` is 0")]
      : []),
    ...overAllFaults(`${at}.maxUnavailable`, down),
  ];
}

/** As `deploymentStrategyFaults`, of a DaemonSet. */
export function daemonStrategyFaults(strategy: JsonObject, at: string): readonly Fault[] {
  const rolling = objectAt(strategy, "rollingUpdate");
  switch (textAt(strategy, "type") ?? "") {
    case "OnDelete":
      return [];
    case "RollingUpdate":
      return rolling === undefined
        ? [required(`${at}.rollingUpdate`)]
        : daemonRollingFaults(rolling, `${at}.rollingUpdate`);
    default:
      return [notSupported(at, goStrategy(strategy), ["RollingUpdate", "OnDelete"])];
  }
}

function daemonRollingFaults(rolling: JsonObject, at: string): readonly Fault[] {
  const down = rolling["maxUnavailable"] ?? 0;
  const up = rolling["maxSurge"] ?? 0;
  const isNoSurge = isNoShare(up);
  return [
    ...shareFaults(`${at}.maxUnavailable`, down),
    ...shareFaults(`${at}.maxSurge`, up),
    ...overAllFaults(`${at}.maxUnavailable`, down),
    ...overAllFaults(`${at}.maxSurge`, up),
    ...(!isNoShare(down) && !isNoSurge
      ? [invalid(`${at}.maxSurge`, up, "may not be set when maxUnavailable is non-zero")]
      : []),
    ...(isNoShare(down) && isNoSurge
      ? [required(`${at}.maxUnavailable`, "cannot be 0 when maxSurge is 0")]
      : []),
  ];
}

/** As `deploymentStrategyFaults`, of a StatefulSet. */
export function statefulStrategyFaults(strategy: JsonObject, at: string): readonly Fault[] {
  const rolling = objectAt(strategy, "rollingUpdate");
  switch (textAt(strategy, "type") ?? "") {
    case "OnDelete":
      return rolling === undefined
        ? []
        : [
            invalid(
              `${at}.rollingUpdate`,
              { Partition: rolling["partition"] ?? 0, MaxUnavailable: null },
              "only allowed for updateStrategy 'RollingUpdate'",
            ),
          ];
    case "RollingUpdate":
      return negativeFaults(rolling ?? {}, `${at}.rollingUpdate.partition`);
    default:
      return [invalid(at, goStrategy(strategy), "must be 'RollingUpdate' or 'OnDelete'")];
  }
}

/** The server shows its own form of a strategy. */
function goStrategy(strategy: JsonObject): JsonObject {
  return { Type: strategy["type"] ?? "", RollingUpdate: null };
}
