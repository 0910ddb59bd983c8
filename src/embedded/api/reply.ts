import type { ServerResponse } from "node:http";
import { stringify } from "yaml";
import type { JsonObject } from "../../core/object/json.ts";
import { withoutHtml } from "../schema/go-json-text.ts";
import { type StatusError, statusOf } from "../status-error.ts";
import type { ApiRequest } from "./api-request.ts";
import { chooseSyntax, type Form } from "./choose-form.ts";
import type { Outlet } from "./outlet.ts";
import { warningHeaders } from "./warning-headers.ts";

/** An answer that is complete. */
export interface Reply {
  readonly status: number;
  /** Empty when there is nothing to say. */
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Buffer;
}

/** People who look with a browser or curl get indented JSON, as from the real server. */
const PEOPLE = /^(?:curl|Wget|Mozilla\/5\.0)/;

/** YAML 1.1, as the readers of Kubernetes have it: a text such as `yes` or a time is quoted. */
const YAML_STYLE = {
  version: "1.1",
  sortMapEntries: true,
  aliasDuplicateObjects: false,
  lineWidth: 0,
} as const;

const NO_CACHE = "no-cache, private";

/** An object in the syntax that was asked for. */
export function objectReply(
  object: JsonObject,
  {
    status,
    syntax,
    request,
  }: {
    readonly status: number;
    readonly syntax: Form["syntax"];
    readonly request: ApiRequest;
  },
): Reply {
  if (syntax === "yaml") {
    const body = stringify(object, YAML_STYLE);
    return { status, contentType: "application/yaml", body };
  }
  return { status, contentType: "application/json", body: jsonText(object, request) };
}

/** JSON as one line, or indented and then without an end of line. Characters that mean something in HTML are escaped, as Go does it. */
export function jsonText(value: JsonObject, request: ApiRequest): string {
  return isPretty(request)
    ? withoutHtml(JSON.stringify(value, undefined, 2))
    : `${withoutHtml(JSON.stringify(value))}\n`;
}

export function textReply(status: number, body: string): Reply {
  return { status, contentType: "text/plain; charset=utf-8", body };
}

export function emptyReply(status: number, headers: Reply["headers"] = {}): Reply {
  return { status, contentType: "", headers, body: "" };
}

/** A refusal as a `Status` object. */
export function refusalReply(error: StatusError, request: ApiRequest | undefined): Reply {
  const seconds = error.details?.["retryAfterSeconds"];
  const warning = warningHeaders(error.warnings);
  const headers = {
    ...(typeof seconds === "number" ? { "retry-after": String(seconds) } : {}),
    ...(warning.length === 0 ? {} : { warning }),
  };
  const status = error.code;
  if (request === undefined) {
    const body = `${JSON.stringify(statusOf(error))}\n`;
    return { status, contentType: "application/json", headers, body };
  }
  const syntax = chooseSyntax(request.accept);
  return { ...objectReply(statusOf(error), { status, syntax, request }), headers };
}

export function sendReply(
  { response, outlet }: { readonly response: ServerResponse; readonly outlet: Outlet },
  reply: Reply,
): void {
  if (response.headersSent || response.destroyed) return;
  // Bytes, not text: Node would write the head in the encoding of a text that follows it.
  const body = Buffer.from(reply.body);
  response.writeHead(reply.status, {
    "cache-control": NO_CACHE,
    ...(reply.contentType === "" ? {} : { "content-type": reply.contentType }),
    "content-length": body.length,
    "x-content-type-options": "nosniff",
    ...reply.headers,
  });
  outlet.send(body);
  outlet.end();
}

function isPretty({ query, userAgent }: ApiRequest): boolean {
  const pretty = query.get("pretty");
  return pretty === null ? PEOPLE.test(userAgent) : pretty !== "false" && pretty !== "0";
}
