import { textAt } from "../../src/core/object/json.ts";
import { type AuditEntry, auditSince, briefEntry } from "./audit-log.ts";
import type { TestStack } from "./test-stack.ts";

const READS: ReadonlySet<string> = new Set(["get", "list", "watch"]);

/**
 * The agent's requests since the mark that would write a Secret or ConfigMap that is none of its business, dry runs, too. Its business
 * are those of Git, its stack's parent, and the digest keys, which it creates and never changes.
 *
 * @param ofGit Such as `secrets/db`.
 */
export async function strayWrites(
  stack: TestStack,
  mark: number,
  ofGit: readonly string[],
): Promise<readonly string[]> {
  const { agentNamespace, name, namespace, user } = stack;
  const allowed = new Set([
    ...ofGit.map((each) => `${namespace} ${each}`),
    `${agentNamespace} configmaps/lockstep-${name}`,
  ]);
  const sent = await auditSince(mark, { user: user.name });
  return sent
    .filter(({ resource, verb }) => isSource(resource) && !READS.has(verb))
    .filter((entry) => !allowed.has(`${entry.namespace} ${entry.resource}/${entry.name}`))
    .filter((entry) => !isMakingKeys(entry, agentNamespace) && !isProbe(entry))
    .map(briefEntry);
}

function isSource(resource: string): boolean {
  return resource === "secrets" || resource === "configmaps";
}

/** What a clean object of Git would hold, under a name that the server makes up: nothing that exists is meant. */
function isProbe({ body, isDryRun, verb }: AuditEntry): boolean {
  const name = textAt(body, "metadata", "generateName");
  return isDryRun && verb === "create" && name === "lockstep-probe-";
}

function isMakingKeys({ namespace, verb, resource, body }: AuditEntry, own: string): boolean {
  const name = body === undefined ? "lockstep-digest-keys" : JSON.stringify(body["metadata"]);
  return (
    namespace === own &&
    verb === "create" &&
    resource === "secrets" &&
    name.includes("lockstep-digest-keys")
  );
}
