import { type JsonObject, listAt, objectAt, textAt, valueAt } from "../../core/object/json.ts";
import { compareText } from "../../core/ownership/compare-text.ts";
import type { Column } from "./column.ts";
import {
  AGE_COLUMN,
  column,
  conditionOf,
  countCell,
  countColumn,
  isConditionTrue,
  NAME_COLUMN,
  textCell,
  wideColumn,
} from "./make-column.ts";

const ROLE_PREFIX = "node-role.kubernetes.io/";
const ROLE_LABEL = "kubernetes.io/role";

/** Of kinds of the cluster itself, by `Kind` or `Kind.group`. */
export const CLUSTER_COLUMNS: ReadonlyMap<string, readonly Column[]> = new Map([
  ["Namespace", [NAME_COLUMN, column("Status", textCell("status", "phase")), AGE_COLUMN]],
  ["Node", nodeColumns()],
  [
    "Lease.coordination.k8s.io",
    [NAME_COLUMN, column("Holder", textCell("spec", "holderIdentity")), AGE_COLUMN],
  ],
  ["RuntimeClass.node.k8s.io", [NAME_COLUMN, column("Handler", textCell("handler")), AGE_COLUMN]],
  ["PriorityClass.scheduling.k8s.io", priorityClassColumns()],
  ["MutatingWebhookConfiguration.admissionregistration.k8s.io", webhookColumns()],
  ["ValidatingWebhookConfiguration.admissionregistration.k8s.io", webhookColumns()],
  ["ValidatingAdmissionPolicy.admissionregistration.k8s.io", policyColumns()],
  ["ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io", policyBindingColumns()],
  ["APIService.apiregistration.k8s.io", apiServiceColumns()],
]);

function nodeColumns(): readonly Column[] {
  return [
    NAME_COLUMN,
    column("Status", nodeStatus),
    column("Roles", nodeRoles),
    AGE_COLUMN,
    column("Version", textCell("status", "nodeInfo", "kubeletVersion")),
    wideColumn("Internal-IP", addressCell("InternalIP")),
    wideColumn("External-IP", addressCell("ExternalIP")),
    wideColumn("OS-Image", nodeInfoCell("osImage")),
    wideColumn("Kernel-Version", nodeInfoCell("kernelVersion")),
    wideColumn("Container-Runtime", nodeInfoCell("containerRuntimeVersion")),
  ];
}

function priorityClassColumns(): readonly Column[] {
  return [
    NAME_COLUMN,
    countColumn("Value", countCell("value")),
    column("Global-Default", (object) => valueAt(object, "globalDefault") === true, {
      type: "boolean",
    }),
    AGE_COLUMN,
    column("PreemptionPolicy", textCell("preemptionPolicy")),
  ];
}

function webhookColumns(): readonly Column[] {
  return [
    NAME_COLUMN,
    countColumn("Webhooks", (object) => listAt(object, "webhooks").length),
    AGE_COLUMN,
  ];
}

function policyColumns(): readonly Column[] {
  return [
    NAME_COLUMN,
    countColumn("Validations", (object) => listAt(object, "spec", "validations").length),
    column("ParamKind", (object) => {
      const kind = objectAt(object, "spec", "paramKind");
      if (kind === undefined) return "<unset>";
      return `${textAt(kind, "apiVersion") ?? ""}/${textAt(kind, "kind") ?? ""}`;
    }),
    AGE_COLUMN,
  ];
}

function policyBindingColumns(): readonly Column[] {
  return [
    NAME_COLUMN,
    column("PolicyName", textCell("spec", "policyName")),
    column("ParamRef", (object) => {
      const reference = objectAt(object, "spec", "paramRef");
      if (reference === undefined) return "<unset>";
      const namespace = textAt(reference, "namespace") ?? "";
      const name = textAt(reference, "name") ?? "";
      return namespace === "" ? name : `${namespace}/${name}`;
    }),
    AGE_COLUMN,
  ];
}

function apiServiceColumns(): readonly Column[] {
  return [
    NAME_COLUMN,
    column("Service", (object) => {
      const service = objectAt(object, "spec", "service");
      if (service === undefined) return "Local";
      return `${textAt(service, "namespace") ?? ""}/${textAt(service, "name") ?? ""}`;
    }),
    column("Available", availableCell),
    AGE_COLUMN,
  ];
}

function nodeStatus(node: JsonObject): string {
  const ready = conditionOf(node, "Ready");
  const known = isConditionTrue(node, "Ready") ? "Ready" : "NotReady";
  const status = ready === undefined ? "Unknown" : known;
  return valueAt(node, "spec", "unschedulable") === true ? `${status},SchedulingDisabled` : status;
}

function nodeRoles(node: JsonObject): string {
  const labels = objectAt(node, "metadata", "labels") ?? {};
  const roles = Object.keys(labels).flatMap((key) => {
    const role = key === ROLE_LABEL ? (textAt(labels, key) ?? "") : roleOf(key);
    return role === "" ? [] : [role];
  });
  return roles.length === 0 ? "<none>" : [...new Set(roles)].toSorted(compareText).join(",");
}

function roleOf(key: string): string {
  return key.startsWith(ROLE_PREFIX) ? key.slice(ROLE_PREFIX.length) : "";
}

function addressCell(type: string): Column["cell"] {
  return (node) => {
    const found = listAt(node, "status", "addresses").find((each) => textAt(each, "type") === type);
    return textAt(found, "address") ?? "<none>";
  };
}

function nodeInfoCell(field: string): Column["cell"] {
  return (node) => {
    const text = textAt(node, "status", "nodeInfo", field) ?? "";
    return text === "" ? "<unknown>" : text;
  };
}

function availableCell(object: JsonObject): string {
  const condition = conditionOf(object, "Available");
  if (condition === undefined) return "Unknown";
  const status = textAt(condition, "status") ?? "";
  return status === "True" ? status : `${status} (${textAt(condition, "reason") ?? ""})`;
}
