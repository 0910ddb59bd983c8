import { CONTROL_KEYS } from "../control-keys.ts";
import { textAt } from "../object/json.ts";
import { annotationOf } from "../object/live-object.ts";
import type { ObjectCase } from "./describe-case.ts";
import { findKeepingMark, isProtectedKind } from "./find-keeping-mark.ts";
import type { IntendedWrite } from "./intended-write.ts";

/**
 * Whether Git lets an object be deleted and made anew where the server does not let it be changed. Only for what Git changed:
 * a revert deletes nothing.
 */
export function mayRecreate(item: ObjectCase, write: IntendedWrite): boolean {
  return (
    write.kind === "change" &&
    item.live !== undefined &&
    annotationOf(item.manifest.body, CONTROL_KEYS.recreate) === "allowed" &&
    findProtection(item) === undefined
  );
}

/** Why an object is never deleted to be made anew, whatever its annotation allows; `undefined`: nothing forbids it. */
export function findProtection({ manifest, live }: ObjectCase): string | undefined {
  const { kind } = manifest.id;
  if (isProtectedKind(manifest.id)) return `a ${kind} takes more with it than itself`;
  const mark = [manifest.body, live].map((each) => each && findKeepingMark(each)).find(Boolean);
  if (mark !== undefined) return mark;
  const [spec, policy] = ["spec", "persistentVolumeClaimRetentionPolicy"] as const;
  return kind === "StatefulSet" && textAt(live, spec, policy, "whenDeleted") === "Delete"
    ? `its claims would go with it (${spec}.${policy}.whenDeleted: Delete)`
    : undefined;
}
