import type { JsonObject } from "../../core/object/json.ts";
import { compareText } from "../../core/ownership/compare-text.ts";
import { timeText } from "../time-text.ts";
import type { Manager } from "./field-manager.ts";
import { writeFields } from "./fields-codec.ts";

/** `metadata.managedFields` in the server's order: appliers first, then by time, name, version and subresource. */
export function writeManagers(managers: readonly Manager[]): readonly JsonObject[] {
  return managers.toSorted(compareManagers).map(formatManager);
}

function compareManagers(a: Manager, b: Manager): number {
  return (
    compareText(a.operation, b.operation) ||
    (a.seconds ?? 0) - (b.seconds ?? 0) ||
    compareText(a.name, b.name) ||
    compareText(a.apiVersion, b.apiVersion) ||
    compareText(a.subresource, b.subresource)
  );
}

function formatManager(manager: Manager): JsonObject {
  const { name, operation, apiVersion, seconds, fields, subresource } = manager;
  return {
    ...(name === "" ? {} : { manager: name }),
    operation,
    apiVersion,
    ...(seconds === undefined ? {} : { time: timeText(seconds * 1000) }),
    fieldsType: "FieldsV1",
    fieldsV1: writeFields(fields),
    ...(subresource === "" ? {} : { subresource }),
  };
}
