import {
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { duplicate, forbidden, invalid, notSupported, required } from "../make-fault.ts";
import { clientFaults } from "./check-webhooks.ts";

const COLUMN_TYPES = ["boolean", "date", "integer", "number", "string"];

const COLUMN_FORMATS = [
  "byte",
  "date",
  "date-time",
  "double",
  "float",
  "int32",
  "int64",
  "password",
];

const SELECTABLE_TYPES = ["string", "boolean", "integer"];

/** Names of fields, each with an index at most. */
const SIMPLE_PATH = /^(?:\.[^.[\]]+(?:\[[^\]]*\])*)+$/;

/** Where the number of replicas is found. @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#scale-subresource */
export function scaleFaults(scale: JsonObject | undefined, at: string): readonly Fault[] {
  if (scale === undefined) return [];
  const selector = textAt(scale, "labelSelectorPath") ?? "";
  return [
    ...pathFaults(scale, `${at}.specReplicasPath`, [".spec"]),
    ...pathFaults(scale, `${at}.statusReplicasPath`, [".status"]),
    ...(selector === "" ? [] : pathFaults(scale, `${at}.labelSelectorPath`, [".status", ".spec"])),
  ];
}

/** The columns of one version. */
export function columnFaults(columns: Json, at: string): readonly Fault[] {
  return listAt(columns)
    .filter(isJsonObject)
    .flatMap((column, index) => columnFault(column, `${at}[${index}]`));
}

/** Fields by which objects of a version can be selected. */
export function selectableFaults(version: JsonObject, at: string): readonly Fault[] {
  const schema = objectAt(version, "schema", "openAPIV3Schema") ?? {};
  const seen = new Set<string>();
  return listAt(version, "selectableFields").flatMap((each, index) => {
    const path = textAt(each, "jsonPath") ?? "";
    const field = `${at}[${index}].jsonPath`;
    if (path === "") return [required(field)];
    if (seen.has(path)) return [duplicate(field, path)];
    seen.add(path);
    return selectedFaults(path, field, schema);
  });
}

/** How objects come from one version to another. Webhooks are never called. */
export function conversionFaults(conversion: JsonObject, at: string): readonly Fault[] {
  const strategy = textAt(conversion, "strategy") ?? "";
  const webhook = objectAt(conversion, "webhook");
  const client = objectAt(webhook, "clientConfig");
  const versions = listAt(webhook, "conversionReviewVersions");
  switch (strategy) {
    case "":
      return [required(`${at}.strategy`)];
    case "Webhook":
      return [
        ...(client === undefined
          ? [required(`${at}.webhookClientConfig`, "required when strategy is set to Webhook")]
          : clientFaults(client, `${at}.webhookClientConfig`)),
        ...(versions.length === 0 ? [required(`${at}.conversionReviewVersions`)] : []),
      ];
    case "None":
      return unusedFaults({ client, versions }, at);
    default:
      return [notSupported(`${at}.strategy`, strategy, ["None", "Webhook"])];
  }
}

function unusedFaults(
  { client, versions }: { client: JsonObject | undefined; versions: readonly Json[] },
  at: string,
): readonly Fault[] {
  const text = "should not be set when strategy is not set to Webhook";
  return [
    ...(client === undefined ? [] : [forbidden(`${at}.webhookClientConfig`, text)]),
    ...(versions.length === 0 ? [] : [forbidden(`${at}.conversionReviewVersions`, text)]),
  ];
}

function pathFaults(scale: JsonObject, at: string, roots: readonly string[]): readonly Fault[] {
  const path = textAt(scale, at.slice(at.lastIndexOf(".") + 1)) ?? "";
  if (path === "") return [required(at)];
  if (!SIMPLE_PATH.test(path)) {
    return [invalid(at, path, "must be a simple json path starting with .")];
  }
  const isBelow = roots.some((root) => path.startsWith(`${root}.`));
  return isBelow ? [] : [invalid(at, path, `should be a json path under ${roots.join(" or ")}`)];
}

function columnFault(column: JsonObject, at: string): readonly Fault[] {
  const path = textAt(column, "jsonPath") ?? "";
  const simple = "must be a simple json path starting with .";
  return [
    ...((textAt(column, "name") ?? "") === "" ? [required(`${at}.name`)] : []),
    ...columnTypeFaults(textAt(column, "type") ?? "", `${at}.type`),
    ...columnFormatFaults(textAt(column, "format") ?? "", `${at}.format`),
    ...(path === "" ? [required(`${at}.JSONPath`)] : []),
    ...(path === "" || path.startsWith(".") ? [] : [invalid(`${at}.JSONPath`, path, simple)]),
  ];
}

function columnTypeFaults(type: string, at: string): readonly Fault[] {
  const known = `must be one of ${COLUMN_TYPES.join(",")}`;
  if (type === "") return [required(at, known)];
  return COLUMN_TYPES.includes(type) ? [] : [invalid(at, type, known)];
}

function columnFormatFaults(format: string, at: string): readonly Fault[] {
  if (format === "" || COLUMN_FORMATS.includes(format)) return [];
  return [invalid(at, format, `must be one of ${COLUMN_FORMATS.join(",")}`)];
}

function selectedFaults(path: string, at: string, schema: JsonObject): readonly Fault[] {
  const names = path.split(".").slice(1);
  const isMetadata = names[0] === "metadata";
  let here: JsonObject | undefined = schema;
  for (const name of names) here = objectAt(here, "properties", name);
  if (here === undefined || isMetadata || !path.startsWith(".")) {
    return [invalid(at, path, "is an invalid path: does not refer to a valid field")];
  }
  const text =
    "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.";
  return SELECTABLE_TYPES.includes(textAt(here, "type") ?? "") ? [] : [invalid(at, path, text)];
}
