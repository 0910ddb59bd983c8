import { stat } from "node:fs/promises";
import { type AuditEntry, readAuditFile } from "./read-audit-file.ts";
import { realCluster } from "./real-cluster.ts";

export type { AuditEntry };

/** Only entries with all of these. */
export interface AuditFilter {
  readonly user?: string;
  readonly namespace?: string;
  readonly resource?: string;
  /** Only writes that are no dry run. */
  readonly isWrite?: boolean;
}

const WRITES: ReadonlySet<string> = new Set([
  "create",
  "update",
  "patch",
  "delete",
  "deletecollection",
]);

/** A place in the audit log: all that comes later is `auditSince` it. */
export async function auditMark(): Promise<number> {
  return (await stat(realCluster().auditLog)).size;
}

/**
 * The requests that were answered since the mark, in the order of their answers. A watch counts when it begins. The
 * server writes an entry before it ends the answer, so whatever a test has seen is in here.
 */
export async function auditSince(
  mark: number,
  filter: AuditFilter = {},
): Promise<readonly AuditEntry[]> {
  const entries = await readAuditFile(realCluster().auditLog, mark);
  return entries.filter((entry) => isWanted(entry, filter));
}

/** An entry as one line for a table: `patch deployments/web dry-run 200`. */
export function briefEntry(entry: AuditEntry): string {
  const what = [entry.resource, entry.subresource].filter((part) => part !== "").join(".");
  const object = entry.name === "" ? what : `${what}/${entry.name}`;
  return `${entry.verb} ${object}${entry.isDryRun ? " dry-run" : ""} ${entry.code}`;
}

function isWanted(entry: AuditEntry, filter: AuditFilter): boolean {
  return (
    (filter.user ?? entry.user) === entry.user &&
    (filter.namespace ?? entry.namespace) === entry.namespace &&
    (filter.resource ?? entry.resource) === entry.resource &&
    (filter.isWrite !== true || (WRITES.has(entry.verb) && !entry.isDryRun))
  );
}
