import { groupOf } from "../../core/object/object-id.ts";
import type { Catalogue, Resource } from "../kinds/resource.ts";

/**
 * How objects of a kind are served: in their own version, else in any other, as an object may be stored in a version
 * that its CRD serves no more. `undefined` when the kind is not known (yet).
 */
export function resourceOf(
  catalogue: Catalogue,
  { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
): Resource | undefined {
  const group = groupOf(apiVersion);
  const version = group === "" ? apiVersion : apiVersion.slice(group.length + 1);
  return (
    catalogue.ofKind({ group, version, kind }) ??
    catalogue.resources().find((each) => each.group === group && each.kind === kind)
  );
}
