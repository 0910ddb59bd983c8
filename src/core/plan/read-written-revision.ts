import { CONTROL_KEYS } from "../control-keys.ts";
import type { JsonObject } from "../object/json.ts";
import { annotationOf } from "../object/live-object.ts";
import type { FieldPath } from "../ownership/field-path.ts";
import { hasPath } from "../ownership/field-set.ts";
import { isOwnEntry } from "../ownership/is-own-entry.ts";
import { readManagerEntries } from "../ownership/read-manager-entries.ts";
import type { StackRules } from "./look.ts";

const REVISION_PATH: FieldPath = ["metadata", "annotations", CONTROL_KEYS.revision].map((name) => ({
  kind: "field",
  name,
}));

/**
 * The commit that a live object of ours names as that of its last applied intent. `undefined`: it names none, or another
 * one than we remember, which our Apply entry does not own: then somebody else wrote it, and it may lead to any commit.
 */
export function readWrittenRevision(
  live: JsonObject,
  remembered: string,
  rules: StackRules,
): string | undefined {
  const written = annotationOf(live, CONTROL_KEYS.revision);
  if (written === undefined || remembered === "" || written === remembered) return written;
  const isOurs = readManagerEntries(live).entries.some(
    (entry) => isOwnEntry(entry, rules.manager) && hasPath(entry.fields, REVISION_PATH),
  );
  return isOurs ? written : undefined;
}
