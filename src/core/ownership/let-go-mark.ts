import type { JsonObject } from "../object/json.ts";
import type { FieldPath } from "./field-path.ts";
import { hasPath } from "./field-set.ts";
import type { ManagerEntry } from "./manager-entry.ts";
import { readManagerEntries } from "./read-manager-entries.ts";

/** The field manager of the mark. */
const MANAGER = "lockstep-released";

/** No object has it: it only stands in the mark. */
const KEY = "lockstep.dev/released";

const PATH: FieldPath = ["metadata", "annotations", KEY].map((name) => ({ kind: "field", name }));

/**
 * What is left of our entry on an object that was let go: an entry that owns nothing that is there. A list without any entry
 * would be a reset: the server then records nobody's changes any more, and the next apply of anybody is refused over fields of
 * `before-first-apply`. It also says that what nobody owns was ours, should the object become ours again.
 *
 * @param time RFC 3339 with whole seconds.
 */
export function renderLetGoMark(apiVersion: string, time: string): JsonObject {
  return {
    manager: MANAGER,
    operation: "Update",
    apiVersion,
    time,
    fieldsType: "FieldsV1",
    fieldsV1: { "f:metadata": { "f:annotations": { [`f:${KEY}`]: {} } } },
  };
}

export function isLetGoMark({ manager, operation, subresource, fields }: ManagerEntry): boolean {
  const isMarks = manager === MANAGER && operation === "Update" && subresource === "";
  return isMarks && hasPath(fields, PATH);
}

/** Whether it was ours and was let go. */
export function isLetGo(live: JsonObject): boolean {
  return readManagerEntries(live).entries.some(isLetGoMark);
}
