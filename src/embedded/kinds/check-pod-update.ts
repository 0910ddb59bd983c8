import {
  isJsonEqual,
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { forbidden, invalid, required } from "../make-fault.ts";

const ALLOWED =
  "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

/** Of an update of a pod: next to nothing of it may change. */
export function podUpdateFaults(next: JsonObject, live: JsonObject): readonly Fault[] {
  const spec = objectAt(next, "spec") ?? {};
  const was = objectAt(live, "spec") ?? {};
  const resized = ["containers", "initContainers"].filter(
    (field) => listAt(spec, field).length !== listAt(was, field).length,
  );
  if (resized.length > 0) {
    const text = "pod updates may not add or remove containers";
    return resized.map((field) => forbidden(`spec.${field}`, text));
  }
  const images = [...imageFaults(spec, "containers"), ...imageFaults(spec, "initContainers")];
  const deadline = deadlineFaults(spec, was);
  // What goes on for longer is looked at no further.
  if (deadline.some((fault) => fault.value !== undefined)) return [...images, ...deadline];
  const faults = [...images, ...deadline, ...tolerationFaults(spec, was), ...gateFaults(spec, was)];
  const isGated = listAt(was, "schedulingGates").length > 0;
  const isSame = isJsonEqual(fixedPart(spec, isGated), fixedPart(was, isGated));
  return isSame ? faults : [...faults, forbidden("spec", ALLOWED)];
}

/** An image that is missing is named once more than for a new pod. */
function imageFaults(spec: JsonObject, list: string): readonly Fault[] {
  return listAt(spec, list).flatMap((container, index) =>
    (textAt(container, "image") ?? "") === "" ? [required(`spec.${list}[${index}].image`)] : [],
  );
}

/** A pod that is not placed yet may still be told where to go. */
function fixedPart(spec: JsonObject, isGated: boolean): JsonObject {
  const {
    activeDeadlineSeconds: _deadline,
    tolerations: _tolerations,
    schedulingGates: _gates,
    ...rest
  } = spec;
  const { nodeSelector: _selector, affinity: _affinity, ...unplaced } = rest;
  return {
    ...(isGated ? unplaced : rest),
    containers: listAt(spec, "containers").map(withoutImage),
    initContainers: listAt(spec, "initContainers").map(withoutImage),
  };
}

function withoutImage(container: Json): Json {
  return isJsonObject(container) ? { ...container, image: "" } : container;
}

function deadlineFaults(spec: JsonObject, was: JsonObject): readonly Fault[] {
  const field = "spec.activeDeadlineSeconds";
  const seconds = numberAt(spec, "activeDeadlineSeconds");
  const before = numberAt(was, "activeDeadlineSeconds");
  if (before === undefined || seconds === before) return [];
  if (seconds === undefined) {
    const detail = "must not update from a positive integer to nil value";
    return [{ kind: "invalid", field, detail }];
  }
  return seconds > before
    ? [invalid(field, seconds, "must be less than or equal to previous value")]
    : [];
}

/** Gates are only opened. */
function gateFaults(spec: JsonObject, was: JsonObject): readonly Fault[] {
  const closed = new Set(listAt(was, "schedulingGates").map((gate) => textAt(gate, "name")));
  return listAt(spec, "schedulingGates").flatMap((gate, index) => {
    const name = textAt(gate, "name") ?? "";
    const text = `only deletion is allowed, but found new scheduling gate '${name}'`;
    return closed.has(name) ? [] : [forbidden(`spec.schedulingGates[${index}].name`, text)];
  });
}

/** Tolerations stay, but for how long they last; more may come. */
function tolerationFaults(spec: JsonObject, was: JsonObject): readonly Fault[] {
  const kept = listAt(spec, "tolerations").map(untimed);
  const isKept = listAt(was, "tolerations")
    .map(untimed)
    .every((each) => kept.some((other) => isJsonEqual(each, other)));
  const text = "existing toleration can not be modified except its tolerationSeconds";
  return isKept ? [] : [forbidden("spec.tolerations", text)];
}

function untimed(toleration: Json): Json {
  if (!isJsonObject(toleration)) return toleration;
  const { tolerationSeconds: _, ...rest } = toleration;
  return rest;
}
