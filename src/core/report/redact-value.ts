import {
  canonicalText,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
} from "../object/json.ts";
import type { ObjectId } from "../object/object-id.ts";
import { utf8Size } from "../object/utf8-size.ts";
import { maskCredentials } from "./mask-credentials.ts";

/**
 * A value that may be shown: without data of Secrets and credentials, at most 1 KiB. It reads as JSON, but no JSON is
 * one: a real value never slips into a report. A mask is no manifest either: writes take bodies, never these.
 */
export type RedactedValue =
  | null
  | ((boolean | number | string | readonly Json[] | JsonObject) & {
      readonly __brand: "RedactedValue";
    });

const SECRET = "(secret)";
const BYTES_MAX = 1024;
const DEPTH_MAX = 32;

/** Fields of a Secret that hold no data of it. Annotations do: appliers keep whole copies of the object there. */
const OPEN_FIELDS: ReadonlySet<string> = new Set(["apiVersion", "kind", "type", "immutable"]);

/**
 * What may be shown of a value.
 *
 * @param place Of which object, and where in it: a path as in `Drift`, empty for the object itself.
 */
export function redactValue(
  place: { readonly id: ObjectId; readonly path: string },
  value: Json | undefined,
): RedactedValue {
  if (value === undefined) return null;
  const isSecret = place.id.kind === "Secret" && place.id.group === "";
  const shown = isSecret ? redactSecret(place.path.split("/").slice(1), value) : value;
  return redactAgain(shown);
}

/** Redacts what a published document holds: it was redacted, but other people may have written to it since. */
export function redactAgain(value: Json): RedactedValue {
  const masked = maskLeaves(value, 0);
  const text = typeof masked === "string" ? masked : canonicalText(masked);
  const sizeBytes = utf8Size(text);
  const shown = sizeBytes <= BYTES_MAX ? masked : cutText(text, sizeBytes);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only place that makes a RedactedValue
  return shown as RedactedValue;
}

/** Everything is masked but what is known to be harmless: a mask that stands for any structure says nothing of it. */
function redactSecret(path: readonly string[], value: Json): Json {
  const [field, inner] = path;
  if (field === undefined) return redactMembers(path, value);
  if (OPEN_FIELDS.has(field)) return value;
  if (field !== "metadata" || inner === "annotations") return SECRET;
  return inner === undefined ? redactMembers(path, value) : value;
}

function redactMembers(path: readonly string[], value: Json): Json {
  if (!isJsonObject(value)) return SECRET;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, redactSecret([...path, key], member)]),
  );
}

function maskLeaves(value: Json, depth: number): Json {
  if (typeof value === "string") return maskCredentials(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= DEPTH_MAX) return "(too deep to show)";
  if (isJsonList(value)) return value.map((item) => maskLeaves(item, depth + 1));
  const members = Object.entries(value).map(
    ([key, member]) => [maskCredentials(key), maskLeaves(member, depth + 1)] as const,
  );
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function cutText(text: string, sizeBytes: number): string {
  const note = `… (cut, ${sizeBytes} bytes)`;
  let left = BYTES_MAX - utf8Size(note);
  let end = 0;
  for (const character of text) {
    left -= utf8Size(character);
    if (left < 0) break;
    end += character.length;
  }
  return text.slice(0, end) + note;
}
