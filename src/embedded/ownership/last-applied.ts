import { isJsonObject, type JsonObject, objectAt, textAt } from "../../core/object/json.ts";
import { apiVersionOf } from "../../core/object/object-id.ts";
import { utf8Size } from "../../core/object/utf8-size.ts";
import { differenceSets, type FieldSet, unionSets } from "../../core/ownership/field-set.ts";
import { goJsonText } from "../schema/go-json-text.ts";
import { compareValues } from "./compare-values.ts";
import { findTypeFaults } from "./find-type-faults.ts";
import { ownedSet } from "./owned-set.ts";
import type { TrackedResource } from "./tracked-resource.ts";

/** Where `kubectl apply` without `--server-side` keeps what it applied last. */
const ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration";
const ANNOTATIONS_MAX_BYTES = 256 * 1024;

/** What only `kubectl apply --server-side` names itself. For it the server keeps the annotation up to date. */
export const KUBECTL_APPLIER = "kubectl";

/**
 * What a client-side apply owns of the live object: what it applied last, as far as that is still so. An apply as `kubectl`
 * may take it without force. `undefined` when there is no such annotation, or none that can be read.
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#upgrading-from-client-side-apply-to-server-side-apply
 */
export function lastAppliedSet(live: JsonObject, resource: TrackedResource): FieldSet | undefined {
  const last = parseObject(annotationOf(live));
  if (last === undefined || textAt(last, "apiVersion") !== apiVersionOf(resource)) return undefined;
  const { schema } = resource;
  if (findTypeFaults(last, schema, { isLive: false }).length > 0) return undefined;
  const { added, modified, removed } = compareValues(last, live, schema);
  const differing = unionSets(unionSets(added, modified), removed);
  return differenceSets(ownedSet(last, schema), differing);
}

/** The object with the annotation as if the configuration had been applied by the client, when it has one. */
export function keepLastApplied(object: JsonObject, config: JsonObject): JsonObject {
  if (annotationOf(object) === "") return object;
  const text = `${goJsonText(withoutAnnotation(config))}\n`;
  const metadata = objectAt(object, "metadata") ?? {};
  const { [ANNOTATION]: _, ...others } = objectAt(metadata, "annotations") ?? {};
  const annotations = { ...others, [ANNOTATION]: text };
  const isTooLong = sizeOf(annotations) > ANNOTATIONS_MAX_BYTES;
  return { ...object, metadata: { ...metadata, annotations: isTooLong ? others : annotations } };
}

function annotationOf(object: JsonObject): string {
  return textAt(object, "metadata", "annotations", ANNOTATION) ?? "";
}

function withoutAnnotation(config: JsonObject): JsonObject {
  const metadata = objectAt(config, "metadata");
  const annotations = objectAt(metadata, "annotations");
  if (annotations === undefined) return config;
  const { [ANNOTATION]: _, ...others } = annotations;
  return { ...config, metadata: { ...metadata, annotations: others } };
}

function sizeOf(annotations: JsonObject): number {
  return Object.entries(annotations).reduce(
    (sum, [name, value]) => sum + utf8Size(name) + utf8Size(typeof value === "string" ? value : ""),
    0,
  );
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isJsonObject(parsed) ? parsed : undefined;
  } catch (error) {
    // The annotation is anybody's text.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
