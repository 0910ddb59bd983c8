import { type Json, type JsonObject, listAt, textAt, valueAt } from "../../core/object/json.ts";
import { idOf } from "../../core/object/live-object.ts";
import { CONFIG_MAPS, SECRETS } from "../kinds/collections.ts";
import type { ClusterView } from "./controller.ts";

/** What a pod needs and cannot have. */
export interface MissingReference {
  /** An environment variable keeps one container from being made; a volume keeps the whole pod waiting. */
  readonly kind: "environment" | "volume";
  /** Name of the container or the volume. */
  readonly of: string;
  readonly message: string;
}

/** The first ConfigMap or Secret, or key of it, that a pod refers to and that is not there. */
export function findMissingReference(
  pod: JsonObject,
  view: ClusterView,
): MissingReference | undefined {
  const { namespace } = idOf(pod);
  for (const volume of listAt(pod, "spec", "volumes")) {
    const message = volumeSources(volume)
      .map((source) => missing(source, namespace, view))
      .find((each) => each !== undefined);
    const of = textAt(volume, "name") ?? "";
    if (message !== undefined) return { kind: "volume", of, message };
  }
  for (const container of [
    ...listAt(pod, "spec", "initContainers"),
    ...listAt(pod, "spec", "containers"),
  ]) {
    const message = environmentSources(container)
      .map((source) => missing(source, namespace, view))
      .find((each) => each !== undefined);
    const of = textAt(container, "name") ?? "";
    if (message !== undefined) return { kind: "environment", of, message };
  }
  return undefined;
}

interface Source {
  readonly kind: "configmap" | "secret";
  readonly name: string;
  readonly key: string | undefined;
}

function volumeSources(volume: Json): readonly Source[] {
  const projected = listAt(volume, "projected", "sources");
  return [volume, ...projected].flatMap((each) => [
    ...sourceOf("configmap", valueAt(each, "configMap"), "name"),
    ...sourceOf("secret", valueAt(each, "secret"), each === volume ? "secretName" : "name"),
  ]);
}

function environmentSources(container: Json): readonly Source[] {
  const whole = listAt(container, "envFrom").flatMap((each) => [
    ...sourceOf("configmap", valueAt(each, "configMapRef"), "name"),
    ...sourceOf("secret", valueAt(each, "secretRef"), "name"),
  ]);
  const single = listAt(container, "env").flatMap((each) => [
    ...sourceOf("configmap", valueAt(each, "valueFrom", "configMapKeyRef"), "name"),
    ...sourceOf("secret", valueAt(each, "valueFrom", "secretKeyRef"), "name"),
  ]);
  return [...whole, ...single];
}

function sourceOf(
  kind: Source["kind"],
  reference: Json | undefined,
  nameField: string,
): readonly Source[] {
  const name = textAt(reference, nameField);
  if (name === undefined || valueAt(reference, "optional") === true) return [];
  return [{ kind, name, key: textAt(reference, "key") }];
}

function missing(
  { kind, name, key }: Source,
  namespace: string,
  view: ClusterView,
): string | undefined {
  const collection = kind === "configmap" ? CONFIG_MAPS : SECRETS;
  const object = view.get({ ...collection, namespace, name });
  if (object === undefined) return `${kind} "${name}" not found`;
  if (key === undefined || hasKey(object, key)) return undefined;
  const word = kind === "configmap" ? "ConfigMap" : "Secret";
  return `couldn't find key ${key} in ${word} ${namespace}/${name}`;
}

function hasKey(object: JsonObject, key: string): boolean {
  return ["data", "binaryData"].some((field) => valueAt(object, field, key) !== undefined);
}
