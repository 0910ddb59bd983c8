import { CONTROL_KEYS } from "../control-keys.ts";
import { type FieldPath, fieldAt, memberPath } from "../expression/field-path.ts";
import { type Json, type JsonObject, listAt, numberAt, textAt } from "../object/json.ts";
import { annotationOf, idOf, labelOf } from "../object/live-object.ts";
import { kindKey } from "../object/object-id.ts";
import { isElasticKind, podShapeOf, workloadFamilyOf } from "./kind-family.ts";

/** Where a kind without a pod template says its version. */
export interface VersionPath {
  readonly declared: FieldPath;
  readonly running: FieldPath;
}

/** Version paths by kind (`Kind.group`). Kinds that are not listed use `spec.version` and `status.version`. */
export type VersionPaths = ReadonlyMap<string, VersionPath>;

/** Where in a pod, or a pod template, the version stands. */
export type VersionPlace =
  | { readonly kind: "annotation" }
  | { readonly kind: "label" }
  | { readonly kind: "image"; readonly container: string };

const DEFAULT_PATH: VersionPath = {
  declared: memberPath(["spec", "version"]),
  running: memberPath(["status", "version"]),
};
const VERSION_LABEL = "app.kubernetes.io/version";
const DEFAULT_CONTAINER = "kubectl.kubernetes.io/default-container";

/**
 * The version text that a body (manifest, intent or live object) asks for, as written; it need not be a version.
 * Workloads: annotation, label, or image tag of their pod template; other kinds: their version path.
 *
 * @see https://kubernetes.io/docs/reference/labels-annotations-taints/ for the label and the annotation
 */
export function declaredVersion(body: JsonObject, paths: VersionPaths): string | undefined {
  if (workloadFamilyOf(body) === undefined) {
    return textOf(body, versionPathOf(body, paths).declared);
  }
  const shape = podShapeOf(body);
  const place = shape === undefined ? undefined : findVersionPlace(shape);
  return shape === undefined || place === undefined ? undefined : versionAtPlace(shape, place);
}

/** The version text that a kind without visible pods reports in its status. */
export function reportedVersion(body: JsonObject, paths: VersionPaths): string | undefined {
  return textOf(body, versionPathOf(body, paths).running);
}

/** The first place at which a pod or a pod template says a version; `undefined` when it says none. */
export function findVersionPlace(shape: JsonObject): VersionPlace | undefined {
  const container = mainContainerOf(shape);
  const places: VersionPlace[] = [
    { kind: "annotation" },
    { kind: "label" },
    { kind: "image", container },
  ];
  return places.find((place) => versionAtPlace(shape, place) !== undefined);
}

/**
 * The version at one place. The container is looked up by name, because injectors put containers of their own before
 * those of the template.
 */
export function versionAtPlace(shape: JsonObject, place: VersionPlace): string | undefined {
  switch (place.kind) {
    case "annotation":
      return filled(annotationOf(shape, CONTROL_KEYS.version));
    case "label":
      return filled(labelOf(shape, VERSION_LABEL));
    case "image":
      return imageVersion(textAt(containerOf(shape, place.container), "image") ?? "");
  }
}

/** Whether the spec asks for nothing to run: replicas 0, or count 0 for Elastic kinds. */
export function isScaledToNothing(body: JsonObject): boolean {
  if (numberAt(body, "spec", "replicas") === 0) return true;
  return isElasticKind(body) && numberAt(body, "spec", "count") === 0;
}

/**
 * The tag of an image reference; its digest when it has no tag; `undefined` when it has neither.
 *
 * @see https://github.com/distribution/reference/blob/main/reference.go for the grammar
 */
function imageVersion(image: string): string | undefined {
  const [name = "", digest] = image.split("@");
  const lastSegment = name.slice(name.lastIndexOf("/") + 1);
  const colon = lastSegment.indexOf(":");
  return colon < 0 ? digest : filled(lastSegment.slice(colon + 1));
}

function mainContainerOf(shape: JsonObject): string {
  const named = annotationOf(shape, DEFAULT_CONTAINER) ?? "";
  if (containerOf(shape, named) !== undefined) return named;
  return textAt(shape, "spec", "containers", 0, "name") ?? "";
}

function containerOf(shape: JsonObject, name: string): Json | undefined {
  return listAt(shape, "spec", "containers").find((each) => textAt(each, "name") === name);
}

function versionPathOf(body: JsonObject, paths: VersionPaths): VersionPath {
  return paths.get(kindKey(idOf(body))) ?? DEFAULT_PATH;
}

function textOf(body: JsonObject, path: FieldPath): string | undefined {
  const found = fieldAt(body, path);
  return typeof found === "string" ? filled(found) : undefined;
}

function filled(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}
