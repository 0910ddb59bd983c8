import { createReadStream } from "node:fs";
import { text as textOf } from "node:stream/consumers";
import {
  isJsonObject,
  type JsonObject,
  numberAt,
  objectAt,
  textAt,
} from "../../src/core/object/json.ts";

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

/**
 * The requests in the API server's audit log from a byte on, in the order of their answers. The line in which that byte stands was
 * begun before it; the last one may be half written: nobody has seen its answer.
 */
export async function readAuditFile(path: string, from: number): Promise<readonly AuditEntry[]> {
  const start = Math.max(from - 1, 0);
  const lines = (await textOf(createReadStream(path, { start }))).split("\n");
  return lines.slice(from === 0 ? 0 : 1, -1).flatMap((line) => parseEntry(line) ?? []);
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
