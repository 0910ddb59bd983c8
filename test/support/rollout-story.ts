import { type AuditEntry, auditSince } from "./audit-log.ts";
import type { TestStack } from "./test-stack.ts";

/**
 * What happened in the stack's namespace since the mark, in the order of the audit log: `db written` for each write of a
 * workload by the agent, `a pod of db gone` when a pod's node says that it has stopped.
 */
export async function rolloutStory(stack: TestStack, mark: number): Promise<readonly string[]> {
  const seen = await auditSince(mark, { namespace: stack.namespace, isWrite: true });
  const gone = new Set<string>();
  return seen.flatMap((entry) => {
    if (entry.user === stack.user.name && entry.group === "apps") return [`${entry.name} written`];
    if (!isPodEnd(entry) || gone.has(entry.name)) return [];
    gone.add(entry.name);
    return [`a pod of ${entry.name.split("-")[0]} gone`];
  });
}

/** How long after the last of these pods was gone the agent wrote the object. */
export async function openingMs(
  stack: TestStack,
  mark: number,
  { gone, written }: { readonly gone: string; readonly written: string },
): Promise<number> {
  const seen = await auditSince(mark, { namespace: stack.namespace, isWrite: true });
  const write = seen.findIndex((each) => each.user === stack.user.name && each.name === written);
  const end = seen
    .slice(0, write)
    .findLast((each) => isPodEnd(each) && each.name.startsWith(`${gone}-`));
  const [from = "", to = ""] = [end?.at, seen[write]?.at];
  return Date.parse(to) - Date.parse(from);
}

/** The request by which a pod's node says that it has stopped. A busy node may say so again when the pod is gone. */
function isPodEnd(entry: AuditEntry): boolean {
  return (
    entry.verb === "delete" &&
    entry.resource === "pods" &&
    entry.code === 200 &&
    entry.userAgent.startsWith("kwok")
  );
}
