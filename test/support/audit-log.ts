import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { text as textOf } from "node:stream/consumers";
import {
  isJsonObject,
  type JsonObject,
  numberAt,
  objectAt,
  textAt,
} from "../../src/core/object/json.ts";
import { realCluster } from "./real-cluster.ts";

/** One request that the API server answered, as it logged it. */
export interface AuditEntry {
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`. */
  readonly verb: string;
  readonly user: string;
  readonly userAgent: string;
  /** Path and query: holds `fieldManager`, `force`, `dryRun`. */
  readonly uri: string;
  /** Empty for the core group and for requests that name no resource (discovery). */
  readonly group: string;
  /** Plural: `deployments`. Empty for discovery and health. */
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly isDryRun: boolean;
  /** HTTP status of the answer. */
  readonly code: number;
  /** The body of a write. `undefined` for reads, and for patches that were not JSON. */
  readonly body: JsonObject | undefined;
  /** RFC 3339 with microseconds: when the request came. */
  readonly at: string;
}

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
  // The line in which the mark stands was begun before it; the last one may be half written: nobody has seen its answer.
  const start = Math.max(mark - 1, 0);
  const text = await textOf(createReadStream(realCluster().auditLog, { start }));
  const lines = text.split("\n").slice(mark === 0 ? 0 : 1, -1);
  return lines.flatMap((line) => {
    const entry = parseEntry(line);
    return entry !== undefined && isWanted(entry, filter) ? [entry] : [];
  });
}

/** An entry as one line for a table: `patch deployments/web dry-run 200`. */
export function briefEntry(entry: AuditEntry): string {
  const what = [entry.resource, entry.subresource].filter((part) => part !== "").join(".");
  const object = entry.name === "" ? what : `${what}/${entry.name}`;
  return `${entry.verb} ${object}${entry.isDryRun ? " dry-run" : ""} ${entry.code}`;
}

function parseEntry(line: string): AuditEntry | undefined {
  const event: unknown = JSON.parse(line);
  if (!isJsonObject(event)) return undefined;
  const verb = textIn(event, "verb");
  const stage = verb === "watch" ? "ResponseStarted" : "ResponseComplete";
  if (textIn(event, "stage") !== stage) return undefined;
  const uri = textIn(event, "requestURI");
  return {
    verb,
    user: textIn(event, "user", "username"),
    userAgent: textIn(event, "userAgent"),
    uri,
    group: textIn(event, "objectRef", "apiGroup"),
    resource: textIn(event, "objectRef", "resource"),
    subresource: textIn(event, "objectRef", "subresource"),
    namespace: textIn(event, "objectRef", "namespace"),
    name: textIn(event, "objectRef", "name"),
    isDryRun: new URL(uri, "https://server").searchParams.has("dryRun"),
    code: numberAt(event, "responseStatus", "code") ?? 0,
    body: objectAt(event, "requestObject"),
    at: textIn(event, "requestReceivedTimestamp"),
  };
}

function textIn(event: JsonObject, ...steps: readonly string[]): string {
  return textAt(event, ...steps) ?? "";
}

function isWanted(entry: AuditEntry, filter: AuditFilter): boolean {
  return (
    (filter.user ?? entry.user) === entry.user &&
    (filter.namespace ?? entry.namespace) === entry.namespace &&
    (filter.resource ?? entry.resource) === entry.resource &&
    (filter.isWrite !== true || (WRITES.has(entry.verb) && !entry.isDryRun))
  );
}
