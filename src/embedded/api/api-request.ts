import type { IncomingMessage } from "node:http";

/** What a handler looks at of a request. */
export interface ApiRequest {
  readonly method: string;
  /** Decoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly accept: string;
  /** Without parameters, lower case; empty when there is none. */
  readonly contentType: string;
  readonly userAgent: string;
  /** ETags that the client has already. */
  readonly ifNoneMatch: string;
}

/** Reads the head of a request; `undefined` when its URL is none. */
export function readHead(message: IncomingMessage): ApiRequest | undefined {
  const [rawPath = "", ...rawQuery] = (message.url ?? "").split("?");
  const path = decodePath(rawPath);
  if (path === undefined) return undefined;
  const { headers } = message;
  return {
    method: message.method ?? "GET",
    path,
    query: new URLSearchParams(rawQuery.join("?")),
    accept: headers.accept ?? "",
    contentType: withoutParameters(headers["content-type"] ?? ""),
    userAgent: headers["user-agent"] ?? "",
    ifNoneMatch: headers["if-none-match"] ?? "",
  };
}

function withoutParameters(header: string): string {
  return (header.split(";")[0] ?? "").trim().toLowerCase();
}

/** The path is decoded as a whole, so that `%2F` parts it like `/`. */
function decodePath(raw: string): string | undefined {
  if (!raw.startsWith("/")) return undefined;
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}
