import { CONTROL_KEYS } from "../control-keys.ts";
import { type JsonObject, textAt } from "../object/json.ts";
import { annotationOf } from "../object/live-object.ts";
import { kindKey, type ObjectId } from "../object/object-id.ts";
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
export function findProtection({ manifest, live, isMember }: ObjectCase): string | undefined {
  if (live !== undefined && !isMember) {
    return "nothing shows that this stack ever applied it, so it may be somebody else's: delete it yourself if it is to go";
  }
  if (isProtectedKind(manifest.id)) return `a ${manifest.id.kind} takes more with it than itself`;
  const mark = [manifest.body, live].map((each) => each && findKeepingMark(each)).find(Boolean);
  if (mark !== undefined) return mark;
  const policy = live === undefined ? undefined : findClaimPolicy(manifest.id, live);
  return policy === undefined ? undefined : `its claims would go with it (${policy})`;
}

/**
 * What a live object says, or does not say, that takes its claims away when it is deleted.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#persistentvolumeclaim-retention
 * @see https://www.elastic.co/guide/en/cloud-on-k8s/current/k8s-volume-claim-templates.html
 */
function findClaimPolicy(id: ObjectId, live: JsonObject): string | undefined {
  switch (kindKey(id)) {
    case "StatefulSet.apps":
      return textAt(live, "spec", "persistentVolumeClaimRetentionPolicy", "whenDeleted") ===
        "Delete"
        ? "spec.persistentVolumeClaimRetentionPolicy.whenDeleted: Delete"
        : undefined;
    case "Elasticsearch.elasticsearch.k8s.elastic.co":
      return textAt(live, "spec", "volumeClaimDeletePolicy") === "DeleteOnScaledownOnly"
        ? undefined
        : "spec.volumeClaimDeletePolicy is not DeleteOnScaledownOnly";
    default:
      return undefined;
  }
}
