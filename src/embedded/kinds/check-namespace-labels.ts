import { type JsonObject, objectAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { invalid } from "../make-fault.ts";

const PREFIX = "pod-security.kubernetes.io/";
const LEVELS = ["privileged", "baseline", "restricted"];
const VERSION = /^(latest|v1\.\d+)$/;

/**
 * Faults of the labels that choose the security standard of a namespace's pods. The standard itself is not enforced here.
 * @see https://kubernetes.io/docs/concepts/security/pod-security-admission/
 */
export function namespaceFaults(object: JsonObject): readonly Fault[] {
  const labels = objectAt(object, "metadata", "labels") ?? {};
  return ["enforce", "audit", "warn"].flatMap((mode) => [
    ...labelFault(labels, `${PREFIX}${mode}`, {
      isGood: (level) => LEVELS.includes(level),
      detail: `must be one of ${LEVELS.join(", ")}`,
    }),
    ...labelFault(labels, `${PREFIX}${mode}-version`, {
      isGood: (version) => VERSION.test(version),
      detail: 'must be "latest" or "v1.x"',
    }),
  ]);
}

function labelFault(
  labels: JsonObject,
  key: string,
  rule: { readonly isGood: (value: string) => boolean; readonly detail: string },
): readonly Fault[] {
  const value = labels[key];
  if (typeof value !== "string" || rule.isGood(value)) return [];
  return [invalid(`metadata.labels[${key}]`, value, rule.detail)];
}
