import { unknownFormat } from "../refusals.ts";
import { patchTypesOf, wrongPatchType } from "../requests/patch-types.ts";
import type { Verb } from "./choose-verb.ts";
import { OBJECT_TYPES, PROTOBUF } from "./media-types.ts";

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
    if (patchTypesOf({ isCustom }).includes(contentType)) return;
    throw wrongPatchType({ isCustom });
  }
  const isRead = verb === "create" || verb === "update" || hasBody;
  const isProtobuf = contentType === PROTOBUF && !isCustom;
  const isTaken = contentType === "" || OBJECT_TYPES.includes(contentType) || isProtobuf;
  if (isRead && !isTaken) throw unknownFormat([...OBJECT_TYPES, PROTOBUF]);
}
