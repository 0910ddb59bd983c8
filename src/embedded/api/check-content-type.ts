import { StatusError } from "../status-error.ts";
import type { Verb } from "./choose-verb.ts";

const PATCHES = [
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/apply-patch+yaml",
];
const STRATEGIC = "application/strategic-merge-patch+json";
/** For built-in kinds only; a refusal names it for all, as the real server does it. */
export const PROTOBUF = "application/vnd.kubernetes.protobuf";
const OBJECTS = ["application/json", "application/yaml"];

/** A body on its way to `answerCall`. */
interface Sent {
  readonly verb: Verb;
  readonly isCustom: boolean;
  /** Without parameters, lower case. */
  readonly contentType: string;
  readonly hasBody: boolean;
}

/** @throws {StatusError} 415 when a body of this type is not taken for this verb. */
export function checkContentType({ verb, isCustom, contentType, hasBody }: Sent): void {
  if (verb === "patch") {
    checkPatch({ isCustom, contentType });
    return;
  }
  const isRead = verb === "create" || verb === "update" || hasBody;
  const isProtobuf = contentType === PROTOBUF && !isCustom;
  const isTaken = contentType === "" || OBJECTS.includes(contentType) || isProtobuf;
  if (isRead && !isTaken) throw unknownFormat([...OBJECTS, PROTOBUF]);
}

function checkPatch({ isCustom, contentType }: Pick<Sent, "isCustom" | "contentType">): void {
  if (PATCHES.includes(contentType)) return;
  if (isCustom) throw unknownFormat(PATCHES);
  if (contentType === STRATEGIC) return;
  throw new StatusError(415, {
    reason: "UnsupportedMediaType",
    message: "415: Unsupported Media Type",
    details: {},
  });
}

function unknownFormat(taken: readonly string[]): StatusError {
  return new StatusError(415, {
    reason: "UnsupportedMediaType",
    message: `the body of the request was in an unknown format - accepted media types include: ${taken.join(", ")}`,
  });
}
