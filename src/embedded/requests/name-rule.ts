import { labelName, oldLabelName, pathSegment } from "../kinds/name-syntax.ts";
import type { Resource } from "../kinds/resource.ts";
import { groupKind } from "../refusals.ts";
import { subdomainName } from "../subdomain-name.ts";

/** @returns what is wrong with a name, in the server's words; none for a good one. */
export type NameRule = (name: string) => readonly string[];

const RULES: ReadonlyMap<string, NameRule> = new Map<string, NameRule>([
  ["Namespace", labelName],
  ["StatefulSet.apps", labelName],
  ["Service", oldLabelName],
  ["Role.rbac.authorization.k8s.io", pathSegment],
  ["ClusterRole.rbac.authorization.k8s.io", pathSegment],
  ["RoleBinding.rbac.authorization.k8s.io", pathSegment],
  ["ClusterRoleBinding.rbac.authorization.k8s.io", pathSegment],
  ["APIService.apiregistration.k8s.io", pathSegment],
]);

/**
 * How the objects of a kind may be named.
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/
 */
export function nameRuleOf(resource: Resource): NameRule {
  return RULES.get(groupKind(resource)) ?? subdomainName;
}
