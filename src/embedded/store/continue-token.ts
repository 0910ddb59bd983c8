import { type Json, numberAt, textAt } from "../../core/object/json.ts";
import { StatusError } from "../status-error.ts";

/** Says of a token which layout it has. */
const TOKEN_VERSION = "meta.k8s.io/v1";

/** Revision of a token that goes on with what there is now, at the cost of a consistent list. */
const LATEST = -1;

/** Where the next page of a list begins. */
export interface ListPosition {
  /** Of the first page, whose objects the other pages show; `undefined` to go on with what there is now. */
  readonly revision: number | undefined;
  /** The first possible key of the page, relative to the namespace of the list, with a `/` before it. */
  readonly start: string;
}

/** The place of an object within a list. */
interface Listed {
  /** Of the list; empty for all namespaces and for cluster-scoped kinds. */
  readonly within: string;
  /** Of the object; empty for a cluster-scoped one. */
  readonly namespace: string;
  readonly name: string;
}

/** The position right behind an object of a list. */
export function positionAfter(revision: number | undefined, last: Listed): ListPosition {
  return { revision, start: `${listedKey(last)}\0` };
}

/** True for objects that belong to the page that begins at `start`, or to a later one. Keys order as the store's lists do. */
export function isFrom({ start }: ListPosition, item: Listed): boolean {
  return Buffer.compare(Buffer.from(listedKey(item)), Buffer.from(start)) >= 0;
}

/** The query parameter `continue` for a position: unpadded base64url, as the API server writes it. */
export function encodeContinueToken({ revision = LATEST, start }: ListPosition): string {
  const text = JSON.stringify({ v: TOKEN_VERSION, rv: revision, start });
  return Buffer.from(text, "utf8").toString("base64url");
}

/** @throws {StatusError} 400 in the API server's words. */
export function decodeContinueToken(token: string): ListPosition {
  const value = parseToken(token);
  const version = textAt(value, "v") ?? "";
  if (version !== TOKEN_VERSION) {
    throw notValid(`server does not recognize this encoded version ${version}`);
  }
  const revision = numberAt(value, "rv") ?? 0;
  const start = textAt(value, "start") ?? "";
  if (revision === 0) {
    throw notValid(`incorrect encoded start resourceVersion (version ${version})`);
  }
  if (start === "") throw notValid(`encoded start key empty (version ${version})`);
  if (!isClean(start)) throw notValid(start);
  return {
    revision: revision < 0 ? undefined : revision,
    start: start.startsWith("/") ? start : `/${start}`,
  };
}

/** The refusal of a token whose revision is not kept any more. It carries a token that goes on without consistency. */
export function expiredToken({ start }: ListPosition): StatusError {
  return new StatusError(410, {
    reason: "Expired",
    message:
      "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.",
    metadata: { continue: encodeContinueToken({ revision: undefined, start }) },
  });
}

function listedKey({ within, namespace, name }: Listed): string {
  return within !== "" || namespace === "" ? `/${name}` : `/${namespace}/${name}`;
}

function parseToken(token: string): Json {
  const wrongAt = token.search(/[^A-Za-z0-9_-]/);
  if (wrongAt !== -1) throw notValid(`illegal base64 data at input byte ${String(wrongAt)}`);
  const bytes = Buffer.from(token, "base64url");
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON text gives JSON
    return JSON.parse(bytes.toString("utf8")) as Json;
  } catch {
    // The words of the decoder for the usual case, that it is no JSON at all.
    const first = bytes.toString("latin1").trimStart().slice(0, 1);
    if (first === "" || first === "{") throw notValid("unexpected end of JSON input");
    throw notValid(`invalid character '${goEscape(first)}' looking for beginning of value`);
  }
}

/** A character as Go quotes it. */
function goEscape(character: string): string {
  const code = character.charCodeAt(0);
  const isShown = (code >= 0x20 && code < 0x7f) || code > 0xa0;
  return isShown ? character : `\\u${code.toString(16).padStart(4, "0")}`;
}

/** No parts such as `..` that lead out of the list. */
function isClean(start: string): boolean {
  const parts = start.replace(/^\//, "").split("/");
  return parts.every((part) => part !== "" && part !== "." && part !== "..");
}

function notValid(why: string): StatusError {
  return new StatusError(400, {
    reason: "BadRequest",
    message: `invalid continue token: continue key is not valid: ${why}`,
  });
}
