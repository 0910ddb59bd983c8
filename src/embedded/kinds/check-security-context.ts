import { type JsonObject, listAt, objectAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { invalid, required } from "../make-fault.ts";
import { choiceFaults, itemFaults } from "./check-items.ts";

const ID_MAX = 2_147_483_647;

const SYSCTL = /^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$/;

const SYSCTL_TEXT =
  "must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$";

const SECCOMP_TYPES = ["Localhost", "RuntimeDefault", "Unconfined"];

/** Faults of a pod's security context, with what it says about the host. */
export function podSecurityFaults(spec: JsonObject, at: string): readonly Fault[] {
  const context = objectAt(spec, "securityContext") ?? {};
  return [
    ...idFaults(`${at}.fsGroup`, context["fsGroup"]),
    ...idFaults(`${at}.runAsUser`, context["runAsUser"]),
    ...idFaults(`${at}.runAsGroup`, context["runAsGroup"]),
    ...listAt(context, "supplementalGroups").flatMap((each, index) =>
      idFaults(`${at}.supplementalGroups[${index}]`, each),
    ),
    ...sharingFaults(spec, at),
    ...itemFaults(context, `${at}.sysctls`, (sysctl, path) => {
      const name = textAt(sysctl, "name") ?? "";
      if (name === "") return [required(`${path}.name`)];
      return SYSCTL.test(name) ? [] : [invalid(`${path}.name`, name, SYSCTL_TEXT)];
    }),
    ...choiceFaults(context, `${at}.fsGroupChangePolicy`, ["Always", "OnRootMismatch"]),
    ...seccompFaults(context, `${at}.seccompProfile`),
  ];
}

/** Faults of a container's security context. Privileged containers are allowed. */
export function containerSecurityFaults(container: JsonObject, at: string): readonly Fault[] {
  const context = objectAt(container, "securityContext");
  if (context === undefined) return [];
  const isContrary =
    context["privileged"] === true && context["allowPrivilegeEscalation"] === false;
  return [
    ...idFaults(`${at}.runAsUser`, context["runAsUser"]),
    ...idFaults(`${at}.runAsGroup`, context["runAsGroup"]),
    ...choiceFaults(context, `${at}.procMount`, ["Default", "Unmasked"]),
    ...seccompFaults(context, `${at}.seccompProfile`),
    ...(isContrary
      ? [
          invalid(
            at,
            context,
            "cannot set `allowPrivilegeEscalation` to false and `privileged` to true",
          ),
        ]
      : []),
  ];
}

function idFaults(field: string, value: JsonObject[string] | undefined): readonly Fault[] {
  if (typeof value !== "number" || (value >= 0 && value <= ID_MAX)) return [];
  return [invalid(field, value, `must be between 0 and ${ID_MAX}, inclusive`)];
}

function sharingFaults(spec: JsonObject, at: string): readonly Fault[] {
  if (spec["shareProcessNamespace"] !== true || spec["hostPID"] !== true) return [];
  const text = "ShareProcessNamespace and HostPID cannot both be enabled";
  return [invalid(`${at}.shareProcessNamespace`, true, text)];
}

function seccompFaults(context: JsonObject, at: string): readonly Fault[] {
  const profile = objectAt(context, "seccompProfile");
  if (profile === undefined) return [];
  const type = textAt(profile, "type") ?? "";
  const isMissing = type === "Localhost" && (textAt(profile, "localhostProfile") ?? "") === "";
  return [
    ...choiceFaults({ type }, `${at}.type`, SECCOMP_TYPES),
    ...(isMissing
      ? [required(`${at}.localhostProfile`, "must be set when seccomp type is Localhost")]
      : []),
  ];
}
