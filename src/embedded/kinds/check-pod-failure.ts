import { type JsonObject, listAt, objectAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { invalid, notSupported } from "../make-fault.ts";
import { itemFaults } from "./check-items.ts";

const ACTIONS = ["Count", "FailIndex", "FailJob", "Ignore"];

const ONE_OF = "specifying one of OnExitCodes and OnPodConditions is required";

/** @see https://kubernetes.io/docs/concepts/workloads/controllers/job/#pod-failure-policy */
export function podFailureFaults(spec: JsonObject, at: string): readonly Fault[] {
  const policy = objectAt(spec, "podFailurePolicy");
  if (policy === undefined) return [];
  return itemFaults(policy, `${at}.podFailurePolicy.rules`, (rule, path) => {
    const action = textAt(rule, "action") ?? "";
    const codes = objectAt(rule, "onExitCodes");
    const isSaid = codes !== undefined || listAt(rule, "onPodConditions").length > 0;
    return [
      ...(ACTIONS.includes(action) ? [] : [notSupported(`${path}.action`, action, ACTIONS)]),
      ...(codes === undefined ? [] : exitCodeFaults(codes, `${path}.onExitCodes`)),
      ...(isSaid ? [] : [invalid(path, null, ONE_OF)]),
    ];
  });
}

function exitCodeFaults(codes: JsonObject, at: string): readonly Fault[] {
  if (textAt(codes, "operator") !== "In") return [];
  return listAt(codes, "values").flatMap((value, index) =>
    value === 0 ? [invalid(`${at}.values[${index}]`, 0, "must not be 0 for the In operator")] : [],
  );
}
