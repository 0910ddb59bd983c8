import { type JsonObject, listAt, objectAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { invalid, notSupported, required } from "../make-fault.ts";
import { subdomainName } from "../subdomain-name.ts";
import { itemFaults } from "./check-items.ts";
import { selectorFaults } from "./check-selector.ts";
import { pathSegment } from "./name-syntax.ts";

const GROUP = "rbac.authorization.k8s.io";

const SUBJECTS = ["ServiceAccount", "User", "Group"];

/** @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/ */
export function roleFaults(object: JsonObject): readonly Fault[] {
  return itemFaults(object, "rules", (rule, path) =>
    ruleFaults(rule, path, { isNamespaced: true }),
  );
}

/** As `roleFaults`, for roles of the whole cluster. */
export function clusterRoleFaults(object: JsonObject): readonly Fault[] {
  const aggregation = objectAt(object, "aggregationRule");
  return [
    ...itemFaults(object, "rules", (rule, path) => ruleFaults(rule, path, { isNamespaced: false })),
    ...(aggregation === undefined ? [] : aggregationFaults(aggregation)),
  ];
}

export function roleBindingFaults(object: JsonObject): readonly Fault[] {
  return bindingFaults(object, ["Role", "ClusterRole"]);
}

export function clusterRoleBindingFaults(object: JsonObject): readonly Fault[] {
  return bindingFaults(object, ["ClusterRole"]);
}

function ruleFaults(
  rule: JsonObject,
  at: string,
  { isNamespaced }: { readonly isNamespaced: boolean },
): readonly Fault[] {
  const hasVerbs = listAt(rule, "verbs").length > 0;
  const paths = listAt(rule, "nonResourceURLs");
  const groups = listAt(rule, "apiGroups");
  const resources = listAt(rule, "resources");
  const names = listAt(rule, "resourceNames");
  const verbs = hasVerbs ? [] : [required(`${at}.verbs`, "verbs must contain at least one value")];
  if (paths.length > 0) {
    const isMixed = groups.length + resources.length + names.length > 0;
    return [
      ...verbs,
      ...(isNamespaced
        ? [
            invalid(
              `${at}.nonResourceURLs`,
              paths,
              "namespaced rules cannot apply to non-resource URLs",
            ),
          ]
        : []),
      ...(isMixed
        ? [
            invalid(
              `${at}.nonResourceURLs`,
              paths,
              "rules cannot apply to both regular resources and non-resource URLs",
            ),
          ]
        : []),
    ];
  }
  return [
    ...verbs,
    ...(groups.length === 0
      ? [required(`${at}.apiGroups`, "resource rules must supply at least one api group")]
      : []),
    ...(resources.length === 0
      ? [required(`${at}.resources`, "resource rules must supply at least one resource")]
      : []),
  ];
}

function aggregationFaults(aggregation: JsonObject): readonly Fault[] {
  const at = "aggregationRule.clusterRoleSelectors";
  if (listAt(aggregation, "clusterRoleSelectors").length === 0) {
    const text = "at least one clusterRoleSelector required if aggregationRule is non-nil";
    return [required(at, text)];
  }
  return itemFaults(aggregation, at, (selector, path) => {
    const faults = selectorFaults(selector, path);
    const text = "invalid label selector.";
    return faults.length === 0
      ? []
      : [...faults, { kind: "invalid" as const, field: path, detail: text }];
  });
}

function bindingFaults(object: JsonObject, kinds: readonly string[]): readonly Fault[] {
  const reference = objectAt(object, "roleRef") ?? {};
  const group = textAt(reference, "apiGroup") ?? "";
  const kind = textAt(reference, "kind") ?? "";
  const name = textAt(reference, "name") ?? "";
  return [
    ...(group === GROUP ? [] : [notSupported("roleRef.apiGroup", group, [GROUP])]),
    ...(kinds.includes(kind) ? [] : [notSupported("roleRef.kind", kind, kinds)]),
    ...(name === ""
      ? [required("roleRef.name")]
      : pathSegment(name).map((each) => invalid("roleRef.name", name, each))),
    ...itemFaults(object, "subjects", (subject, path) =>
      subjectFaults(subject, path, { isNamespaced: kinds.includes("Role") }),
    ),
  ];
}

function subjectFaults(
  subject: JsonObject,
  at: string,
  { isNamespaced }: { readonly isNamespaced: boolean },
): readonly Fault[] {
  const name = textAt(subject, "name") ?? "";
  const kind = textAt(subject, "kind") ?? "";
  return [
    ...(name === "" ? [required(`${at}.name`)] : []),
    ...(kind === "ServiceAccount"
      ? accountFaults(subject, at, isNamespaced)
      : personFaults(subject, at, kind)),
  ];
}

function accountFaults(subject: JsonObject, at: string, isNamespaced: boolean): readonly Fault[] {
  const name = textAt(subject, "name") ?? "";
  const group = textAt(subject, "apiGroup") ?? "";
  const hasNamespace = (textAt(subject, "namespace") ?? "") !== "";
  return [
    ...(name === "" ? [] : subdomainName(name).map((each) => invalid(`${at}.name`, name, each))),
    ...(group === "" ? [] : [notSupported(`${at}.apiGroup`, group, [""])]),
    ...(isNamespaced || hasNamespace ? [] : [required(`${at}.namespace`)]),
  ];
}

function personFaults(subject: JsonObject, at: string, kind: string): readonly Fault[] {
  if (!SUBJECTS.includes(kind)) return [notSupported(`${at}.kind`, kind, SUBJECTS)];
  const group = textAt(subject, "apiGroup") ?? "";
  return group === GROUP ? [] : [notSupported(`${at}.apiGroup`, group, [GROUP])];
}
