import {
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
  valueAt,
} from "../../core/object/json.ts";
import { compareText } from "../../core/ownership/compare-text.ts";
import type { Column } from "./column.ts";
import {
  AGE_COLUMN,
  column,
  NAME_COLUMN,
  scalarText,
  textCell,
  wideColumn,
} from "./make-column.ts";

/** Of kinds that hold settings and rights, by `Kind` or `Kind.group`. */
export const CONFIG_COLUMNS: ReadonlyMap<string, readonly Column[]> = new Map([
  ["ConfigMap", [NAME_COLUMN, column("Data", configMapSize), AGE_COLUMN]],
  [
    "Secret",
    [
      NAME_COLUMN,
      column("Type", textCell("type")),
      column("Data", (object) => keysAt(object, "data").length),
      AGE_COLUMN,
    ],
  ],
  [
    "ServiceAccount",
    [NAME_COLUMN, column("Secrets", (object) => listAt(object, "secrets").length), AGE_COLUMN],
  ],
  [
    "ResourceQuota",
    [
      NAME_COLUMN,
      column("Request", quotaCell({ limits: false })),
      column("Limit", quotaCell({ limits: true })),
      AGE_COLUMN,
    ],
  ],
  ["RoleBinding.rbac.authorization.k8s.io", bindingColumns()],
  ["ClusterRoleBinding.rbac.authorization.k8s.io", bindingColumns()],
]);

function bindingColumns(): readonly Column[] {
  return [
    NAME_COLUMN,
    column("Role", (object) => {
      const role = objectAt(object, "roleRef");
      return `${textAt(role, "kind") ?? ""}/${textAt(role, "name") ?? ""}`;
    }),
    AGE_COLUMN,
    wideColumn("Users", subjectsCell("User")),
    wideColumn("Groups", subjectsCell("Group")),
    wideColumn("ServiceAccounts", subjectsCell("ServiceAccount")),
  ];
}

function configMapSize(object: JsonObject): number {
  return keysAt(object, "data").length + keysAt(object, "binaryData").length;
}

function keysAt(object: JsonObject, ...steps: readonly string[]): readonly string[] {
  return Object.keys(objectAt(object, ...steps) ?? {});
}

function quotaCell({ limits }: { limits: boolean }): Column["cell"] {
  return (quota) =>
    keysAt(quota, "status", "hard")
      .filter((name) => name.startsWith("limits") === limits)
      .toSorted(compareText)
      .map((name) => {
        const used = scalarText(valueAt(quota, "status", "used", name), "0");
        return `${name}: ${used}/${scalarText(valueAt(quota, "status", "hard", name), "0")}`;
      })
      .join(", ");
}

function subjectsCell(kind: string): Column["cell"] {
  return (binding) =>
    listAt(binding, "subjects")
      .filter((subject) => textAt(subject, "kind") === kind)
      .map(subjectText)
      .join(", ");
}

function subjectText(subject: Json): string {
  const name = textAt(subject, "name") ?? "";
  if (textAt(subject, "kind") !== "ServiceAccount") return name;
  return `${textAt(subject, "namespace") ?? ""}/${name}`;
}
