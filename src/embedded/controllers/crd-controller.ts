import { type JsonObject, listAt, objectAt, textAt } from "../../core/object/json.ts";
import { isTerminating } from "../../core/object/live-object.ts";
import { CRDS, isOf } from "../kinds/collections.ts";
import { CRD_CLEANUP } from "../requests/mark-for-deletion.ts";
import type { Change, Place } from "../store/object-store.ts";
import { timeText } from "../time-text.ts";
import { conditionsOf, findCondition, setCondition } from "./conditions.ts";
import { type ClusterView, type Controller, type Decision, SETTLED } from "./controller.ts";
import { acceptNames } from "./crd-names.ts";
import type { Write } from "./write.ts";
import { remove, writeStatus } from "./writes.ts";

/** So many instances are deleted at once. */
const BURST = 200;

/**
 * Accepts the names of CRDs and establishes them; removes their objects before they go.
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/
 */
export function crdController(): Controller {
  return { name: "crd-controller", userAgent: "kube-apiserver", concerns, decide };
}

/** A CRD concerns all of its group, because one that goes may set a name free. */
function concerns(change: Change, view: ClusterView): readonly Place[] {
  const { place, kind, object } = change;
  if (isOf(place, CRDS)) {
    const group = textAt(object, "spec", "group");
    const others = view
      .list(CRDS)
      .filter((each) => kind === "deleted" && textAt(each, "spec", "group") === group)
      .map((each) => ({ ...CRDS, namespace: "", name: textAt(each, "metadata", "name") ?? "" }));
    return [place, ...others];
  }
  if (kind === "added") return [];
  const crd = { ...CRDS, namespace: "", name: `${place.plural}.${place.group}` };
  const live = place.group.includes(".") ? view.get(crd) : undefined;
  return live !== undefined && isTerminating(live) ? [crd] : [];
}

function decide(place: Place, view: ClusterView): Decision {
  const crd = view.get(place);
  if (crd === undefined) return SETTLED;
  return { writes: isTerminating(crd) ? cleanUp(crd, view) : establish(crd, view) };
}

/** First the names, then, in a second write, that it is served. */
function establish(crd: JsonObject, view: ClusterView): readonly Write[] {
  const { acceptedNames, conflict } = acceptNames(crd, view.list(CRDS));
  const time = timeText(view.now);
  const old = conditionsOf(crd);
  const accepted = setCondition(old, {
    type: "NamesAccepted",
    lastTransitionTime: time,
    ...(conflict === undefined
      ? { status: "True", reason: "NoConflicts", message: "no conflicts found" }
      : { status: "False", ...conflict }),
  });
  const wasEstablished = textAt(findCondition(old, "Established"), "status") === "True";
  const isInstalling = textAt(findCondition(old, "Established"), "reason") === "Installing";
  const established = wasEstablished
    ? accepted
    : setCondition(accepted, {
        type: "Established",
        lastTransitionTime: time,
        ...establishedText(conflict === undefined, isInstalling),
      });
  return writeStatus(crd, {
    ...objectAt(crd, "status"),
    acceptedNames,
    conditions: established,
  });
}

function establishedText(hasNames: boolean, isInstalling: boolean): JsonObject {
  if (!hasNames) {
    return { status: "False", reason: "NotAccepted", message: "not all names are accepted" };
  }
  const message = "the initial names have been accepted";
  return isInstalling
    ? { status: "True", reason: "InitialNamesAccepted", message }
    : { status: "False", reason: "Installing", message };
}

function cleanUp(crd: JsonObject, view: ClusterView): readonly Write[] {
  if (!listAt(crd, "metadata", "finalizers").includes(CRD_CLEANUP)) return [];
  const group = textAt(crd, "spec", "group") ?? "";
  const plural = textAt(crd, "spec", "names", "plural") ?? "";
  const instances = view.list({ group, plural });
  if (instances.length === 0) return finished(crd, view.now);
  const reason = textAt(findCondition(conditionsOf(crd), "Terminating"), "reason");
  if (reason !== "InstanceDeletionInProgress") {
    return terminating(crd, view.now, {
      status: "True",
      reason: "InstanceDeletionInProgress",
      message: "CustomResource deletion is in progress",
    });
  }
  return instances
    .filter((each) => !isTerminating(each))
    .slice(0, BURST)
    .map((each) => remove(each));
}

/** The object has no instances any more: its finalizer goes, and so does it. */
function finished(crd: JsonObject, now: number): readonly Write[] {
  const reason = textAt(findCondition(conditionsOf(crd), "Terminating"), "reason");
  if (reason !== "InstanceDeletionCompleted") {
    return terminating(crd, now, {
      status: "False",
      reason: "InstanceDeletionCompleted",
      message: "removed all instances",
    });
  }
  const finalizers = listAt(crd, "metadata", "finalizers").filter((each) => each !== CRD_CLEANUP);
  const object = { ...crd, metadata: { ...objectAt(crd, "metadata"), finalizers } };
  return [{ kind: "update", object, subresource: "status" }];
}

function terminating(crd: JsonObject, now: number, text: JsonObject): readonly Write[] {
  const condition = { type: "Terminating", lastTransitionTime: timeText(now), ...text };
  return writeStatus(crd, {
    ...objectAt(crd, "status"),
    conditions: setCondition(conditionsOf(crd), condition),
  });
}
