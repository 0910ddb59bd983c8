import type { Resource } from "../kinds/resource.ts";
import { groupKind } from "./refusals.ts";

/** @returns what is wrong with a name, in the server's words; none for a good one. */
export type NameRule = (name: string) => readonly string[];

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const OLD_LABEL = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const LABEL_MAX = 63;
const SUBDOMAIN_MAX = 253;

const SUBDOMAIN_TEXT =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL_TEXT =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const OLD_LABEL_TEXT =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

const RULES: ReadonlyMap<string, NameRule> = new Map<string, NameRule>([
  ["Namespace", label],
  ["Service", oldLabel],
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
  return RULES.get(groupKind(resource)) ?? subdomain;
}

/** What every name must be at least, being a part of a path. */
export function pathSegment(name: string): readonly string[] {
  if (name === "." || name === "..") return [`may not be '${name}'`];
  return ["/", "%"].flatMap((part) => (name.includes(part) ? [`may not contain '${part}'`] : []));
}

function subdomain(name: string): readonly string[] {
  return [...tooLong(name, SUBDOMAIN_MAX), ...(SUBDOMAIN.test(name) ? [] : [SUBDOMAIN_TEXT])];
}

function label(name: string): readonly string[] {
  return [...tooLong(name, LABEL_MAX), ...(LABEL.test(name) ? [] : [LABEL_TEXT])];
}

function oldLabel(name: string): readonly string[] {
  return [...tooLong(name, LABEL_MAX), ...(OLD_LABEL.test(name) ? [] : [OLD_LABEL_TEXT])];
}

function tooLong(name: string, max: number): readonly string[] {
  return Buffer.byteLength(name) > max ? [`must be no more than ${String(max)} characters`] : [];
}
