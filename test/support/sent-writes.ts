import { renderJson } from "../../src/cli/render-json.ts";
import { isJsonObject, listAt, textAt, textsAt } from "../../src/core/object/json.ts";
import type { StackStatus } from "../../src/core/report/status-document.ts";
import type { AuditEntry } from "./audit-log.ts";

/** The kinds that a drawn state may hold, by resource. */
const KINDS: Readonly<Record<string, string>> = {
  configmaps: "ConfigMap",
  secrets: "Secret",
  serviceaccounts: "ServiceAccount",
  services: "Service",
  namespaces: "Namespace",
  deployments: "Deployment",
  statefulsets: "StatefulSet",
  jobs: "Job",
  roles: "Role",
  rolebindings: "RoleBinding",
  horizontalpodautoscalers: "HorizontalPodAutoscaler",
  poddisruptionbudgets: "PodDisruptionBudget",
  networkpolicies: "NetworkPolicy",
  customresourcedefinitions: "CustomResourceDefinition",
  elasticsearches: "Elasticsearch",
  kibanas: "Kibana",
  parcels: "Parcel",
  validatingadmissionpolicies: "ValidatingAdmissionPolicy",
  validatingadmissionpolicybindings: "ValidatingAdmissionPolicyBinding",
};

/** A request of the agent that was to change an object of the stack. */
export interface SentWrite {
  /** The object, as the status names it. */
  readonly id: string;
  readonly verb: string;
  readonly entry: AuditEntry;
}

/**
 * The writes of the stack's objects among an agent's requests, in the order in which they were sent. What it writes in its
 * own namespace is none: the parent, the Lease, Events.
 */
export function sentWrites(
  entries: readonly AuditEntry[],
  agentNamespace: string,
): readonly SentWrite[] {
  return entries
    .filter(({ resource }) => resource !== "events")
    .filter(({ namespace, resource, name }) =>
      resource === "namespaces" ? name !== agentNamespace : namespace !== agentNamespace,
    )
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .map((entry) => ({ id: idOf(entry), verb: verbOf(entry), entry }));
}

function idOf({ group, resource, namespace, name }: AuditEntry): string {
  const kind = KINDS[resource] ?? resource;
  const place = resource === "namespaces" ? "" : namespace;
  return [group === "" ? kind : `${kind}.${group}`, place, name]
    .filter((part) => part !== "")
    .join("/");
}

/**
 * Which of a plan's words a request is: an apply is forced, and one that names no uid makes the object; without force, a
 * patch is a transfer. All else is named as the server names it, and no plan has such a word.
 */
function verbOf({ verb, uri, body }: AuditEntry): string {
  if (verb !== "patch") return verb;
  const isApply = new URL(uri, "https://server").searchParams.get("force") === "true";
  if (!isApply) return "transfer";
  return textAt(body, "metadata", "uid") === undefined ? "create" : "apply";
}

/** One line for each object that is written, with its requests in order: `ConfigMap/shop/web transfer, apply`. */
export function writeLines(writes: readonly Pick<SentWrite, "id" | "verb">[]): readonly string[] {
  const verbs = new Map<string, readonly string[]>();
  for (const { id, verb } of writes) verbs.set(id, [...(verbs.get(id) ?? []), verb]);
  return [...verbs].map(([id, each]) => `${id} ${each.join(", ")}`).toSorted();
}

/** The same lines from what `plan --output json` prints. */
export function plannedLines(status: StackStatus): readonly string[] {
  const document: unknown = JSON.parse(renderJson({ stacks: [status] }));
  const [stack] = isJsonObject(document) ? listAt(document, "stacks") : [];
  return [...listAt(stack, "objects"), ...listAt(stack, "orphans")]
    .flatMap((each) => {
      const writes = textsAt(each, "writes");
      return writes.length === 0 ? [] : [`${textAt(each, "id") ?? ""} ${writes.join(", ")}`];
    })
    .toSorted();
}
