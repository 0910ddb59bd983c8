import { CONTROL_KEYS } from "../control-keys.ts";
import {
  isJsonEqual,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  objectAt,
  valueAt,
} from "../object/json.ts";

/**
 * Whether a live object has every value that its manifest sets, whoever gave it those. A value that the server writes in another
 * form counts as another one.
 */
export function carriesManifest(live: JsonObject, manifest: JsonObject): boolean {
  const { metadata, ...rest } = manifest;
  const marks = ["labels", "annotations"].flatMap((field) =>
    Object.entries(objectAt(metadata, field) ?? {})
      .filter(([key]) => !OURS.has(key))
      .map(([key, value]) => ({ value, has: valueAt(live, "metadata", field, key) })),
  );
  return contains(live, rest) && marks.every(({ value, has }) => isJsonEqual(value, has));
}

/** What is said to us is no value of the object. */
const OURS: ReadonlySet<string> = new Set(Object.values(CONTROL_KEYS));

function contains(live: Json | undefined, wanted: Json): boolean {
  if (isJsonList(wanted)) {
    return (
      isJsonList(live) &&
      live.length === wanted.length &&
      wanted.every((item, index) => contains(live[index], item))
    );
  }
  if (!isJsonObject(wanted)) return isJsonEqual(live, wanted);
  return Object.entries(wanted).every(([key, value]) => contains(valueAt(live, key), value));
}
