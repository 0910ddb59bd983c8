import { type JsonObject, listAt, objectAt } from "../../core/object/json.ts";
import { idOf } from "../../core/object/live-object.ts";
import { controlledBy } from "./owner-reference.ts";
import { definedOnly } from "./writes.ts";

/** What a pod gets beyond its template. */
export interface PodExtras {
  /** The whole name. */
  readonly name: string;
  readonly generateName?: string;
  readonly labels?: JsonObject;
  readonly annotations?: JsonObject;
  readonly finalizers?: readonly string[];
}

/** A new pod of `owner` made from `template` (`metadata` and `spec`). */
export function podFromTemplate(
  owner: JsonObject,
  template: JsonObject,
  extras: PodExtras,
): JsonObject {
  const labels = { ...objectAt(template, "metadata", "labels"), ...extras.labels };
  const annotations = { ...objectAt(template, "metadata", "annotations"), ...extras.annotations };
  const finalizers = [...listAt(template, "metadata", "finalizers"), ...(extras.finalizers ?? [])];
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: definedOnly({
      name: extras.name,
      generateName: extras.generateName,
      namespace: idOf(owner).namespace,
      labels: someOf(labels),
      annotations: someOf(annotations),
      finalizers: finalizers.length === 0 ? undefined : finalizers,
      ownerReferences: [controlledBy(owner)],
    }),
    spec: objectAt(template, "spec") ?? {},
  };
}

/** The object, unless it is empty. */
export function someOf(object: JsonObject): JsonObject | undefined {
  return Object.keys(object).length === 0 ? undefined : object;
}
