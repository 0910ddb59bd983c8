import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  textAt,
  valueAt,
} from "../../core/object/json.ts";
import { EMPTY_SET, type FieldSet } from "../../core/ownership/field-set.ts";
import { timeOf } from "../time-text.ts";
import { type Manager, type Managers, managerIdentity, NOBODY } from "./field-manager.ts";
import { readFields } from "./fields-codec.ts";

/**
 * Reads `metadata.managedFields`. Of two entries of one identity the later one counts.
 * @returns `undefined` when one of the entries cannot be read: then the list says nothing.
 */
export function readManagers(managedFields: Json | undefined): Managers | undefined {
  const managers = new Map<string, Manager>();
  if (!isJsonList(managedFields)) return managers;
  for (const entry of managedFields) {
    const manager = readManager(entry);
    if (manager === undefined) return undefined;
    managers.set(managerIdentity(manager), manager);
  }
  return managers;
}

/** Who owns what of a stored object: nobody, when there is none or one of its entries cannot be read. */
export function managersOf(object: JsonObject | undefined): Managers {
  return readManagers(valueAt(object, "metadata", "managedFields")) ?? NOBODY;
}

function readManager(entry: Json): Manager | undefined {
  const operation = textAt(entry, "operation");
  const apiVersion = textAt(entry, "apiVersion") ?? "";
  const isRead = operation === "Apply" || operation === "Update";
  if (!isRead || apiVersion === "" || textAt(entry, "fieldsType") !== "FieldsV1") return undefined;
  const fields = fieldsOf(isJsonObject(entry) ? entry["fieldsV1"] : undefined);
  if (fields === undefined) return undefined;
  return {
    name: textAt(entry, "manager") ?? "",
    operation,
    subresource: textAt(entry, "subresource") ?? "",
    apiVersion,
    seconds: secondsOf(textAt(entry, "time")),
    fields,
  };
}

function fieldsOf(fieldsV1: Json | undefined): FieldSet | undefined {
  if (fieldsV1 === undefined || fieldsV1 === null) return EMPTY_SET;
  return isJsonObject(fieldsV1) ? readFields(fieldsV1) : undefined;
}

function secondsOf(time: string | undefined): number | undefined {
  const ms = timeOf(time);
  return ms === undefined ? undefined : Math.floor(ms / 1000);
}
