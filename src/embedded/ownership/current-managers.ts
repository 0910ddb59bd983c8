import { apiVersionOf } from "../../core/object/object-id.ts";
import type { Manager, Managers } from "./field-manager.ts";
import { fitSet } from "./fit-set.ts";
import type { TrackedResource } from "./tracked-resource.ts";

/** The managers of an object as its kind is now, or the version of which a custom kind knows nothing any more. */
export type Current =
  | { readonly kind: "managers"; readonly managers: Managers }
  | { readonly kind: "unknown"; readonly apiVersion: string };

/**
 * The managers with their sets as the present schema sees them. Of a built-in kind entries of a version that is not served are
 * dropped; an object of a custom kind cannot be seen in a version that its definition does not name.
 */
export function currentManagers(managers: Managers, resource: TrackedResource): Current {
  const current = new Map<string, Manager>();
  for (const [identity, manager] of managers) {
    const { apiVersion, fields } = manager;
    if (isKnownVersion(apiVersion, resource)) {
      const fitted = fitSet(fields, resource.schema);
      current.set(identity, fitted === fields ? manager : { ...manager, fields: fitted });
    } else if (resource.isCustom) return { kind: "unknown", apiVersion };
  }
  return { kind: "managers", managers: current };
}

/** Whether an entry of the version can be there. */
export function isKnownVersion(
  apiVersion: string,
  { group, version, versions, isCustom }: TrackedResource,
): boolean {
  if (apiVersion === apiVersionOf({ group, version })) return true;
  if (versions === undefined) return isCustom && apiVersion.startsWith(`${group}/`);
  return versions.some((each) => apiVersionOf({ group, version: each }) === apiVersion);
}
