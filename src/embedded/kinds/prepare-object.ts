import {
  isJsonEqual,
  isJsonObject,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import { timeText } from "../time-text.ts";
import { TEMPLATE_GENERATION } from "./object-defaults.ts";
import type { Strategy, World } from "./resource.ts";

type Prepare = Strategy["prepareCreate"];

const NOT_READY: JsonObject = { key: "node.kubernetes.io/not-ready", effect: "NoSchedule" };

/** New objects have no status yet, whatever was sent. */
export function withoutStatus(object: JsonObject): JsonObject {
  const { status: _, ...rest } = object;
  return rest;
}

/** A finalizer that keeps an object while it is used. */
export function withFinalizer(name: string): Prepare {
  return (object) => {
    const finalizers = listAt(object, "metadata", "finalizers");
    if (finalizers.includes(name)) return object;
    const metadata = { ...objectAt(object, "metadata"), finalizers: [...finalizers, name] };
    return { ...object, metadata };
  };
}

/** The class named by an annotation of the default class, the newest of several. */
export function withDefaultClass(classes: {
  readonly group: string;
  readonly plural: string;
  readonly annotation: string;
  readonly field: string;
}): Prepare {
  return (object, world) => {
    const spec = objectAt(object, "spec") ?? {};
    const [chosen] = world.store
      .list(classes)
      .items.filter(
        (each) => textAt(each, "metadata", "annotations", classes.annotation) === "true",
      )
      .toSorted(newestFirst);
    if (chosen === undefined || spec[classes.field] !== undefined) return object;
    return {
      ...object,
      spec: { ...spec, [classes.field]: textAt(chosen, "metadata", "name") ?? "" },
    };
  };
}

export function prepareVolume(object: JsonObject, world: World): JsonObject {
  const status = { phase: "Pending", lastPhaseTransitionTime: timeText(world.now()) };
  return { ...object, status };
}

export function prepareNamespace(object: JsonObject): JsonObject {
  const finalizers = listAt(object, "spec", "finalizers");
  const isHeld = finalizers.includes("kubernetes");
  return {
    ...withoutStatus(object),
    spec: { finalizers: isHeld ? finalizers : [...finalizers, "kubernetes"] },
  };
}

/** The finalizers of a namespace are changed by its own subresource only. */
export function keepSpec(next: JsonObject, live: JsonObject): JsonObject {
  return { ...next, spec: live["spec"] ?? {} };
}

/** Versions in which objects were ever stored are remembered. */
export function keepStoredVersions(next: JsonObject, live: JsonObject): JsonObject {
  const stored = listAt(live, "status", "storedVersions");
  const version = listAt(next, "spec", "versions").find(
    (each) => objectAt(each)?.["storage"] === true,
  );
  const name = textAt(version, "name");
  if (name === undefined || stored.includes(name)) return next;
  const status = { ...objectAt(next, "status"), storedVersions: [...stored, name] };
  return { ...next, status };
}

/** No pod goes to a node before it says that it is ready. */
export function prepareNode(object: JsonObject): JsonObject {
  const taints = listAt(object, "spec", "taints").filter(isJsonObject);
  const isTainted = taints.some(
    (each) => each["key"] === NOT_READY["key"] && each["effect"] === NOT_READY["effect"],
  );
  if (isTainted) return object;
  return { ...object, spec: { ...objectAt(object, "spec"), taints: [...taints, NOT_READY] } };
}

/** These count from 1, and no change moves the count. */
export function withFirstGeneration(object: JsonObject): JsonObject {
  return { ...object, metadata: { ...objectAt(object, "metadata"), generation: 1 } };
}

export function keepGeneration(next: JsonObject, live: JsonObject): JsonObject {
  const generation = objectAt(live, "metadata")?.["generation"];
  return generation === undefined
    ? next
    : { ...next, metadata: { ...objectAt(next, "metadata"), generation } };
}

export function prepareDaemonSet(object: JsonObject): JsonObject {
  return withTemplateGeneration(withoutStatus(object), 1);
}

/** Counts the changes of the template. */
export function keepTemplateGeneration(next: JsonObject, live: JsonObject): JsonObject {
  const count = Number(textAt(live, "metadata", "annotations", TEMPLATE_GENERATION) ?? "0");
  const isSame = isJsonEqual(
    objectAt(next, "spec", "template"),
    objectAt(live, "spec", "template"),
  );
  return withTemplateGeneration(next, isSame ? count : count + 1);
}

function withTemplateGeneration(object: JsonObject, count: number): JsonObject {
  const annotations = {
    ...objectAt(object, "metadata", "annotations"),
    [TEMPLATE_GENERATION]: String(count),
  };
  return { ...object, metadata: { ...objectAt(object, "metadata"), annotations } };
}

/** By name where the times are equal. */
function newestFirst(a: JsonObject, b: JsonObject): number {
  const [timeOfA = "", timeOfB = ""] = [a, b].map(
    (each) => textAt(each, "metadata", "creationTimestamp") ?? "",
  );
  if (timeOfA !== timeOfB) return timeOfA > timeOfB ? -1 : 1;
  const [nameOfA = "", nameOfB = ""] = [a, b].map((each) => textAt(each, "metadata", "name") ?? "");
  return nameOfA < nameOfB ? -1 : 1;
}
