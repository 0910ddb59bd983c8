import {
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
} from "../object/json.ts";
import type { ManagerEntry } from "./manager-entry.ts";
import { parseFieldSet } from "./parse-field-set.ts";

/** What `metadata.managedFields` of one live object says. */
export interface ManagerEntries {
  /** In the server's order. */
  readonly entries: readonly ManagerEntry[];
  /** How many entries could not be read; what they own is unknown. */
  readonly undecodable: number;
  /** No ownership at all: the list was reset, or a cache or proxy dropped it. Nothing may be attributed. */
  readonly isStripped: boolean;
}

/** Of one object only, for parsed sets are far larger than their text: a decision asks about the same one again and again. */
let last: { readonly live: JsonObject; readonly read: ManagerEntries } | undefined;

/** Reads the ownership of a live object. Never throws: what is malformed is counted. */
export function readManagerEntries(live: JsonObject): ManagerEntries {
  if (last?.live !== live) last = { live, read: readAll(live) };
  return last.read;
}

/** The entries under these names alone: the others are not even parsed. */
export function readEntriesOf(
  live: JsonObject,
  managers: readonly string[],
): readonly ManagerEntry[] {
  return listAt(live, "metadata", "managedFields")
    .filter((raw) => managers.includes(textAt(raw, "manager") ?? ""))
    .flatMap((raw) => readEntry(raw) ?? []);
}

function readAll(live: JsonObject): ManagerEntries {
  const raws = listAt(live, "metadata", "managedFields");
  const entries = raws.flatMap((raw) => readEntry(raw) ?? []);
  return { entries, undecodable: raws.length - entries.length, isStripped: raws.length === 0 };
}

function readEntry(raw: Json): ManagerEntry | undefined {
  const operation = textAt(raw, "operation");
  const fieldsV1 = objectAt(raw, "fieldsV1");
  if (!isJsonObject(raw) || fieldsV1 === undefined) return undefined;
  if (operation !== "Apply" && operation !== "Update") return undefined;
  const fields = parseFieldSet(fieldsV1);
  if (!fields.ok) return undefined;
  return {
    manager: textAt(raw, "manager") ?? "",
    operation,
    subresource: textAt(raw, "subresource") ?? "",
    apiVersion: textAt(raw, "apiVersion") ?? "",
    time: textAt(raw, "time"),
    fields: fields.value,
    raw,
  };
}
